import { HOUR_MS } from '../../platform/core/time.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';

export interface BackupRow {
  made_at: number;
  place: string;
  bytes: number | null;
  made_by: 'command' | 'schedule' | 'noted';
}

const backups = table<BackupRow>(
  'backups',
  'b',
  { made_at: 'key', place: 'changes', bytes: 'changes', made_by: 'changes' },
  { has_store: false },
);

/** Of the whole installation. Two in the same millisecond are one. */
export const noteBackup = backups.save;

const LAST = `${backups.select} ORDER BY b.made_at DESC LIMIT :limit`;

/** Newest first. */
export const listBackups = (reader: Reader, limit: number) =>
  reader.all<BackupRow>(LAST, { limit });

const FORGET = changes('backups', 'place')`DELETE FROM backups WHERE place = :place`;

/** The backup there was removed. */
export const forgetBackup = (tx: Tx, place: string) => tx.run(FORGET, { place });

/** What was made later than this was made while the clock was wrong: who knows when. */
const latest = (now: number): number => now + HOUR_MS;

const LAST_MADE_AT = 'SELECT MAX(made_at) AS made_at FROM backups WHERE made_at <= :latest';

/** When the newest good backup was made or noted; null: never. Its age is what to watch. */
export const lastBackupAt = async (reader: Reader, now: number): Promise<number | null> =>
  (await reader.maybe<{ made_at: number | null }>(LAST_MADE_AT, { latest: latest(now) }))
    ?.made_at ?? null;

const LAST_SCHEDULED = `${LAST_MADE_AT} AND made_by = 'schedule'`;

/** The same, of those that the schedule made. */
export const lastScheduledAt = async (reader: Reader, now: number): Promise<number | null> =>
  (await reader.maybe<{ made_at: number | null }>(LAST_SCHEDULED, { latest: latest(now) }))
    ?.made_at ?? null;

/** Where they go and when, as it was set in the dashboard. */
export interface StoredSchedule {
  folder: string | null;
  every: string | null;
  keep: string | null;
  /** When somebody last wanted one at once. */
  requested_at: number;
}

const SCHEDULE = `SELECT folder, every, keep, requested_at FROM backup_schedule
  WHERE store_id = ''`;

export const findStoredSchedule = async (reader: Reader): Promise<StoredSchedule> =>
  (await reader.maybe<StoredSchedule>(SCHEDULE)) ?? NO_SCHEDULE;

const NO_SCHEDULE: StoredSchedule = { folder: null, every: null, keep: null, requested_at: 0 };

const SAVE_SCHEDULE = changes('backup_schedule')`
  UPDATE backup_schedule SET folder = :folder, every = :every, keep = :keep WHERE store_id = ''`;

export const saveStoredSchedule = (
  tx: Tx,
  { folder, every, keep }: Omit<StoredSchedule, 'requested_at'>,
) => tx.run(SAVE_SCHEDULE, { folder, every, keep });

const REQUEST = changes('backup_schedule')`
  UPDATE backup_schedule SET requested_at = :now WHERE store_id = '' AND requested_at < :now`;

export const requestBackup = (tx: Tx, now: number) => tx.run(REQUEST, { now });

const IS_REQUESTED = `SELECT 1 AS found FROM backup_schedule
  WHERE store_id = '' AND requested_at > tried_at`;

/** Whether somebody wants a backup that has not been tried yet. */
export const isBackupRequested = async (reader: Reader): Promise<boolean> =>
  (await reader.maybe(IS_REQUESTED)) !== undefined;

/** How the last try of the schedule ended. */
export interface LastTry {
  tried_at: number;
  problem: string | null;
}

const LAST_TRY = `SELECT tried_at, problem FROM backup_schedule WHERE store_id = ''`;

export const findLastTry = async (reader: Reader): Promise<LastTry> =>
  (await reader.maybe<LastTry>(LAST_TRY)) ?? { tried_at: 0, problem: null };

// One process at a time: it says again and again that it still works, and another takes over when
// it has not for a while. Nobody claims it for longer than `:longest`, unless the clock was wrong.
const CLAIM = changes('backup_schedule')`UPDATE backup_schedule
  SET claimed_until = :until, claimed_by = :owner, tried_at = :now
  WHERE store_id = '' AND (claimed_until <= :now OR claimed_until > :longest)`;
const RENEW = changes('backup_schedule')`
  UPDATE backup_schedule SET claimed_until = :until
  WHERE store_id = '' AND claimed_by = :owner`;
const END = changes('backup_schedule')`
  UPDATE backup_schedule SET claimed_until = 0, problem = :problem
  WHERE store_id = '' AND claimed_by = :owner`;

/** Returns whether this process makes the next backup. */
export const claimSchedule = async (
  tx: Tx,
  claim: { owner: string; now: number; until: number; longest: number },
): Promise<boolean> => (await tx.run(CLAIM, claim)) === 1;

export const renewClaim = (tx: Tx, claim: { owner: string; until: number }) => tx.run(RENEW, claim);

export const endClaim = (tx: Tx, ended: { owner: string; problem: string | null }) =>
  tx.run(END, ended);
