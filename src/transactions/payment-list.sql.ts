import type { Reader } from '../db/database.ts';
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
const LIST = `SELECT t.transaction_id, t.type, t.status, t.total_minor, t.balance_change_minor,
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
  WHERE t.store_id = :store_id AND t.customer_id = :customer_id AND t.transaction_id < :before
  ORDER BY t.transaction_id DESC LIMIT :limit`;

/** Payments and refunds of a customer, the newest first. */
export const listPayments = (
  reader: Reader,
  of: { customer_id: string; before: string; limit: number },
) => reader.all<PaymentRow>(LIST, of);
