import type { StoreWork } from '../operation/work.ts';
import { listEndingDisputes, recordSubscriptionEnded } from '../transactions/dispute.sql.ts';
import { endBoughtWithCredit } from './end-bought-with-credit.ts';
import { endSubscription } from './end-subscription.ts';
import { type IdleSubscription, withIdleSubscription } from './with-idle-subscription.ts';

const BATCH = 50;

/**
 * Ends subscriptions whose payment was lost in a dispute, and those whose current period was paid
 * with its credit. Returns whether there may be more.
 */
export async function endDisputed(work: StoreWork): Promise<boolean> {
  const ending = await listEndingDisputes(work.reader, BATCH);
  for (const { subscription_id, transaction_id } of ending) {
    // These first: what is interrupted begins anew until the dispute is recorded as done.
    await endBoughtWithCredit(work, transaction_id, 'dispute_lost');
    const end = async (found: IdleSubscription) => {
      await endSubscription(found, found.before, { reason: 'dispute_lost' });
      await recordSubscriptionEnded(found.tx, transaction_id);
    };
    const how = { is_end: true, pending: 'give_up' } as const;
    await withIdleSubscription(work, subscription_id, end, how);
  }
  return ending.length === BATCH;
}
