import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { giveFileToOwner } from '../../platform/core/owner.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { type FileLock, takeFileLock } from '../../platform/db/file-lock.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import { DATABASE, MANIFEST, type Manifest, readManifest } from './manifest.ts';

/** In every folder that backups are put in. */
export const LOCK = 'backups.lock';
/** Backups that are being made, or whose making was interrupted. */
const UNFINISHED = /^\.(making|removing)-/;
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z(-\d+)?$/;

export interface FoundBackup {
  name: string;
  path: string;
  manifest: Manifest;
}

/** `2026-11-17T00-30-00Z`: in the order of time, and a good file name everywhere. */
export const nameOfBackup = (made_at: number): string =>
  `${isoInstant(made_at).slice(0, 19).replaceAll(':', '-')}Z`;

/** Where a path leads in the end, also one of which not everything is there. */
export function realPath(path: string): string {
  const above = dirname(path);
  if (existsSync(path) || above === path) return realpathSync(path);
  return join(realPath(above), basename(path));
}

export const isBackupFolder = (folder: string): boolean => existsSync(join(folder, LOCK));

/** Whether a folder is one backup. A full one that somebody has served is a data folder by now. */
export function isBackup(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  if (!has(MANIFEST)) return false;
  return has(`${DATABASE}.blocks`) || (has(DATABASE) && !has('server.lock'));
}

/**
 * Opens a folder for backups: makes it if it is missing, makes sure that nobody else puts something
 * there or removes it, and removes what an interrupted command has left.
 */
export function openBackupFolder(folder: string): FileLock {
  let lock: FileLock | undefined;
  try {
    const made = makeFolder(folder);
    if (made !== undefined) giveFileToOwner(made);
    lock = takeFileLock(join(folder, LOCK), 0);
    for (const name of lock ? readdirSync(folder) : []) {
      if (UNFINISHED.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
    }
  } catch (error) {
    lock?.release();
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${folder} cannot be written to: ${why}.`);
  }
  if (!lock) throw new SettingsError(`Another backup to ${folder} is under way.`);
  return lock;
}

interface Listed {
  backups: FoundBackup[];
  /** Those that somebody has given a name of their own: nobody removes them. */
  renamed: FoundBackup[];
  unreadable: string[];
}

/** The complete backups in a folder, oldest first. One that cannot be read is reported. */
export function listBackupsIn(folder: string): Listed {
  const backups: FoundBackup[] = [];
  const renamed: FoundBackup[] = [];
  const unreadable: string[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    const is_named = NAME.test(name);
    if (!is_named && (UNFINISHED.test(name) || !existsSync(join(path, MANIFEST)))) continue;
    try {
      (is_named ? backups : renamed).push({ name, path, manifest: readManifest(path) });
    } catch {
      unreadable.push(path);
    }
  }
  return { backups, renamed, unreadable };
}

/** Makes what was written, made, renamed or removed in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Some file systems and Windows cannot sync a folder: their names are safe, or nobody can help.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'].includes(String(code))) throw error;
  } finally {
    closeSync(handle);
  }
}
