import type { DatabaseSync } from 'node:sqlite';
import { KASSA } from '../core/program.ts';
import { wallClock } from '../core/time.ts';
import { SettingsError } from '../installation/settings-error.ts';
import type { Database } from './database.ts';
import {
  type Applied,
  CHECKSUMS,
  changedMigration,
  checksumOf,
  knownMigrations,
  type Migration,
  refuseForeign,
  sqlOf,
  tableNames,
} from './migrations.ts';
import type { Connection } from './postgres/connection.ts';
import { connect } from './sqlite/connect.ts';

const ALL = (): boolean => true;
/** From this migration on, PostgreSQL compares texts by their bytes. */
const BYTE_ORDER = 65;

interface Migrating {
  /** Tests choose which, to make a database as an earlier version had it. */
  isWanted?: (number: number) => boolean;
  /** Makes a new database, and refuses one of an earlier version. */
  only_new?: boolean;
}

/** Applies missing migrations to a SQLite file. Other processes wait for the lock. */
export function migrateSqlite(path: string, migrating: Migrating = {}): void {
  const db = connect(path);
  try {
    db.enableDefensive(false); // A migration may change the text of a constraint.
    db.exec('BEGIN IMMEDIATE');
    applyToSqlite(db, migrating);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** The same in a transaction that has begun. */
export function applyToSqlite(db: DatabaseSync, { isWanted = ALL, only_new }: Migrating): void {
  db.exec(TABLE.replace(/bigint/g, 'INTEGER').replace(');', ') STRICT, WITHOUT ROWID;'));
  const applied = db.prepare(APPLIED).all().map(appliedOf);
  const wanted = missing(applied).filter(({ number }) => isWanted(number));
  if (only_new) refuseOlder(applied, wanted);
  for (const one of wanted) {
    db.exec(withMissingColumns(db, sqlOf(one, 'sqlite')));
    db.prepare(RECORD.replace(/\$\d/g, '?')).run(one.number, one.name, wallClock());
  }
  const learn = db.prepare.bind(db, LEARN.replace('$1', '?').replace('$2', '?'));
  for (const one of withoutChecksum(applied, wanted)) learn().run(checksumOf(one), one.number);
}

/** The same for a PostgreSQL database. */
export async function migratePostgres(url: string, migrating: Migrating = {}): Promise<void> {
  const { postgresAddress } = await import('./postgres/address.ts');
  const { openConnection } = await import('./postgres/connection.ts');
  const { inMigration } = await import('./postgres/migrating.ts');
  const address = postgresAddress(url);
  const connection = await openConnection(address);
  try {
    await connection.disableTimeouts();
    await inMigration(connection, address.user, async () => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await applyToPostgres(connection, migrating);
    });
  } finally {
    await connection.end();
  }
}

/** The same in a transaction that has begun. */
export async function applyToPostgres(
  connection: Connection,
  { isWanted = ALL, only_new }: Migrating,
): Promise<void> {
  const { compareByBytes } = await import('./postgres/byte-order.ts');
  await connection.query(TABLE);
  const applied = (await connection.query(APPLIED)).rows.map(appliedOf);
  const wanted = missing(applied).filter(({ number }) => isWanted(number));
  if (only_new) refuseOlder(applied, wanted);
  for (const one of wanted) {
    await connection.query(sqlOf(one, 'postgres'));
    await connection.query(RECORD, [one.number, one.name, wallClock()]);
  }
  for (const one of withoutChecksum(applied, wanted)) {
    await connection.query(LEARN, [checksumOf(one), one.number]);
  }
  if (wanted.some(({ number }) => number >= BYTE_ORDER)) {
    await compareByBytes(connection, tableNames());
  }
}

/** A command must not change a database under a server of the version before. */
function refuseOlder(applied: Applied[], wanted: Migration[]): void {
  if (applied.length === 0 || wanted.length === 0) return;
  throw new SettingsError(
    `This database is of an older Kassa. Start this one, and it is brought up to date: ${KASSA} serve. Until then, give this command with the older program.`,
  );
}

/** Whether a database has all migrations of this Kassa, as they are, and no others. Changes nothing. */
export async function migrationsOf(
  db: Database,
): Promise<'current' | 'older' | 'newer' | 'changed'> {
  const applied = await db.reader(null).all<Applied>(APPLIED);
  const known = knownMigrations();
  if (applied.some(({ number }) => !known.some((one) => one.number === number))) return 'newer';
  if (changedMigration(applied)) return 'changed';
  return applied.length < known.length ? 'older' : 'current';
}

const LOCK = 5_277_201; // Any number that other programs on this database do not use.
const TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  number bigint NOT NULL PRIMARY KEY,
  name text NOT NULL,
  applied_at bigint NOT NULL
);`;
const APPLIED = 'SELECT * FROM migrations ORDER BY number';
const RECORD = 'INSERT INTO migrations (number, name, applied_at) VALUES ($1, $2, $3)';
const LEARN = 'UPDATE migrations SET checksum = $1 WHERE number = $2';

function appliedOf(row: { [column: string]: unknown }): Applied {
  const { number, checksum } = row;
  return { number: Number(number), ...(typeof checksum === 'string' && { checksum }) };
}

function missing(applied: Applied[]): Migration[] {
  refuseForeign(applied);
  return knownMigrations().filter((one) => !applied.some(({ number }) => number === one.number));
}

/** What is new, and what was applied before checksums were kept; none before there is a column. */
function withoutChecksum(applied: Applied[], wanted: Migration[]): Migration[] {
  if (![...applied, ...wanted].some(({ number }) => number === CHECKSUMS)) return [];
  const kept = applied.filter(({ checksum }) => checksum !== undefined);
  const there = new Set([...applied, ...wanted].map(({ number }) => number));
  return knownMigrations().filter(
    ({ number }) => there.has(number) && !kept.some((one) => one.number === number),
  );
}

/** SQLite does not know ADD COLUMN IF NOT EXISTS. */
const withMissingColumns = (db: DatabaseSync, sql: string): string =>
  sql.replace(ADDED_IF_MISSING, (_, table: string, column: string) =>
    db.prepare(COLUMN).get(table, column)
      ? `-- ${table} has ${column}, not added:`
      : `ALTER TABLE ${table} ADD COLUMN ${column}`,
  );
const ADDED_IF_MISSING = /^ALTER TABLE (\w+) ADD COLUMN IF NOT EXISTS (\w+)/gm;
const COLUMN = 'SELECT 1 FROM pragma_table_info(?) WHERE name = ?';
