import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { storageProblemOf } from '../../platform/db/storage-problem.ts';
import { type Settings, SettingsError } from '../../platform/machine/settings.ts';
import { isBackupFolder, listBackupsIn, realPath } from './backup-folder.ts';
import { DATABASE, MANIFEST } from './manifest.ts';

const MB = 1_000_000;
/** For the other files, and so that the shop itself can go on. */
const SPARE_BYTES = 50 * MB;
/** How much of a database is expected to be new since its last backup. */
const NEW_PART = 0.25;

/** Refuses a folder that has something else in it than backups. */
export function refuseBadPlace(named: string, data: string): void {
  const [folder, data_dir] = [realPath(named), realPath(data)];
  if (folder === data_dir) {
    throw new SettingsError(
      `${folder} is the data folder of the shop: choose another for backups, best on another disk.`,
    );
  }
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new SettingsError(`${folder} is a file, not a folder.`);
  }
  if (existsSync(join(folder, MANIFEST))) {
    throw new SettingsError(`${folder} is a backup: name the folder that it is in.`);
  }
  if (existsSync(join(folder, DATABASE))) {
    throw new SettingsError(`${folder} is the data folder of a shop: choose another for backups.`);
  }
  const is_inside = folder.startsWith(data_dir + sep);
  const is_new = !existsSync(folder) || readdirSync(folder).length === 0;
  const is_ours = dirname(folder) === data_dir && (is_new || isBackupFolder(folder));
  if (is_inside && !is_ours) {
    throw new SettingsError(
      `${folder} is among the live files of the shop: choose a folder outside of ${data_dir}, or a new one directly in it.`,
    );
  }
}

/** Refuses to begin what cannot be ended for want of space. */
export function refuseFullDisk(
  folder: string,
  { data_dir, database_url }: Pick<Settings, 'data_dir' | 'database_url'>,
  is_full: boolean,
): void {
  if (database_url !== undefined) return; // What a copy of it takes is not known before.
  const bytes = sizeOf(join(data_dir, DATABASE)) + sizeOf(join(data_dir, `${DATABASE}-wal`));
  const has_earlier = listBackupsIn(folder).backups.length > 0;
  const new_part = is_full ? 0 : has_earlier ? NEW_PART : 1;
  const needed = Math.ceil(bytes * (1 + new_part)) + SPARE_BYTES;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new SettingsError(
    `There is not enough space in ${folder}: a backup needs ${inMb(needed)}, and ${inMb(free)} are free.`,
  );
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const inMb = (bytes: number): string => `${Math.ceil(bytes / MB).toLocaleString('en')} MB`;

const NOT_WRITABLE = ['ENAMETOOLONG', 'ENOTDIR'];
/** What a disk says that was unmounted or pulled out, or whose server is away. */
const GONE = ['ENOENT', 'ENODEV', 'ENXIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT'];

/** The sentence for what went wrong while a backup was made. Nothing of it is left. */
export function whyNotMade(error: unknown, folder: string): unknown {
  const code = String(error instanceof Error && 'code' in error ? error.code : undefined);
  const message = error instanceof Error ? error.message : String(error);
  const kind = storageProblemOf(error)?.kind;
  if (kind === 'full' || /disk is full/.test(message)) {
    return new SettingsError(`The disk of ${folder} is full: the backup was not made.`);
  }
  if (kind === 'read_only' || NOT_WRITABLE.includes(code)) {
    return new SettingsError(`${folder} cannot be written to: ${message}.`);
  }
  if (kind === 'unreadable' || GONE.includes(code)) {
    return new SettingsError(
      `The backup to ${folder} was not made: a disk does not read or write (${message}). Is that of the backups still mounted?`,
    );
  }
  return error;
}
