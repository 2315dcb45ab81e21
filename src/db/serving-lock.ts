import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SettingsError } from '../installation/settings.ts';
import { makePrivate } from './private-file.ts';
import { explainedForStart } from './storage-problem.ts';

/** Time for a server that is just stopping. */
const WAIT_MS = 2_000;
const SQLITE_BUSY = 5;

/**
 * Makes sure that only one server uses a data folder. It is a lock of SQLite on a small file beside
 * the database: it works wherever SQLite does, and the system releases it when the process ends in
 * any way. Commands do not take it.
 */
export function takeServingLock(data_dir: string): { release(): void } {
  const lock = openLock(data_dir);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) {
      throw error;
    }
    throw new SettingsError(
      `Another Kassa server is running on ${data_dir}, and one at a time can serve a SQLite file. Stop that one, or choose another folder with KASSA_DATA_DIR; any number of servers can share a PostgreSQL (DATABASE_URL).`,
    );
  }
  return { release: () => lock.close() };
}

function openLock(data_dir: string): DatabaseSync {
  try {
    mkdirSync(data_dir, { recursive: true, mode: 0o700 });
    const path = join(data_dir, 'server.lock');
    makePrivate(path);
    return new DatabaseSync(path, { timeout: WAIT_MS });
  } catch (error) {
    throw explainedForStart(error, data_dir);
  }
}
