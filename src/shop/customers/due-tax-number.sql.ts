import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';

export interface DueTaxNumber {
  store_id: string;
  customer_id: string;
  vies_due_at: number;
}

const LIST = `SELECT store_id, customer_id, vies_due_at FROM customer_billings
  WHERE vies_due_at IS NOT NULL AND vies_due_at <= :now ORDER BY vies_due_at LIMIT :limit`;

/** Customers of all stores about whose tax numbers VIES is to be asked, the longest due first. */
export const listDueTaxNumbers = (reader: Reader, due: { now: number; limit: number }) =>
  reader.all<DueTaxNumber>(LIST, due);

const SET_DUE = changes('customer_billings', 'customer_id')`
  UPDATE customer_billings SET vies_due_at = :next
  WHERE store_id = :store_id AND customer_id = :customer_id AND vies_due_at = :vies_due_at`;

/** Changes when it is due; 0 if another process has done so meanwhile. */
export const setTaxNumberDue = (
  tx: Tx,
  { customer_id, vies_due_at }: DueTaxNumber,
  next: number | null,
) => tx.run(SET_DUE, { customer_id, vies_due_at, next });
