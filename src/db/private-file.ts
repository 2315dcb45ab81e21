import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

/** Makes a file that its owner alone may read, or makes it so. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  forbidOthers(path);
}

/** A database made by an earlier version, and what SQLite keeps beside it. */
export function makeDatabasePrivate(path: string): void {
  makePrivate(path); // What SQLite makes beside it later has the mode of the database.
  for (const beside of [`${path}-wal`, `${path}-shm`]) if (existsSync(beside)) forbidOthers(beside);
}

function forbidOthers(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // Somebody else's file that we may use: its owner decides.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}
