import type { Clock } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BackupSettings } from '../../platform/machine/backup-settings.ts';
import { storedBackupSettings } from '../../platform/machine/backup-settings.ts';
import {
  type BackupRow,
  findLastTry,
  findStoredSchedule,
  lastBackupAt,
  listBackups,
} from './backup.sql.ts';

declare module '../../platform/operation/services.ts' {
  interface Services {
    backups: Backups;
  }
}

const SHOWN = 10;

/** When the service makes backups, and how. */
export interface BackupSchedule extends Pick<BackupSettings, 'folder' | 'every_ms'> {
  /** Makes one in another process, so that no request waits. Returns what is wrong with it. */
  make(is_stopping: AbortSignal): Promise<string | undefined>;
  /** Why its folder is none for backups, such as that of the shop itself; undefined: it is one. */
  whyNotFolder(): string | undefined;
}

/** Makes a schedule of settings: one that starts processes, which only the service does. */
export type MakeSchedule = (settings: BackupSettings) => BackupSchedule;

export interface Backups {
  /** That of the environment, which wins, or else the one that was set in the dashboard. */
  readonly schedule: BackupSchedule | undefined;
  /** Whether it is that of the environment. */
  readonly is_fixed: boolean;
  /** Whether this process could make backups if a folder were set. */
  readonly can_schedule: boolean;
  /** Why the folder of these settings is none for backups; undefined: it is one, as far as is known. */
  whyNotFolder(settings: BackupSettings): string | undefined;
  /** Takes over what was set in the dashboard since, by this process or another. */
  refresh(): Promise<void>;
  /** The database of this installation, and the newest backups of it that were made or noted. */
  look(): Promise<{
    engine: 'sqlite' | 'postgres';
    bytes: number;
    last_at: number | null;
    made: BackupRow[];
    /** Why the schedule made none when it last tried, and when that was; null: it made one. */
    failed: { tried_at: number; problem: string } | null;
  }>;
}

export function createBackups(
  db: Database,
  clock: Clock,
  { fixed, makeSchedule }: { fixed?: BackupSettings | undefined; makeSchedule?: MakeSchedule } = {},
): Backups {
  let schedule = fixed && makeSchedule?.(fixed);
  let made_of = '';
  return {
    get schedule() {
      return schedule;
    },
    is_fixed: fixed !== undefined,
    can_schedule: makeSchedule !== undefined,
    whyNotFolder: (settings) => makeSchedule?.(settings).whyNotFolder(),
    async refresh() {
      if (fixed || !makeSchedule) return;
      const { requested_at: _, ...stored } = await findStoredSchedule(db.reader(null));
      const of = JSON.stringify(stored);
      if (of === made_of) return;
      made_of = of;
      const settings = storedBackupSettings(stored);
      schedule = settings && makeSchedule(settings);
    },
    async look() {
      const reader = db.reader(null);
      const made = await listBackups(reader, SHOWN);
      const last_at = await lastBackupAt(reader, clock());
      const { tried_at, problem } = await findLastTry(reader);
      const failed = schedule && problem !== null ? { tried_at, problem } : null;
      return { ...(await db.describe()), made, last_at, failed };
    },
  };
}
