import { createHash } from 'node:crypto';
import { listOwnFiles, readOwnFile } from '../core/program.ts';
import { SettingsError } from '../installation/settings-error.ts';

// The numbered files in migrations/: `0001-name.sql` for both engines, followed by
// `0001-name.<engine>.sql` if any. What is on main is never changed again (decision 93).

export interface Migration {
  number: number;
  name: string;
}

/** A row of `migrations`. The column came with migration 70. */
export interface Applied {
  number: number;
  checksum?: string | null;
}

/** From this one on, the database keeps what each migration said. */
export const CHECKSUMS = 70;

const FOLDER = new URL('./migrations/', import.meta.url);
const COMMON = /^\d{4}-[a-z-]+\.sql$/;

let listed: Set<string> | undefined;
const files = (): Set<string> => (listed ??= new Set(listOwnFiles(FOLDER)));

/** All that this version knows, in order. */
export const knownMigrations = (): Migration[] =>
  [...files()]
    .filter((file) => COMMON.test(file))
    .sort()
    .map((file) => ({ number: Number(file.slice(0, 4)), name: file.slice(0, -'.sql'.length) }));

/** The number of the newest migration that this version knows. */
export const newestMigration = (): number => knownMigrations().at(-1)?.number ?? 0;

/** What it says to an engine. */
export function sqlOf({ name }: Migration, engine: 'sqlite' | 'postgres'): string {
  const [common, own] = [read(`${name}.sql`), readIfThere(`${name}.${engine}.sql`)];
  return `${engine === 'sqlite' ? forSqlite(common) : common}\n${own}`;
}

/** Of what it says to both engines: rows move from one to the other. */
export function checksumOf({ name }: Migration): string {
  const hash = createHash('sha256');
  for (const end of ['sql', 'postgres.sql', 'sqlite.sql']) {
    // A checkout on Windows may end its lines otherwise.
    hash.update(`${readIfThere(`${name}.${end}`).replaceAll('\r\n', '\n')}\0`);
  }
  return hash.digest('hex');
}

/** Refuses a database of a newer Kassa, or one that a migration has made before it was changed. */
export function refuseForeign(applied: Applied[]): void {
  const known = knownMigrations();
  const newer = applied.findLast(({ number }) => !known.some((one) => one.number === number));
  if (newer) {
    throw new SettingsError(
      `This database was written by a newer Kassa: it has migration ${newer.number}, and this Kassa knows them up to ${known.at(-1)?.number}. Start the newer Kassa, or go back to a backup from before the update.`,
    );
  }
  const changed = changedMigration(applied);
  if (changed) {
    throw new SettingsError(
      `Migration ${changed.number} (${changed.name}) is not the one that this database was made with: it was changed afterwards, and tables may lack what this Kassa needs. Nothing was touched. Start the Kassa that was used before, or one whose migrations are as they were published.`,
    );
  }
}

/** The first that was applied when it said something else. */
export const changedMigration = (applied: Applied[]): Migration | undefined =>
  knownMigrations().find((one) => {
    const checksum = applied.find(({ number }) => number === one.number)?.checksum;
    return checksum != null && checksum !== checksumOf(one);
  });

/** All tables that were ever made on PostgreSQL. */
export function tableNames(): string[] {
  const ours = [...files()].filter((file) => /(?<!\.sqlite)\.sql$/.test(file));
  const made = ours.flatMap((file) => [...read(file).matchAll(/^CREATE TABLE (\w+)/gm)]);
  return ['migrations', ...made.map(([, name = '']) => name)];
}

const read = (file: string): string => readOwnFile(new URL(file, FOLDER)).toString();

const readIfThere = (file: string): string => (files().has(file) ? read(file) : '');

const forSqlite = (sql: string): string =>
  sql.replace(/\bbigint\b/g, 'INTEGER').replace(/^\);/gm, ') STRICT, WITHOUT ROWID;');
