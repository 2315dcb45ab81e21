import type { Clock } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BackupSettings } from '../../platform/machine/backup-settings.ts';
import { type BackupRow, findLastTry, lastBackupAt, listBackups } from './backup.sql.ts';

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
}

export interface Backups {
  schedule: BackupSchedule | undefined;
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

export const createBackups = (db: Database, clock: Clock, schedule?: BackupSchedule): Backups => ({
  schedule,
  async look() {
    const reader = db.reader(null);
    const made = await listBackups(reader, SHOWN);
    const last_at = await lastBackupAt(reader, clock());
    const { tried_at, problem } = await findLastTry(reader);
    const failed = schedule && problem !== null ? { tried_at, problem } : null;
    return { ...(await db.describe()), made, last_at, failed };
  },
});
