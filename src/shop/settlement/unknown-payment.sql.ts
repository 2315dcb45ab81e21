import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';

/** A payment that the provider has and that nobody here knows. In real time. */
export interface UnknownPaymentRow {
  transaction_id: string;
  provider: string;
  reference: string;
  amount_minor: number;
  currency: string;
  paid_at: number;
  /** When a person has seen to it, or it was refunded. */
  seen_at: number | null;
}

const payments = table<UnknownPaymentRow>('unknown_payments', 'u', {
  transaction_id: 'key',
  provider: 'fixed',
  reference: 'fixed',
  amount_minor: 'fixed',
  currency: 'fixed',
  paid_at: 'fixed',
  seen_at: 'changes',
});

const NOTE = changes('unknown_payments', 'transaction_id')`
  INSERT INTO unknown_payments (store_id, ${payments.names})
  VALUES (:store_id, ${payments.names.replace(/\w+/g, ':$&')})
  ON CONFLICT (store_id, transaction_id) DO NOTHING`;

/** Keeps that nobody knows it, unless that is kept already. */
export const noteUnknownPayment = (tx: Tx, row: UnknownPaymentRow) => tx.run(NOTE, { ...row });

// One that was adopted since is known.
const UNSEEN = `${payments.select} AND u.seen_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM transactions t
    WHERE t.store_id = u.store_id AND t.transaction_id = u.transaction_id)
  ORDER BY u.paid_at, u.transaction_id LIMIT :limit`;

/** Those that a person has to see to, the oldest first. */
export const listUnknownPayments = (reader: Reader, limit: number) =>
  reader.all<UnknownPaymentRow>(UNSEEN, { limit });

const SEE = changes('unknown_payments', 'transaction_id')`UPDATE unknown_payments SET seen_at = :now
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND seen_at IS NULL`;

export const seeUnknownPayment = (tx: Tx, seen: { transaction_id: string; now: number }) =>
  tx.run(SEE, seen);
