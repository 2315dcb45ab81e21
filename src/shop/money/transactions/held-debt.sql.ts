import type { Reader } from '../../../platform/db/database.ts';

/** A payment that collects what a customer owes, if the customer ever makes it. */
export interface HeldDebt {
  transaction_id: string;
  balance_change_minor: number;
}

const HELD = `SELECT t.transaction_id, t.balance_change_minor FROM transactions t
  WHERE t.store_id = :store_id AND t.customer_id = :customer_id AND t.currency = :currency
    AND t.status = 'pending' AND t.type <> 'refund' AND t.action_url IS NOT NULL
    AND t.balance_change_minor > 0
  ORDER BY t.transaction_id LIMIT 100`;

/** Debts are out of the balance while such a payment waits (decision 81). */
export const listHeldDebts = (
  reader: Reader,
  { customer_id, currency }: { customer_id: string; currency: string },
) => reader.all<HeldDebt>(HELD, { customer_id, currency });
