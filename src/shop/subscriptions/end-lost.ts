import type { StoreWork } from '../../platform/operation/work.ts';
import type { LostBy } from '../money/transactions/disable-bought-with-credit.ts';
import { listEndingDisputes, recordSubscriptionEnded } from '../money/transactions/dispute.sql.ts';
import { listEndingWarnings, recordWarnedEnded } from '../money/transactions/fraud-warning.sql.ts';
import { endBoughtWithCredit } from './end-bought-with-credit.ts';
import { endSubscription } from './end-subscription.ts';
import { type IdleSubscription, withIdleSubscription } from './with-idle-subscription.ts';

const BATCH = 50;

/** What is marked to end a subscription, and how that is recorded as done. */
const MARKED = {
  dispute_lost: { list: listEndingDisputes, recordEnded: recordSubscriptionEnded },
  refunded: { list: listEndingWarnings, recordEnded: recordWarnedEnded },
};

/**
 * Ends subscriptions whose payment was lost in a dispute, or was refunded by itself because of a
 * warning of fraud; and what was bought with credit of it. Returns whether there may be more.
 */
export async function endLost(work: StoreWork, reason: LostBy): Promise<boolean> {
  const { list, recordEnded } = MARKED[reason];
  const ending = await list(work.reader, BATCH);
  for (const { subscription_id, transaction_id } of ending) {
    // This first: what is interrupted begins anew until the payment is recorded as done.
    await endBoughtWithCredit(work, transaction_id, reason);
    const end = async (found: IdleSubscription) => {
      await endSubscription(found, found.before, { reason });
      await recordEnded(found.tx, transaction_id);
    };
    await withIdleSubscription(work, subscription_id, 'end', end);
  }
  return ending.length === BATCH;
}
