import type { Reader } from '../../platform/db/database.ts';
import { reads } from '../../platform/db/rows.ts';

// What collects a debt pays for nothing new, and what was put off is not paid yet: only the lines
// distinguish that from credit that was used.
const HAS_PAID = reads('transactions', 'subscription_id')`
  SELECT t.transaction_id FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
    AND t.type <> 'refund' AND t.status NOT IN ('pending', 'declined')
    AND t.total_minor > t.balance_change_minor
    AND (t.total_minor > 0 OR t.lines LIKE '%"reason":"paid_from_balance"%') LIMIT 1`;

/** Whether anything was ever paid for a subscription, by card or from the balance. */
export const hasPaid = async (reader: Reader, subscription_id: string): Promise<boolean> =>
  (await reader.maybe(HAS_PAID, { subscription_id })) !== undefined;
