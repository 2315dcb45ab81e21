import { expireDueCheckouts } from '../checkout/expire-due-checkouts.ts';
import { runDueSubscription } from '../subscriptions/run-due-subscription.ts';
import { firstDueSubscription } from '../subscriptions/subscription.sql.ts';
import { resolvePending, type StoreJob } from './resolve-pending.ts';

export type DueJob = StoreJob;

const NEVER_CLAIMED = Number.MAX_SAFE_INTEGER;

/** Everything of a store that is due at an instant, in order, and then nothing is. */
export async function runDueAt(job: DueJob): Promise<void> {
  const { reader, write, gateway, store, now } = job;
  while (await resolvePending(job));
  while (await expireDueCheckouts(job));
  if (!gateway) return;
  for (;;) {
    const due = await firstDueSubscription(reader, { now, wall: NEVER_CLAIMED });
    if (due === undefined) return;
    // A provider that does not answer leaves a pending charge, which is asked about later.
    await runDueSubscription({ write, gateway, store, now }, due).catch(async (error) => {
      job.log.error('unresolved', { ...store, subscription_id: due, error: String(error) });
    });
  }
}
