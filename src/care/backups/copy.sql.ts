import type { Reader } from '../../platform/db/database.ts';

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
