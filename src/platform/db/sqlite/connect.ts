import assert from 'node:assert/strict';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { refuseLostDatabase } from '../lost-database.ts';

const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KB = 8_000;
// A reader that takes long (a backup, `kassa verify`) lets the log grow; afterwards it shrinks again.
const LOG_KEPT_BYTES = 64 * 1024 * 1024;

interface ConnectOptions {
  cache_kb?: number;
  is_read_only?: boolean;
}

/** A connection whose settings make commits durable. That they are in force is checked. */
export function connect(
  path: string,
  { cache_kb = CACHE_KB, is_read_only = false }: ConnectOptions = {},
): DatabaseSync {
  refuseLostDatabase(path);
  const db = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    readOnly: is_read_only,
  });
  db.exec(`PRAGMA journal_size_limit = ${LOG_KEPT_BYTES}`);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -${cache_kb}`);
  const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  assert.equal(pragma('journal_mode'), 'wal', 'SQLite must use a write-ahead log');
  assert.equal(pragma('synchronous'), 2, 'SQLite must sync every commit');
  assert.equal(pragma('foreign_keys'), 1, 'SQLite must check foreign keys');
  const version = String(db.prepare('SELECT sqlite_version() AS v').get()?.v);
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const number = major * 1_000_000 + minor * 1_000 + patch;
  assert(number >= 3_051_003, `SQLite ${version} is too old: 3.51.3 or newer is needed`);
  return db;
}

/**
 * What returns no rows reports the last row number on its connection, whoever wrote that row: inside
 * the full-text index it can exceed 2^53, which must not be an error.
 */
export function prepare(db: DatabaseSync, text: string): StatementSync {
  const statement = db.prepare(text);
  if (statement.columns().length === 0) statement.setReadBigInts(true);
  return statement;
}
