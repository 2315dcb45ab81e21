import type { Tx } from '../../../platform/db/database.ts';

// A subscription counts with what has paid for its current period: time that is over was used.
const BOUGHT = `SELECT t.transaction_id, t.type, t.subscription_id, t.balance_change_minor
  FROM transactions t
  LEFT JOIN subscriptions s ON s.store_id = t.store_id AND s.subscription_id = t.subscription_id
  WHERE t.store_id = :store_id AND t.customer_id = :customer_id AND t.currency = :currency
    AND t.status NOT IN ('pending', 'declined')
    AND t.balance_change_minor < 0 AND t.created_at >= :since
    AND (t.type = 'purchase' OR t.type <> 'refund' AND t.subscription_id <> :subscription_id
      AND t.created_at >= s.paid_since
      AND (s.status <> 'canceled' OR s.cancellation_reason = :reason))
  ORDER BY t.transaction_id DESC LIMIT 1000`;

/** A payment with credit: of a purchase, or of the current period of a subscription. */
export interface BoughtWithCredit {
  transaction_id: string;
  type: string;
  subscription_id: string | null;
  balance_change_minor: number;
}

/** What a customer has paid with credit since then, but for this subscription; the newest first. */
export const listBoughtWithCredit = (
  tx: Tx,
  of: {
    customer_id: string;
    currency: string;
    since: number;
    subscription_id: string;
    /** With which those are ended that were paid with it: what has ended so still counts. */
    reason: string;
  },
) => tx.all<BoughtWithCredit>(BOUGHT, of);
