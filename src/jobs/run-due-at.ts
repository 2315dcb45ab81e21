import { expireDueCheckouts } from '../checkout/expire-due-checkouts.ts';
import { GatewayUnavailable } from '../payments/gateway.ts';
import { runDueSubscription } from '../subscriptions/run-due-subscription.ts';
import { firstDueSubscription } from '../subscriptions/subscription.sql.ts';
import { resolvePending, type StoreJob } from './resolve-pending.ts';

const ALL = Number.MAX_SAFE_INTEGER;

/** Everything of a store that is due at an instant, in order; false if the time for it was up. */
export async function runDueAt(job: StoreJob, isOver: () => boolean): Promise<boolean> {
  const { reader, gateway, store, now, log } = job;
  while (!isOver() && (await resolvePending(job)));
  while (!isOver() && (await expireDueCheckouts(job)));
  while (gateway && !isOver()) {
    const due = await firstDueSubscription(reader, { now, wall: ALL });
    if (due === undefined) return true;
    try {
      await runDueSubscription({ ...job, gateway }, due);
    } catch (error) {
      // It leaves a pending charge, which is asked about later. Any other error would come again.
      if (!(error instanceof GatewayUnavailable)) throw error;
      const { store_id } = store;
      log.error('unresolved', { store_id, subscription_id: due, error: String(error) });
    }
  }
  return !isOver();
}
