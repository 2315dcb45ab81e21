import type { Reader } from '../../../platform/db/database.ts';
import { listFiltered } from '../../../platform/db/list-filtered.ts';
import type { TransactionRow } from './transaction.rules.ts';

/** What a customer sees of a payment in a list. */
export type PaymentRow = Pick<
  TransactionRow,
  | 'transaction_id'
  | 'type'
  | 'status'
  | 'total_minor'
  | 'balance_change_minor'
  | 'refunded_minor'
  | 'currency'
  | 'decline_code'
  | 'dispute'
  | 'created_at'
  | 'invoice_token'
> & { product_name: string };

// The document of a payment is found as in transaction.sql.ts.
const SELECT = `SELECT t.transaction_id, t.type, t.status, t.total_minor, t.balance_change_minor,
    t.refunded_minor, t.currency, t.decline_code, t.dispute, t.created_at,
    p.name AS product_name,
    (SELECT substr(i.invoice_id, 5) || i.secret FROM invoices i
      WHERE i.store_id = t.store_id AND i.transaction_id = t.transaction_id
        AND i.sale_id = COALESCE(t.refunded_transaction_id, t.transaction_id)
        AND i.cause NOT IN ('dispute', 'reversal')
        AND (i.cause <> 'correction' OR i.kind = 'invoice')
      ORDER BY i.position DESC LIMIT 1) AS invoice_token
  FROM transactions t
  JOIN products p ON p.store_id = t.store_id AND p.product_id = t.product_id
  WHERE t.store_id = :store_id`;

const LIST = {
  select: SELECT,
  alias: 't',
  table: 'transactions',
  key: 'transaction_id',
  names: ['customer_id'],
} as const;

// No money has moved: the card was refused, or the buyer has not confirmed it. A refund that was
// refused is listed: its customer waits for it.
const NO_VAIN_TRIES = {
  condition: `(t.type = 'refund'
    OR t.status <> 'declined' AND (t.status <> 'pending' OR t.action_url IS NULL))`,
  may_be_rare: true,
};

/** Payments and refunds of a customer, the newest first; not the tries that came to nothing. */
export const listPayments = (
  reader: Reader,
  { customer_id, ...range }: { customer_id: string; before: string; limit: number },
) =>
  listFiltered<PaymentRow, 'customer_id'>(
    reader,
    LIST,
    { customer_id },
    { ...range, besides: NO_VAIN_TRIES },
  );
