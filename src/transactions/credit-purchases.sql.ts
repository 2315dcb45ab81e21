import type { Tx } from '../db/database.ts';

const PURCHASES = `SELECT t.transaction_id, t.balance_change_minor FROM transactions t
  WHERE t.store_id = :store_id AND t.customer_id = :customer_id AND t.currency = :currency
    AND t.type = 'purchase' AND t.status NOT IN ('pending', 'declined')
    AND t.balance_change_minor < 0 AND t.created_at >= :since
  ORDER BY t.transaction_id DESC LIMIT 1000`;

/** What a customer has bought with credit since then, the newest first. */
export const listBoughtWithCredit = (
  tx: Tx,
  of: { customer_id: string; currency: string; since: number },
) => tx.all<{ transaction_id: string; balance_change_minor: number }>(PURCHASES, of);
