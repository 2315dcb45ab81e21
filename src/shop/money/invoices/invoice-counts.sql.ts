import type { Reader } from '../../../platform/db/database.ts';

const COUNT = `SELECT count(*) AS count FROM (
  SELECT 1 AS one FROM invoices i WHERE i.store_id = :store_id LIMIT :most) counted`;

/** How many invoices and credit notes there are, counted up to `most`. */
export const countInvoices = async (reader: Reader, most: number): Promise<number> =>
  (await reader.maybe<{ count: number }>(COUNT, { most }))?.count ?? 0;

const COUNT_CREDITING = `SELECT count(*) AS count FROM (
  SELECT 1 AS one FROM invoices i
  WHERE i.store_id = :store_id AND i.kind = 'credit_note' LIMIT :most) counted`;

/** How many of them are credit notes. */
export const countCreditNotes = async (reader: Reader, most: number): Promise<number> =>
  (await reader.maybe<{ count: number }>(COUNT_CREDITING, { most }))?.count ?? 0;
