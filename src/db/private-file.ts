import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { giveFileToOwner } from '../core/owner.ts';

/** Makes sure that a file exists and that only its owner can read it. */
export function makePrivate(path: string): void {
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', 0o600));
    giveFileToOwner(path);
  }
  forbidOthers(path);
}

/** The same for a SQLite database and the files beside it. */
export function makeDatabasePrivate(path: string): void {
  makePrivate(path); // SQLite gives new files beside it the same mode.
  for (const beside of [`${path}-wal`, `${path}-shm`]) if (existsSync(beside)) forbidOthers(beside);
}

function forbidOthers(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // The file belongs to another user, who decides about its mode.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}
