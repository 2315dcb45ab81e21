import type { Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';
import { besidesKey } from '../../../platform/db/table.ts';

const ABANDON = changes('transactions', 'transaction_id')`
  UPDATE transactions SET give_back_minor = :give_back_minor, next_attempt_at = :now
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ${besidesKey('status')} = 'pending'`;

/** A pending charge no longer counts for its subscription. A job gives it up as soon as it can. */
export const markAbandoned = (
  tx: Tx,
  left: { transaction_id: string; give_back_minor: number; now: number },
) => tx.run(ABANDON, left);

const RETURN_ALL = changes('transactions', 'subscription_id')`
  UPDATE transactions SET give_back_minor =
    CASE WHEN total_minor > balance_change_minor THEN total_minor - balance_change_minor ELSE 0 END
  WHERE store_id = :store_id AND subscription_id = :subscription_id
    AND status = 'pending' AND type = 'renewal' AND give_back_minor IS NOT NULL`;

/** Nothing is kept of a renewal that was abandoned before: it goes back whole if it is paid. */
export const returnAllOfAbandoned = (tx: Tx, subscription_id: string) =>
  tx.run(RETURN_ALL, { subscription_id });
