import type { StoreWork } from '../operation/work.ts';
import { listEndingWarnings, recordWarnedEnded } from '../transactions/fraud-warning.sql.ts';
import { endBoughtWithCredit } from './end-bought-with-credit.ts';
import { endSubscription } from './end-subscription.ts';
import { type IdleSubscription, withIdleSubscription } from './with-idle-subscription.ts';

const BATCH = 50;

/**
 * Ends subscriptions of which a payment was refunded by itself because of a warning of fraud: the
 * card must not be charged again. What was bought with credit of it ends too. Returns whether there
 * may be more.
 */
export async function endWarned(work: StoreWork): Promise<boolean> {
  const ending = await listEndingWarnings(work.reader, BATCH);
  for (const { subscription_id, transaction_id } of ending) {
    await endBoughtWithCredit(work, transaction_id, 'refunded');
    const end = async (found: IdleSubscription) => {
      await endSubscription(found, found.before, { reason: 'refunded' });
      await recordWarnedEnded(found.tx, transaction_id);
    };
    const how = { is_end: true, pending: 'give_up' } as const;
    await withIdleSubscription(work, subscription_id, end, how);
  }
  return ending.length === BATCH;
}
