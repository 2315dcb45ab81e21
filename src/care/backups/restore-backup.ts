import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { giveToOwner } from '../../platform/core/owner.ts';
import { takeFileLock } from '../../platform/db/file-lock.ts';
import {
  carryOut,
  findPlan,
  planFile,
  type RestorePlan,
  STAGED,
  stagedFiles,
} from '../../platform/db/finish-restore.ts';
import { refuseOldSchema } from '../../platform/db/migrate.ts';
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
import { type CheckedCopy, checkCopy, refuseDamage } from './check-copy.ts';
import { DATABASE, type Manifest, RESTORE_OWNS, readManifest } from './manifest.ts';
import { type Marked, markRestored } from './mark-restored.ts';
import { writePrivately } from './private-files.ts';
import type { Progress } from './progress.ts';
import { readBackup } from './read-backup.ts';
import { besideRecords, restoreRecords } from './restore-to-postgres.ts';

export interface RestoreRequest {
  backup: string;
  data_dir: string;
  /** An empty PostgreSQL, which gets the records; the other files go to the data folder. */
  database_url: string | undefined;
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
 * Puts a backup into a data folder, or its records into PostgreSQL. Everything is read, checked and
 * on disk before anything that is there is touched; then it is a few renames, which the next command
 * ends if this one is killed.
 */
export async function restoreBackup(
  { secret }: Pick<Settings, 'secret'>,
  request: RestoreRequest,
  progress: Progress,
): Promise<Restored> {
  const { data_dir, database_url, is_quick } = request;
  const backup = resolve(request.backup);
  const manifest = readManifest(backup);
  refuseOtherVersions(manifest);
  refuseBackups(data_dir);
  makeDataFolder(data_dir);
  const lock = takeFileLock(join(data_dir, 'server.lock'), WAIT_MS);
  if (!lock) throw new SettingsError(`A Kassa server is running on ${data_dir}${stopIt(request)}.`);
  try {
    const begun = findPlan(data_dir);
    carryOut(data_dir);
    const is_done = database_url === undefined && begun?.backup === backup;
    if (is_done) return restored(begun.aside, undefined, undefined);
    const old = database_url === undefined ? oldEntries(request, backup) : [];
    refuseFullDisk(data_dir, manifest);
    const staged = stagedFiles(data_dir);
    rmSync(join(data_dir, STAGED), { recursive: true, force: true });
    makeFolder(staged);
    try {
      readBackup(backup, manifest, staged, progress);
      const files =
        database_url === undefined ? readdirSync(staged) : besideRecords(request, staged);
      const copy = join(staged, DATABASE);
      refuseDamage(copy, is_quick);
      const marked = await markRestored(copy, manifest, request);
      const checked = await checkCopy(copy, { secret, data_dir: staged }, { is_quick }, progress);
      const aside = freeName(data_dir, request.now);
      const replaced = files.filter((name) => existsSync(join(data_dir, name)));
      const plan = { backup, old: old.length > 0 ? old : replaced, aside, files };
      const put = () => putFiles(data_dir, plan);
      if (database_url === undefined) put();
      else await restoreRecords({ copy, database_url, now: request.now }, put, progress);
      return restored(aside, checked, marked);
    } finally {
      if (!findPlan(data_dir)) rmSync(join(data_dir, STAGED), { recursive: true, force: true });
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

const stopIt = ({ database_url }: RestoreRequest): string =>
  database_url === undefined
    ? ': stop it first'
    : ', and the secret and certificates of the backup go into a data folder: choose another one with KASSA_DATA_DIR, or stop it first';

/** Puts what is staged into the data folder. From the plan on it will happen, whoever is killed. */
function putFiles(data_dir: string, plan: RestorePlan): void {
  syncFolder(stagedFiles(data_dir));
  writePrivately(`${planFile(data_dir)}.new`, JSON.stringify(plan));
  giveToOwner(data_dir, [STAGED]);
  renameSync(`${planFile(data_dir)}.new`, planFile(data_dir));
  syncFolder(join(data_dir, STAGED));
  carryOut(data_dir);
  giveToOwner(data_dir, [plan.aside]);
}

function refuseOtherVersions({ kassa, last_migration }: Manifest): void {
  refuseOldSchema(last_migration, 'backup');
  if (last_migration <= newestMigration()) return;
  throw new SettingsError(
    `This backup was made by a newer Kassa (${kassa}, migration ${last_migration}; this one knows ${newestMigration()}): update Kassa first.`,
  );
}

/** What is put there would be removed with the backup, and what is there would be put aside. */
function refuseBackups(data_dir: string): void {
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
function oldEntries({ data_dir, replaces }: RestoreRequest, backup: string): string[] {
  const being_read = realPath(backup);
  const old = readdirSync(data_dir).filter((name) => {
    const path = join(data_dir, name);
    if (RESTORE_OWNS.test(name) || being_read.startsWith(realPath(path) + sep)) return false;
    return !holdsBackups(path);
  });
  if (old.length === 0 || replaces) return old;
  throw new SettingsError(
    `${data_dir} is not empty (${old.slice(0, 3).join(', ')}${old.length > 3 ? ', …' : ''}). Restore to a new folder with --to FOLDER, or add --replace: what is there is put aside, not deleted.`,
  );
}

function holdsBackups(path: string): boolean {
  if (isBackupFolder(path)) return true;
  if (!lstatSync(path).isDirectory()) return false;
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return files.some((file) => basename(file) === LOCK);
}

function refuseFullDisk(data_dir: string, { files }: Manifest): void {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0) + SPARE_BYTES;
  const { bavail, bsize } = statfsSync(data_dir);
  if (bavail * bsize >= needed) return;
  const inMb = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
  throw new SettingsError(
    `There is not enough space in ${data_dir}: the shop needs ${inMb(needed)}, and ${inMb(bavail * bsize)} are free.`,
  );
}

function freeName(data_dir: string, now: number): string {
  const name = `before-restore-${nameOfBackup(now)}`;
  for (let n = 2, free = name; ; n++, free = `${name}-${n}`) {
    if (!existsSync(join(data_dir, free))) return free;
  }
}

/** Where the backup is restored to. */
function makeDataFolder(data_dir: string): void {
  try {
    makeFolder(data_dir);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${data_dir} cannot be made: ${why}. Choose another folder.`);
  }
}
