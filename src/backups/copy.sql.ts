import type { Reader } from '../db/database.ts';

/** What a copy holds, for its manifest. */
export interface Contents {
  last_migration: number;
  first_store_id: string | null;
  stores: number;
  transactions: number;
  events: number;
}

const CONTENTS = `SELECT
    (SELECT MAX(number) FROM migrations) AS last_migration,
    (SELECT MIN(store_id) FROM stores) AS first_store_id,
    (SELECT COUNT(*) FROM stores) AS stores,
    (SELECT COUNT(*) FROM transactions) AS transactions,
    (SELECT COUNT(*) FROM events) AS events`;

export async function contentsOf(reader: Reader): Promise<Contents> {
  const found = await reader.maybe<Contents>(CONTENTS);
  if (!found) throw new Error('the copy cannot be counted');
  return found;
}

/** The number that the next invoice of a live store gets. */
export interface NextNumber {
  name: string;
  prefix: string;
  next_number: number;
}

const NEXT_NUMBERS = `SELECT s.name, v.prefix, v.next_number
  FROM stores s JOIN invoice_series v ON v.store_id = s.store_id
  WHERE s.mode = 'live' ORDER BY s.store_id LIMIT :limit`;

export const nextNumbers = (reader: Reader, limit: number) =>
  reader.all<NextNumber>(NEXT_NUMBERS, { limit });
