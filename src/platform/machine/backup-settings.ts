import { resolve } from 'node:path';
import { KEEP_DEFAULT, type Keep, parseKeep } from '../core/backup-keep.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { SettingsError } from './settings-error.ts';

/** When the running service makes backups, where to, and which of them stay. */
export interface BackupSettings {
  folder: string;
  every_ms: number;
  keep: Keep;
}

const EVERY_DEFAULT = '24h';
const EVERY_MIN_MS = 5 * MINUTE_MS;
const EVERY_MAX_MS = 31 * DAY_MS;

/** What can be set in the dashboard: the same as in the environment, of which `folder` is needed. */
export interface StoredBackups {
  folder: string | null;
  every: string | null;
  keep: string | null;
}

/** As if they were in the environment; undefined without a folder. */
export function storedBackupSettings({ folder, every, keep }: StoredBackups) {
  if (folder === null) return undefined;
  const values = new Map([
    ['KASSA_BACKUP_DIR', folder],
    ['KASSA_BACKUP_EVERY', every ?? EVERY_DEFAULT],
    ['KASSA_BACKUP_KEEP', keep ?? KEEP_DEFAULT],
  ]);
  return readBackupSettings((name) => values.get(name));
}

/** Undefined without KASSA_BACKUP_DIR: then nobody makes backups but `kassa backup`. */
export function readBackupSettings(
  get: (name: string) => string | undefined,
): BackupSettings | undefined {
  const folder = get('KASSA_BACKUP_DIR');
  const every = get('KASSA_BACKUP_EVERY');
  const keep = get('KASSA_BACKUP_KEEP');
  const every_ms = parseEvery(every ?? EVERY_DEFAULT);
  if (every_ms === undefined) {
    throw new SettingsError(
      `KASSA_BACKUP_EVERY is "${every}": it must be minutes, hours or days from 5m to 31d, such as 24h.`,
    );
  }
  const kept = parseKeep(keep ?? KEEP_DEFAULT);
  if (kept === undefined) {
    throw new SettingsError(
      `KASSA_BACKUP_KEEP is "${keep}": it must be numbers of hours, days, weeks, months and years, such as ${KEEP_DEFAULT}.`,
    );
  }
  if (folder === undefined) {
    if (every === undefined && keep === undefined) return undefined;
    throw new SettingsError(
      'KASSA_BACKUP_EVERY and KASSA_BACKUP_KEEP need KASSA_BACKUP_DIR, the folder for backups.',
    );
  }
  return { folder: readBackupFolder(folder), every_ms, keep: kept };
}

/** An address would be made a folder below the current one, where nobody looks for backups. */
export function readBackupFolder(text: string): string {
  const [address] = /^\w+:\/\//.exec(text) ?? [];
  if (address === undefined) return resolve(text);
  throw new SettingsError(
    `Backups go to a folder, and not to ${address}…: copy that folder to another machine (docs/backups.md).`,
  );
}

const UNIT_MS = new Map([
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
]);

function parseEvery(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const every_ms = Number(count) * (UNIT_MS.get(unit) ?? 0);
  return every_ms >= EVERY_MIN_MS && every_ms <= EVERY_MAX_MS ? every_ms : undefined;
}
