import type { Database } from '../db/database.ts';
import { type BackupRow, listBackups } from './backup.sql.ts';

const SHOWN = 10;

export interface Backups {
  /** The database of this installation, and the newest backups of it that were noted. */
  look(): Promise<{ engine: 'sqlite' | 'postgres'; bytes: number; made: BackupRow[] }>;
}

export const createBackups = (db: Database): Backups => ({
  async look() {
    const made = await listBackups(db.reader(null), SHOWN);
    return { ...(await db.describe()), made };
  },
});
