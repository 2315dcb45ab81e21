import type { DatabaseSync } from 'node:sqlite';
import { KASSA } from '../core/program.ts';
import { wallClock } from '../core/time.ts';
import { SettingsError } from '../machine/settings-error.ts';
import type { Database } from './database.ts';
import {
  type Applied,
  BASELINE,
  changedMigration,
  checksumOf,
  type Migration,
  missingMigrations,
  newerMigration,
  sqlOf,
  unapplied,
} from './migrations.ts';
import type { Connection } from './postgres/connection.ts';
import { connect } from './sqlite/connect.ts';
import {
  type SchemaDifferences,
  schemaDifferences,
  schemaMadeBy,
  schemaOfSqlite,
} from './sqlite/schema.ts';

interface Migrating {
  /** Makes a new database, and refuses one of an earlier version. */
  only_new?: boolean;
}

/** Applies missing migrations to a SQLite file. Other processes wait for the lock. */
export function migrateSqlite(path: string, { only_new }: Migrating = {}): void {
  const db = connect(path);
  try {
    db.enableDefensive(false); // A migration may change the text of a constraint.
    db.exec('BEGIN IMMEDIATE');
    const is_new = db.prepare(TABLE_IN_SQLITE).get() === undefined;
    const applied = is_new ? [] : db.prepare(APPLIED).all().map(appliedOf);
    const missing = missingMigrations(applied);
    if (only_new && !is_new) refuseOlder(missing);
    for (const migration of missing) {
      if (migration.number === BASELINE && !is_new) takeOverSqlite(db, applied, migration);
      else db.exec(sqlOf(migration, 'sqlite'));
      db.prepare(RECORD.replace(/\$\d/g, '?')).run(...rowOf(migration));
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** The same for a PostgreSQL database. */
export async function migratePostgres(url: string, { only_new }: Migrating = {}): Promise<void> {
  const { postgresAddress } = await import('./postgres/address.ts');
  const { openConnection } = await import('./postgres/connection.ts');
  const { inMigration } = await import('./postgres/migrating.ts');
  const address = postgresAddress(url);
  const connection = await openConnection(address);
  try {
    await connection.disableTimeouts();
    await inMigration(connection, address.user, async () => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      const is_new = (await connection.query(TABLE_IN_POSTGRES)).rows[0]?.name == null;
      const applied = is_new ? [] : (await connection.query(APPLIED)).rows.map(appliedOf);
      const missing = missingMigrations(applied);
      if (only_new && !is_new) refuseOlder(missing);
      for (const migration of missing) {
        if (migration.number === BASELINE && !is_new) {
          await takeOverPostgres(connection, applied, migration);
        } else await connection.query(sqlOf(migration, 'postgres'));
        await connection.query(RECORD, rowOf(migration));
      }
    });
  } finally {
    await connection.end();
  }
}

/** A command must not change a database under a server of the version before. */
function refuseOlder(missing: Migration[]): void {
  if (missing.length === 0) return;
  throw new SettingsError(
    `This database is of an older Kassa. Start this one, and it is brought up to date: ${KASSA} serve. Until then, give this command with the older program.`,
  );
}

/** Whether a database has all migrations of this Kassa, as they are, and no others. Changes nothing. */
export async function migrationsOf(
  db: Database,
): Promise<'current' | 'older' | 'newer' | 'changed'> {
  const applied = (await db.reader(null).all<{ [column: string]: unknown }>(APPLIED)).map(
    appliedOf,
  );
  if (newerMigration(applied)) return 'newer';
  if (changedMigration(applied)) return 'changed';
  return unapplied(applied).length > 0 ? 'older' : 'current';
}

const LOCK = 5_277_201; // Any number that other programs on this database do not use.
const TABLE_IN_SQLITE = `SELECT name FROM sqlite_schema WHERE name = 'migrations'`;
const TABLE_IN_POSTGRES = `SELECT to_regclass(quote_ident(current_schema()) || '.migrations') AS name`;
const APPLIED = 'SELECT * FROM migrations ORDER BY number';
const RECORD =
  'INSERT INTO migrations (number, name, applied_at, checksum) VALUES ($1, $2, $3, $4)';
const FORGET = 'DELETE FROM migrations';

const rowOf = (migration: Migration) => [
  migration.number,
  migration.name,
  wallClock(),
  checksumOf(migration),
];

/** The column of checksums is younger than some databases. */
function appliedOf(row: { [column: string]: unknown }): Applied {
  const { number, checksum } = row;
  return { number: Number(number), ...(typeof checksum === 'string' && { checksum }) };
}

// 69 migrations, the last of them number 90, once made the tables that 0100-schema.sql makes at once. A
// database that has them all is taken over: its tables are compared, and then it is recorded as made by
// the baseline (decision 113).

const LAST_BEFORE = 90;
/** The last commit with these migrations. */
const COMMIT_BEFORE = '476b4cce';

/** Refuses a database, or the backup of one, that lacks some of them. `newest`: the last it has. */
export function refuseOldSchema(newest: number, what: 'database' | 'backup'): void {
  if (newest >= LAST_BEFORE) return;
  const first = what === 'backup' ? 'restore it with it and ' : '';
  throw new SettingsError(
    `This ${what} is too old for this Kassa: it has migration ${newest}, and this one takes over those with ${LAST_BEFORE}. Check out Kassa as of commit ${COMMIT_BEFORE}, ${first}start it once, which brings it there, and then this one. Nothing was touched.`,
  );
}

/** Refuses a database whose tables are not those of the baseline. */
function refuseOtherSchema({ lacks, has_besides }: SchemaDifferences): void {
  const all = [
    ...lacks.map((line) => `it lacks ${line}`),
    ...has_besides.map((line) => `it has ${line} besides`),
  ];
  if (all.length === 0) return;
  const more = all.length > 3 ? `; and ${all.length - 3} more` : '';
  throw new SettingsError(
    `The tables of this database are not those that Kassa made before: ${all.slice(0, 3).join('; ')}${more}. Nothing was touched. Make it as it should be, or go back to a backup, and start Kassa again; Kassa as of commit ${COMMIT_BEFORE} still starts on it.`,
  );
}

/** What PostgreSQL had named after tables that were renamed later. */
const RENAME_INDEXES = `
  ALTER INDEX IF EXISTS new_charges_pkey RENAME TO test_gateway_charges_pkey;
  ALTER INDEX IF EXISTS new_refunds_pkey RENAME TO test_gateway_refunds_pkey`;

function takeOverSqlite(db: DatabaseSync, applied: Applied[], baseline: Migration): void {
  refuseOldSchema(applied.at(-1)?.number ?? 0, 'database');
  refuseOtherSchema(schemaDifferences(schemaOfSqlite(db), schemaMadeBy([baseline])));
  db.exec(FORGET);
}

async function takeOverPostgres(
  connection: Connection,
  applied: Applied[],
  baseline: Migration,
): Promise<void> {
  const { schemasOfPostgres } = await import('./postgres/schema.ts');
  refuseOldSchema(applied.at(-1)?.number ?? 0, 'database');
  await connection.query(RENAME_INDEXES);
  const schemas = await schemasOfPostgres(connection, [baseline]);
  if (!schemas) {
    throw new SettingsError(
      'The tables of this database are compared once, with others that are made beside them and removed again, and its user may not do that. Let the owner say: GRANT CREATE ON DATABASE … TO …, and start Kassa again.',
    );
  }
  refuseOtherSchema(schemaDifferences(schemas.found, schemas.fresh));
  await connection.query(FORGET);
}
