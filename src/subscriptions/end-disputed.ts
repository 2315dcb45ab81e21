import type { StoreWork } from '../operation/work.ts';
import { boughtWithLostCredit } from '../transactions/disable-bought-with-credit.ts';
import { listEndingDisputes, recordSubscriptionEnded } from '../transactions/dispute.sql.ts';
import { lockTransaction } from '../transactions/transaction.sql.ts';
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
    const how = { is_end: true, pending: 'give_up' } as const;
    const end = (found: IdleSubscription) =>
      endSubscription(found, found.before, { reason: 'dispute_lost' });
    // These first: what is interrupted begins anew until the dispute is recorded as done.
    for (const other of await paidWithItsCredit(work, transaction_id)) {
      await withIdleSubscription(work, other, end, how);
    }
    const endLast = async (found: IdleSubscription) => {
      await end(found);
      await recordSubscriptionEnded(found.tx, transaction_id);
    };
    await withIdleSubscription(work, subscription_id, endLast, how);
  }
  return ending.length === BATCH;
}

const paidWithItsCredit = (work: StoreWork, transaction_id: string): Promise<Set<string>> =>
  work.write(async ({ tx }) => {
    const disputed = await lockTransaction(tx, transaction_id);
    const bought = disputed ? await boughtWithLostCredit(tx, disputed) : [];
    return new Set(bought.flatMap((one) => one.subscription_id ?? []));
  });
