import { runDueSubscription } from '../subscriptions/run-due-subscription.ts';
import { claimDueSubscriptions, firstDueSubscription } from '../subscriptions/subscription.sql.ts';
import type { StoreJob } from './resolve-pending.ts';

const BATCH = 100;
const AT_ONCE = 8;
const LEASE_MS = 60_000;

/** Bills what is due, some of it; returns whether there may be more. */
export async function runDueSubscriptions(job: StoreJob & { wall: number }): Promise<boolean> {
  const { write, gateway, store, now, wall, log } = job;
  if (!gateway) return false;
  const claim = { now, wall, until: wall + LEASE_MS, limit: BATCH };
  if ((await firstDueSubscription(job.reader, { now, wall })) === undefined) return false;
  const due = await write(async (tx) => claimDueSubscriptions(tx, claim));
  const waiting = due.values();
  const work = async (): Promise<void> => {
    for (const subscription_id of waiting) {
      try {
        // After a standstill several periods may be due: one after the other.
        while (await runDueSubscription({ ...job, gateway }, subscription_id));
      } catch (error) {
        const { store_id } = store;
        log.error('unresolved', { store_id, subscription_id, error: String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return due.length > 0;
}
