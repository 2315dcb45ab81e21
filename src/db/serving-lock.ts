import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SettingsError } from '../installation/settings.ts';
import { makePrivate } from './private-file.ts';

/** One that is just ending gets the time to end. */
const WAIT_MS = 2_000;
const SQLITE_BUSY = 5;

/**
 * One server at a time serves a data folder: a second one is refused. The lock is SQLite's own, on
 * a small file beside the database: it works wherever SQLite does, and ends with the process,
 * however that ends. Commands do not take it.
 */
export function takeServingLock(data_dir: string): { release(): void } {
  mkdirSync(data_dir, { recursive: true, mode: 0o700 });
  const path = join(data_dir, 'server.lock');
  makePrivate(path);
  const lock = new DatabaseSync(path, { timeout: WAIT_MS });
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
