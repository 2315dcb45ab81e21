import { createHash } from 'node:crypto';
import { listOwnFiles, readOwnFile } from '../core/program.ts';
import { SettingsError } from '../machine/settings-error.ts';

// The numbered files of migrations/sqlite/ and migrations/postgres/, of the same names: 0100-schema.sql
// makes all tables, those after it change them. What is on main is never changed again (decision 93).

export type Engine = 'sqlite' | 'postgres';

export interface Migration {
  number: number;
  name: string;
}

/** A row of `migrations`. */
export interface Applied {
  number: number;
  checksum?: string | null;
}

/** The number of 0100-schema.sql. */
export const BASELINE = 100;

const FOLDERS = {
  sqlite: new URL('./migrations/sqlite/', import.meta.url),
  postgres: new URL('./migrations/postgres/', import.meta.url),
};

let known: Migration[] | undefined;

/** All that this version knows, in order. */
export const knownMigrations = (): Migration[] =>
  (known ??= listOwnFiles(FOLDERS.sqlite)
    .sort()
    .map((file) => ({ number: Number(file.slice(0, 4)), name: file.slice(0, -'.sql'.length) })));

/** The number of the newest migration that this version knows. */
export const newestMigration = (): number => knownMigrations().at(-1)?.number ?? 0;

export function sqlOf({ name }: Migration, engine: Engine): string {
  const file = `${name}.sql`;
  return readOwnFile(new URL(file, FOLDERS[engine])).toString();
}

/** Of what it says to both engines: rows move from one to the other. */
export function checksumOf(migration: Migration): string {
  const hash = createHash('sha256');
  for (const engine of ['postgres', 'sqlite'] as const) {
    // A checkout on Windows may end its lines otherwise.
    hash.update(`${sqlOf(migration, engine).replaceAll('\r\n', '\n')}\0`);
  }
  return hash.digest('hex');
}

/** Those that a database lacks. Refuses one of a newer Kassa, or one that was made otherwise. */
export function missingMigrations(applied: Applied[]): Migration[] {
  const newer = newerMigration(applied);
  if (newer) {
    throw new SettingsError(
      `This database was written by a newer Kassa: it has migration ${newer.number}, and this Kassa knows them up to ${newestMigration()}. Start the newer Kassa, or go back to a backup from before the update.`,
    );
  }
  const changed = changedMigration(applied);
  if (changed) {
    throw new SettingsError(
      `Migration ${changed.number} (${changed.name}) is not the one that this database was made with: it was changed afterwards, and tables may lack what this Kassa needs. Nothing was touched. Start the Kassa that was used before, or one whose migrations are as they were published.`,
    );
  }
  return unapplied(applied);
}

export const unapplied = (applied: Applied[]): Migration[] =>
  knownMigrations().filter((one) => !applied.some(({ number }) => number === one.number));

/** The newest that this version does not know. Those from before the baseline are known to be old. */
export const newerMigration = (applied: Applied[]): Applied | undefined =>
  applied.findLast(
    ({ number }) => number >= BASELINE && !knownMigrations().some((one) => one.number === number),
  );

/** The first that was applied when it said something else. */
export const changedMigration = (applied: Applied[]): Migration | undefined =>
  knownMigrations().find((one) => {
    const checksum = applied.find(({ number }) => number === one.number)?.checksum;
    return checksum != null && checksum !== checksumOf(one);
  });
