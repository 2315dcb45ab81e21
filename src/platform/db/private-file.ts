import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  statSync,
} from 'node:fs';
import { giveFileToOwner } from '../core/owner.ts';
import { SettingsError } from '../machine/settings-error.ts';

/** Makes sure that a file exists and that only its owner can read it. */
export function makePrivate(path: string): void {
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', 0o600));
    giveFileToOwner(path);
  }
  forbidOthers(path);
  mustBeOurs(path);
}

/** The same for a SQLite database and the files beside it. */
export function makeDatabasePrivate(path: string): void {
  makePrivate(path); // SQLite gives new files beside it the same mode.
  for (const beside of [`${path}-wal`, `${path}-shm`]) {
    if (!existsSync(beside)) continue;
    forbidOthers(beside);
    mustBeOurs(beside);
  }
}

/**
 * SQLite says only that it cannot open a file. It is not opened here: to close it would end the locks
 * that this process has on it.
 */
function mustBeOurs(path: string): void {
  accessSync(path, constants.R_OK | constants.W_OK);
}

function forbidOthers(path: string): void {
  const entry = statSync(path);
  if (entry.isDirectory()) {
    throw new SettingsError(
      `${path} is a folder, and must be a file. Put the file there, such as from a backup, or move the folder away and start Kassa, which makes a new one. (Docker makes a folder of a file that is mounted and missing.)`,
    );
  }
  if ((entry.mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // The file belongs to another user, who decides about its mode.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}
