import type { Reader } from '../db/database.ts';
import { table } from '../db/table.ts';

export interface BackupRow {
  made_at: number;
  place: string;
  bytes: number | null;
}

const backups = table<BackupRow>(
  'backups',
  'b',
  { made_at: 'key', place: 'changes', bytes: 'changes' },
  { has_store: false },
);

/** Of the whole installation. Two in the same millisecond are one. */
export const noteBackup = backups.save;

const LAST = `${backups.select} ORDER BY b.made_at DESC LIMIT :limit`;

/** Newest first. */
export const listBackups = (reader: Reader, limit: number) =>
  reader.all<BackupRow>(LAST, { limit });
