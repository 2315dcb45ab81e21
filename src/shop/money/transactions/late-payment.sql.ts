import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';

/** Money that arrived for a transaction that is declined here. */
export interface LatePaymentRow {
  charge_reference: string;
  transaction_id: string;
  provider: string;
  amount_minor: number;
  currency: string;
  status: 'returning' | 'returned' | 'refused';
  refund_reference: string | null;
  decline_code: string | null;
  created_at: number;
  settled_at: number | null;
}

const late_payments = table<LatePaymentRow>('stray_payments', 's', {
  charge_reference: 'key',
  transaction_id: 'fixed',
  provider: 'fixed',
  amount_minor: 'fixed',
  currency: 'fixed',
  status: 'changes',
  refund_reference: 'changes',
  decline_code: 'changes',
  created_at: 'fixed',
  settled_at: 'changes',
});

const FIND = `${late_payments.select} AND s.charge_reference = :charge_reference`;

export const findLatePayment = (reader: Reader, charge_reference: string) =>
  reader.maybe<LatePaymentRow>(FIND, { charge_reference });

const LOCK = locks('stray_payments', 'charge_reference')`${FIND} FOR UPDATE`;

export const lockLatePayment = (tx: Tx, charge_reference: string) =>
  tx.maybe<LatePaymentRow>(LOCK, { charge_reference });

const NOTE = changes('stray_payments', 'charge_reference')`
  INSERT INTO stray_payments (store_id, ${late_payments.names})
  VALUES (:store_id, ${late_payments.names.replace(/\w+/g, ':$&')})
  ON CONFLICT (store_id, charge_reference) DO NOTHING`;

/** Keeps that it has to be given back, unless that is known. */
export const noteLatePayment = (tx: Tx, row: LatePaymentRow) => tx.run(NOTE, { ...row });

export const saveLatePayment = late_payments.update;
