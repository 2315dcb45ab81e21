import type { Reader, Tx } from '../db/database.ts';
import { table } from '../db/table.ts';

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

const FORGET = 'DELETE FROM backups WHERE place = :place';

/** The backup there was removed. */
export const forgetBackup = (tx: Tx, place: string) => tx.run(FORGET, { place });

const LAST_MADE_AT = 'SELECT MAX(made_at) AS made_at FROM backups';

/** When the newest good backup was made or noted; null: never. Its age is what to watch. */
export const lastBackupAt = async (reader: Reader): Promise<number | null> =>
  (await reader.maybe<{ made_at: number | null }>(LAST_MADE_AT))?.made_at ?? null;

const LAST_SCHEDULED = `${LAST_MADE_AT} WHERE made_by = 'schedule'`;

const lastScheduledAt = async (reader: Reader): Promise<number | null> =>
  (await reader.maybe<{ made_at: number | null }>(LAST_SCHEDULED))?.made_at ?? null;

/** How the last try of the schedule ended. */
interface LastTry {
  tried_at: number;
  problem: string | null;
}

const LAST_TRY = `SELECT tried_at, problem FROM backup_schedule WHERE store_id = ''`;

/** The last backup that the schedule made, and its last try. */
export async function findSchedule(reader: Reader): Promise<LastTry & { made_at: number | null }> {
  const last = await reader.maybe<LastTry>(LAST_TRY);
  return { tried_at: 0, problem: null, ...last, made_at: await lastScheduledAt(reader) };
}

// One process at a time: it says again and again that it still works, and another takes over when
// it has not for a while.
const CLAIM = `UPDATE backup_schedule
  SET claimed_until = :until, claimed_by = :owner, tried_at = :now
  WHERE store_id = '' AND claimed_until <= :now`;
const RENEW = `UPDATE backup_schedule SET claimed_until = :until
  WHERE store_id = '' AND claimed_by = :owner`;
const END = `UPDATE backup_schedule SET claimed_until = 0, problem = :problem
  WHERE store_id = '' AND claimed_by = :owner`;

/** Returns whether this process makes the next backup. */
export const claimSchedule = async (
  tx: Tx,
  claim: { owner: string; now: number; until: number },
): Promise<boolean> => (await tx.run(CLAIM, claim)) === 1;

export const renewClaim = (tx: Tx, claim: { owner: string; until: number }) => tx.run(RENEW, claim);

export const endClaim = (tx: Tx, ended: { owner: string; problem: string | null }) =>
  tx.run(END, ended);
