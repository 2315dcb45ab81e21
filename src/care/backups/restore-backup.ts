import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { giveToOwner } from '../../platform/core/owner.ts';
import { refuseOldSchema } from '../../platform/db/before-baseline.ts';
import { takeFileLock } from '../../platform/db/file-lock.ts';
import {
  carryOut,
  findPlan,
  planFile,
  STAGED,
  stagedFiles,
} from '../../platform/db/finish-restore.ts';
import { newestMigration } from '../../platform/db/migrations.ts';
import { type Settings, SettingsError } from '../../platform/machine/settings.ts';
import {
  isBackup,
  isBackupFolder,
  LOCK,
  nameOfBackup,
  realPath,
  syncFolder,
} from './backup-folder.ts';
import { type CheckedCopy, checkCopy } from './check-copy.ts';
import { DATABASE, type Manifest, RESTORE_OWNS, readManifest } from './manifest.ts';
import { type Marked, markRestored } from './mark-restored.ts';
import { writePrivately } from './private-files.ts';
import type { Progress } from './progress.ts';
import { readBackup } from './read-backup.ts';

export interface RestoreAsked {
  backup: string;
  data_dir: string;
  /** Puts what is there aside instead of refusing. */
  replaces: boolean;
  is_quick: boolean;
  /** Nothing has happened in the shop since the backup. */
  is_unchanged: boolean;
  now: number;
}

export interface Restored {
  manifest: Manifest;
  /** Where what was there before is; undefined when there was nothing. */
  aside: string | undefined;
  /** Undefined when an earlier command had already checked it. */
  checked: CheckedCopy | undefined;
  /** Undefined when an earlier command has done that. */
  marked: Marked | undefined;
}

/** Time for a server that is just stopping. */
const WAIT_MS = 2_000;
const SPARE_BYTES = 50_000_000;

/**
 * Puts a backup into a data folder. Everything is read, checked and on disk before anything that is
 * there is touched; then it is a few renames, which the next command ends if this one is killed.
 */
export async function restoreBackup(
  { secret }: Pick<Settings, 'secret'>,
  asked: RestoreAsked,
  progress: Progress,
): Promise<Restored> {
  const { data_dir, is_quick } = asked;
  const backup = resolve(asked.backup);
  const manifest = readManifest(backup);
  refuseOtherVersion(manifest);
  refuseBackups(data_dir);
  makeDataFolder(data_dir);
  const lock = takeFileLock(join(data_dir, 'server.lock'), WAIT_MS);
  if (!lock) {
    throw new SettingsError(`A Kassa server is running on ${data_dir}: stop it first.`);
  }
  try {
    const begun = findPlan(data_dir);
    carryOut(data_dir);
    if (begun?.backup === backup) return restored(begun.aside, undefined, undefined);
    const old = oldEntries(data_dir, backup);
    if (old.length > 0 && !asked.replaces) {
      throw new SettingsError(
        `${data_dir} is not empty (${old.slice(0, 3).join(', ')}${old.length > 3 ? ', …' : ''}). Restore to a new folder with --to FOLDER, or add --replace: what is there is put aside, not deleted.`,
      );
    }
    refuseFullDisk(data_dir, manifest);
    const staged = stagedFiles(data_dir);
    rmSync(join(data_dir, STAGED), { recursive: true, force: true });
    makeFolder(staged);
    try {
      readBackup(backup, manifest, staged, progress);
      const copy = join(staged, DATABASE);
      const place = { secret, data_dir: staged };
      const checked = await checkCopy(copy, place, { is_quick }, progress);
      const marked = await markRestored(copy, manifest, asked);
      const aside = freeName(data_dir, asked.now);
      const plan = { backup, old, aside, files: readdirSync(staged) };
      syncFolder(staged);
      writePrivately(`${planFile(data_dir)}.new`, JSON.stringify(plan));
      giveToOwner(data_dir, [STAGED]);
      renameSync(`${planFile(data_dir)}.new`, planFile(data_dir)); // From here on it will happen.
      syncFolder(join(data_dir, STAGED));
      carryOut(data_dir);
      giveToOwner(data_dir, [aside]);
      return restored(aside, checked, marked);
    } catch (error) {
      if (!findPlan(data_dir)) rmSync(join(data_dir, STAGED), { recursive: true, force: true });
      throw error;
    }
  } finally {
    lock.release();
  }

  function restored(
    aside: string,
    checked: CheckedCopy | undefined,
    marked: Marked | undefined,
  ): Restored {
    const path = join(data_dir, aside);
    return { manifest, aside: existsSync(path) ? path : undefined, checked, marked };
  }
}

export function refuseOtherVersion({ kassa, last_migration }: Manifest): void {
  refuseOldSchema(last_migration, 'backup');
  if (last_migration <= newestMigration()) return;
  throw new SettingsError(
    `This backup was made by a newer Kassa (${kassa}, migration ${last_migration}; this one knows ${newestMigration()}): update Kassa first.`,
  );
}

/** What is put there would be removed with the backup, and what is there would be put aside. */
export function refuseBackups(data_dir: string): void {
  let folder = realPath(data_dir);
  if (isBackupFolder(folder)) {
    throw new SettingsError(`${data_dir} is a folder of backups: restore to another one.`);
  }
  for (;;) {
    if (isBackup(folder)) {
      throw new SettingsError(`${folder} is a backup: restore to another folder.`);
    }
    if (folder === dirname(folder)) return;
    folder = dirname(folder);
  }
}

/** What in a data folder would be replaced. Backups in it are not: the service goes on with them. */
function oldEntries(data_dir: string, backup: string): string[] {
  const being_read = realPath(backup);
  return readdirSync(data_dir).filter((name) => {
    const path = join(data_dir, name);
    if (RESTORE_OWNS.test(name) || being_read.startsWith(realPath(path) + sep)) return false;
    return !holdsBackups(path);
  });
}

function holdsBackups(path: string): boolean {
  if (isBackupFolder(path)) return true;
  if (!lstatSync(path).isDirectory()) return false;
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return files.some((file) => basename(file) === LOCK);
}

export function refuseFullDisk(data_dir: string, { files }: Manifest): void {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0) + SPARE_BYTES;
  const { bavail, bsize } = statfsSync(data_dir);
  if (bavail * bsize >= needed) return;
  const inMb = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
  throw new SettingsError(
    `There is not enough space in ${data_dir}: the shop needs ${inMb(needed)}, and ${inMb(bavail * bsize)} are free.`,
  );
}

export function freeName(data_dir: string, now: number): string {
  const name = `before-restore-${nameOfBackup(now)}`;
  for (let n = 2, free = name; ; n++, free = `${name}-${n}`) {
    if (!existsSync(join(data_dir, free))) return free;
  }
}

/** Where the backup is restored to. */
export function makeDataFolder(data_dir: string): void {
  try {
    makeFolder(data_dir);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${data_dir} cannot be made: ${why}. Choose another folder.`);
  }
}
