import { migrateSqlite } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { holdAllCharges } from '../payments/held-charges.sql.ts';
import type { Manifest } from './manifest.ts';

/**
 * Marks the stores of a copy that is restored: what was charged after the backup is not in it, and
 * would be charged again. So they charge nothing by themselves until somebody has compared. Returns
 * how many stores these are. A copy of an older version is brought up to date for it.
 */
export async function holdChargesIn(
  copy: string,
  { made_at }: Manifest,
  now: number,
): Promise<number> {
  migrateSqlite(copy);
  const db = openSqlite(copy);
  try {
    const held_from = Math.min(Date.parse(made_at), now);
    return await db.write(null, async (tx) => holdAllCharges(tx, held_from));
  } finally {
    await db.close();
  }
}
