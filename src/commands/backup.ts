import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type MadeBackup, makeBackup } from '../care/backups/make-backup.ts';
import { parseKeep } from '../platform/core/backup-keep.ts';
import { KASSA, shellWord } from '../platform/core/program.ts';
import { type Clock, isoInstant } from '../platform/core/time.ts';
import { VERSION } from '../platform/core/version.ts';
import type { Database } from '../platform/db/database.ts';
import { explained } from '../platform/db/storage-problem.ts';
import { readBackupFolder, storedBackupSettings } from '../platform/machine/backup-settings.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import {
  type BackupRow,
  findStoredSchedule,
  forgetBackup,
  noteBackup,
} from '../shop/store/backup.sql.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';

type Shop = Pick<Settings, 'data_dir' | 'database_url' | 'secret' | 'tls_files' | 'backups'>;

interface BackupOptions {
  folder: string | undefined;
  noted: string | undefined;
  full: boolean | undefined;
  quick: boolean | undefined;
  keep: string | undefined;
  clock: Clock;
  terminal: { write(text: string): void; is_terminal: boolean };
}

const VIOLATIONS_SHOWN = 5;

/** Copies the shop to a new folder while it runs, or notes that it was copied otherwise. */
export async function backup(
  db: Database,
  settings: Shop,
  options: BackupOptions,
  output: Output,
): Promise<void> {
  const now = options.clock();
  if (options.noted !== undefined) {
    const row = { made_at: now, place: options.noted, bytes: null, made_by: 'noted' } as const;
    await note(db, row);
    return output.record({ made_at: isoInstant(now), place: row.place, bytes: null }, [
      `Noted: a backup of ${isoInstant(now)}, in ${row.place}.`,
    ]);
  }
  const stored = await findStoredSchedule(db.reader(null));
  const backups = settings.backups ?? storedBackupSettings(stored);
  const folder = options.folder ?? backups?.folder;
  if (!folder) {
    throw new SettingsError(`Say where to: ${KASSA} backup FOLDER`);
  }
  const is_scheduled = options.folder === undefined;
  const { progress, end } = showProgress(options.terminal, options.clock);
  const made = await makeBackup(
    settings,
    {
      folder: readBackupFolder(folder),
      now,
      is_full: options.full ?? false,
      is_quick: options.quick ?? false,
      keep: keepOf(options) ?? (is_scheduled ? backups?.keep : undefined),
      version: VERSION,
      apart: backups ? [backups.folder] : [],
    },
    progress,
  ).finally(end);
  const bytes = made.manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const made_by = is_scheduled ? 'schedule' : 'command';
  try {
    await note(db, { made_at: now, place: made.path, bytes, made_by });
    await db.write(null, async (tx) => {
      for (const place of made.removed) await forgetBackup(tx, place);
    });
  } catch (error) {
    throw explained(error, `${made.path} was made and is whole, but the shop cannot note it`);
  }
  const { path: place, new_bytes, removed, not_removed, violations, manifest } = made;
  output.record(
    {
      made_at: isoInstant(now),
      place,
      bytes,
      new_bytes,
      removed,
      not_removed,
      violations,
      manifest,
    },
    lines(made, bytes, settings),
  );
}

async function note(db: Database, row: BackupRow): Promise<void> {
  const { place } = row;
  if (place.trim() === '' || place.length > 500 || /\p{Cc}/u.test(place)) {
    throw new SettingsError('The place of a backup is one line of 1 to 500 characters.');
  }
  await db.write(null, async (tx) => noteBackup(tx, row));
}

function keepOf({ keep }: BackupOptions) {
  if (keep === undefined) return undefined;
  const parsed = parseKeep(keep);
  if (!parsed) throw new SettingsError('--keep is numbers of periods, such as 7d,4w,12m.');
  return parsed;
}

function lines({ path, manifest, ...made }: MadeBackup, bytes: number, settings: Shop): string[] {
  const { stores, transactions, events, checked } = manifest;
  const number = (count: number) => count.toLocaleString('en');
  return [
    `Made: ${path}`,
    `  ${inMb(bytes)}, of which ${inMb(made.new_bytes)} are new on the disk; ${number(stores)} stores, ${number(transactions)} transactions, ${number(events)} events.`,
    checked === 'everything'
      ? '  It was opened, and every record in it was checked.'
      : '  It was opened, and its file was checked.',
    ...violationLines(made.violations),
    ...made.removed.map((old) => `Removed, as it need not stay: ${old}`),
    ...(made.not_removed === null
      ? []
      : [`What need not stay could NOT be removed: ${made.not_removed}`]),
    ...(manifest.secret === 'file'
      ? ['It has the database and the secret: keep it as safe as the shop itself.']
      : ['The secret is NOT in it: it is in KASSA_SECRET of the service. Keep that elsewhere.']),
    ...elsewhere(settings),
    ...(isOnSameDisk(path, settings)
      ? ['It is on the disk of the shop: copy the folder of backups to another machine too.']
      : []),
    `To restore it: ${KASSA} restore ${shellWord(path)}`,
  ];
}

const violationLines = (violations: string[]): string[] =>
  violations.length === 0
    ? []
    : [
        `  ${violations.length} things in it are WRONG, as they are in the shop: ${KASSA} verify`,
        ...violations.slice(0, VIOLATIONS_SHOWN).map((text) => `    ${text}`),
      ];

/** Files outside of the data folder that the service needs. */
const elsewhere = ({ tls_files }: Shop): string[] =>
  tls_files
    ? [`Not in it: ${tls_files.cert} and ${tls_files.key}, and the settings of the service.`]
    : ['Not in it: the settings of the service (its environment variables).'];

const isOnSameDisk = (path: string, { data_dir, database_url }: Shop): boolean =>
  database_url === undefined && statSync(path).dev === statSync(resolve(data_dir)).dev;

const inMb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
