import type { Database, Tx } from '../../platform/db/database.ts';
import { migrateSqlite } from '../../platform/db/migrate.ts';
import { foreignParts } from '../../platform/db/sqlite/foreign-parts.ts';
import { openSqlite } from '../../platform/db/sqlite/sqlite.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import { auditCommand } from '../../platform/operation/audit.ts';
import {
  changeSeries,
  findSeries,
  lockSeries,
} from '../../shop/money/invoices/invoice-series.sql.ts';
import { numberText, seriesAfterRestore } from '../../shop/money/invoices/numbering.rules.ts';
import { holdAllCharges } from '../../shop/money/payments/held-charges.sql.ts';
import { listConnections } from '../../shop/money/payments/provider-connection.sql.ts';
import { listStores, type StoreRow } from '../../shop/store/store.sql.ts';
import type { Manifest } from './manifest.ts';
import { leapEvents } from './mark-restored.sql.ts';

/** What was changed in a copy because the shop went on after it was made. */
export interface Marked {
  /** How many stores charge nothing by themselves until they are compared with their provider. */
  held: number;
  /** Of live stores: how their invoices go on. */
  invoices: { name: string; was: string; next: string }[];
}

/**
 * The shop went on after the backup, and the copy does not know. So nothing is charged by itself
 * until somebody has compared, and numbers that were given since are left out: no invoice and no
 * event gets a number that somebody else knows as another. `is_unchanged`: nothing has happened. A
 * copy of an older version is brought up to date for it.
 */
export async function markRestored(
  copy: string,
  { made_at }: Manifest,
  { now, is_unchanged }: { now: number; is_unchanged: boolean },
): Promise<Marked> {
  migrateSqlite(copy);
  const [foreign] = foreignParts(copy);
  if (foreign !== undefined) {
    throw new SettingsError(
      `The database of this backup has something that Kassa does not make (${foreign}), which could change records later: it is not restored.`,
    );
  }
  if (is_unchanged) return { held: 0, invoices: [] };
  const db = openSqlite(copy);
  try {
    const held_from = Math.min(Date.parse(made_at), now);
    const hold = { held_from, held_at: now };
    const held = await db.write(null, async (tx) => holdAllCharges(tx, hold));
    const stores = await listStores(db.reader(null));
    for (const { store_id } of stores) {
      const change = { store_id, at: now, target: store_id, after: { backup_made_at: made_at } };
      await db.write({ store_id }, (tx) => auditCommand(tx, 'restore', change));
    }
    return { held, invoices: await leaveNumbersOut(db, { stores, now }) };
  } finally {
    await db.close();
  }
}

/** Of events in every store, and of invoices in live ones: those that were given after the copy. */
export async function leaveNumbersOut(
  db: Database,
  { stores, now }: { stores: Pick<StoreRow, 'store_id' | 'name' | 'mode'>[]; now: number },
): Promise<Marked['invoices']> {
  const marked_invoices: Marked['invoices'] = [];
  for (const { store_id, name, mode } of stores) {
    // Each at a second of its own, since stores of one seller may begin their numbers alike.
    const at = now + marked_invoices.length * 1000;
    const leapt = await db.write({ store_id }, async (tx) => {
      await leapEvents(tx, now);
      return mode === 'live' ? leapSeries(tx, at) : undefined;
    });
    if (leapt) marked_invoices.push({ name, ...leapt });
  }
  return marked_invoices;
}

/** Undefined for a store that has never sold anything. */
async function leapSeries(tx: Tx, now: number): Promise<{ was: string; next: string } | undefined> {
  if (!(await findSeries(tx)) && (await listConnections(tx)).length === 0) return undefined;
  const before = await lockSeries(tx);
  if (!before) throw new Error('a series begins when it is locked');
  const after = seriesAfterRestore(before, now);
  await changeSeries(tx, after);
  return { was: numberText(before), next: numberText(after) };
}
