import { KASSA, listOwnFiles, readOwnFile } from '../core/program.ts';
import { wallClock } from '../core/time.ts';
import { SettingsError } from '../installation/settings-error.ts';
import type { Database } from './database.ts';
import { connect } from './sqlite/connect.ts';

type Engine = 'sqlite' | 'postgres';

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
export function migrateSqlite(
  path: string,
  { isWanted = ALL, only_new = false }: Migrating = {},
): void {
  const db = connect(path);
  try {
    db.enableDefensive(false); // A migration may change the text of a constraint.
    db.exec('BEGIN IMMEDIATE');
    db.exec(forSqlite(TABLE));
    const done = db
      .prepare(APPLIED)
      .all()
      .map((row) => Number(row.number));
    const wanted = missing('sqlite', done).filter(({ number }) => isWanted(number));
    if (only_new) refuseOlder(done, wanted);
    for (const { number, name, sql } of wanted) {
      db.exec(sql);
      db.prepare(RECORD.replace('$1', '?').replace('$2', '?').replace('$3', '?')).run(
        number,
        name,
        wallClock(),
      );
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** The same for a PostgreSQL database. */
export async function migratePostgres(
  url: string,
  { isWanted = ALL, only_new = false }: Migrating = {},
): Promise<void> {
  const { postgresAddress } = await import('./postgres/address.ts');
  const { openConnection } = await import('./postgres/connection.ts');
  const { inMigration } = await import('./postgres/migrating.ts');
  const { compareByBytes } = await import('./postgres/byte-order.ts');
  const address = postgresAddress(url);
  const connection = await openConnection(address);
  try {
    await connection.disableTimeouts();
    await inMigration(connection, address.user, async () => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await connection.query(TABLE);
      const { rows } = await connection.query(APPLIED);
      const done = rows.map((row) => Number(row.number));
      const wanted = missing('postgres', done).filter(({ number }) => isWanted(number));
      if (only_new) refuseOlder(done, wanted);
      for (const { number, name, sql } of wanted) {
        await connection.query(sql);
        await connection.query(RECORD, [number, name, wallClock()]);
      }
      if (wanted.some(({ number }) => number >= BYTE_ORDER)) {
        await compareByBytes(connection, tableNames());
      }
    });
  } finally {
    await connection.end();
  }
}

/** A command must not change a database under a server of the version before. */
function refuseOlder(done: number[], wanted: object[]): void {
  if (done.length === 0 || wanted.length === 0) return;
  throw new SettingsError(
    `This database is of an older Kassa. Start this one, and it is brought up to date: ${KASSA} serve. Until then, give this command with the older program.`,
  );
}

/** Whether a database has all migrations of this Kassa, and no others. Changes nothing. */
export async function migrationsOf(db: Database): Promise<'current' | 'older' | 'newer'> {
  const rows = await db.reader(null).all<{ number: number }>(APPLIED);
  const done = rows.map((row) => Number(row.number));
  const known = commonFiles(listOwnFiles(FOLDER)).map(numberOf);
  if (done.some((number) => !known.includes(number))) return 'newer';
  return done.length < known.length ? 'older' : 'current';
}

const LOCK = 5_277_201; // Any number that other programs on this database do not use.
const TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  number bigint NOT NULL PRIMARY KEY,
  name text NOT NULL,
  applied_at bigint NOT NULL
);`;
const APPLIED = 'SELECT number FROM migrations ORDER BY number';
const RECORD = 'INSERT INTO migrations (number, name, applied_at) VALUES ($1, $2, $3)';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Migrations are `0001-name.sql` for both engines, followed by `0001-name.<engine>.sql` if any. */
function missing(engine: Engine, done: number[]) {
  const files = listOwnFiles(FOLDER).sort();
  const common = commonFiles(files);
  const known = common.map(numberOf);
  const newer = done.filter((number) => !known.includes(number));
  if (newer.length > 0) {
    throw new SettingsError(
      `This database was written by a newer Kassa: it has migration ${newer.at(-1)}, and this Kassa knows them up to ${known.at(-1)}. Start the newer Kassa, or go back to a backup from before the update.`,
    );
  }
  return common
    .filter((file) => !done.includes(Number(file.slice(0, 4))))
    .map((file) => {
      const name = file.slice(0, -'.sql'.length);
      const own = files.includes(`${name}.${engine}.sql`) ? read(`${name}.${engine}.sql`) : '';
      const shared = engine === 'sqlite' ? forSqlite(read(file)) : read(file);
      return { number: Number(file.slice(0, 4)), name, sql: `${shared}\n${own}` };
    });
}

/** Of all tables that were ever made on PostgreSQL. */
function tableNames(): string[] {
  const files = listOwnFiles(FOLDER).filter((file) => !file.endsWith('.sqlite.sql'));
  const sql = [TABLE, ...files.map(read)].join('\n');
  return [...sql.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gm)].map(([, name = '']) => name);
}

/** The number of the newest migration that this version knows. */
export const newestMigration = (): number =>
  Math.max(...listOwnFiles(FOLDER).map((file) => Number(/^\d{4}/.exec(file)?.[0] ?? 0)));

const commonFiles = (files: string[]): string[] =>
  files.filter((file) => /^\d{4}-[a-z-]+\.sql$/.test(file));

const numberOf = (file: string): number => Number(file.slice(0, 4));

const read = (file: string): string => readOwnFile(new URL(file, FOLDER)).toString();

const forSqlite = (sql: string): string =>
  sql.replace(/\bbigint\b/g, 'INTEGER').replace(/^\);/gm, ') STRICT, WITHOUT ROWID;');
