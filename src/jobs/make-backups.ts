import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../platform/core/time.ts';
import type { Database, Reader, Tx } from '../platform/db/database.ts';
import type { Services } from '../platform/operation/services.ts';
import { putInOutbox } from '../shop/events/notifications/notification.sql.ts';
import {
  claimSchedule,
  endClaim,
  findLastTry,
  isBackupRequested,
  lastScheduledAt,
  renewClaim,
} from '../shop/store/backup.sql.ts';
import { WHOLE_INSTALLATION } from '../shop/store/team/notification.rules.ts';
import type { Job, JobRun } from './job.ts';

/** Whoever has not said for so long that it still works has ended. */
const CLAIM_MS = 5 * MINUTE_MS;
const RENEW_EVERY_MS = MINUTE_MS;
const LOOK_FOR_END_EVERY_MS = 200;
/** After a failure it is tried again sooner than the next backup is due. */
const RETRY_AFTER_MS = HOUR_MS;

/** Makes the backups of the schedule, one process at a time whichever of them it is. */
export const backupsJob = (db: Database, services: Services): Job => ({
  name: 'backups',
  every_ms: MINUTE_MS,
  needs_right_clock: true,
  async run(job_run) {
    const { schedule } = services.backups;
    if (!schedule) return false;
    const { clock, log } = services;
    const now = clock();
    if (!(await isDue(db.reader(null), schedule.every_ms, now))) return false;
    const owner = randomUUID();
    const claim = { owner, now, until: now + CLAIM_MS, longest: now + 2 * CLAIM_MS };
    const is_mine = await db.write(null, async (tx) => {
      const is_requested = await isBackupRequested(tx);
      if (!(await claimSchedule(tx, claim))) return false;
      // Another process may have made it between the look and the claim.
      if (is_requested || !(await isMade(tx, schedule.every_ms, now))) return true;
      await endClaim(tx, { owner, problem: (await findLastTry(tx)).problem });
      return false;
    });
    if (!is_mine) return false;
    const renewing = setInterval(() => {
      const renewed = { owner, until: clock() + CLAIM_MS };
      db.write(null, async (tx) => renewClaim(tx, renewed)).catch(() => {}); // Tried again soon.
    }, RENEW_EVERY_MS);
    const stopping = signalOf(job_run);
    let problem: string | undefined;
    try {
      problem = await schedule.make(stopping.signal);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    } finally {
      clearInterval(renewing);
      stopping.end();
    }
    // Whoever is stopped has not failed: the next one makes it.
    const is_stopped = stopping.signal.aborted;
    const ended = { owner, problem: is_stopped ? null : (problem?.slice(0, PROBLEM_MAX) ?? null) };
    await db.write(null, async (tx) => {
      await endClaim(tx, ended);
      if (ended.problem !== null) await tellOwners(tx, ended.problem, clock());
    });
    if (problem !== undefined && !is_stopped) log.error('no backup was made', { problem });
    return false;
  },
});

/** Once after each backup that was made, however often the next one fails. */
async function tellOwners(tx: Tx, problem: string, now: number): Promise<void> {
  const made_at = (await lastScheduledAt(tx, now)) ?? 0;
  await putInOutbox(tx, {
    ...{ store_id: WHOLE_INSTALLATION, kind: 'backup_failed', about: `backup ${made_at}` },
    data: JSON.stringify({ what: problem, path: '/backups' }),
    created_at: now,
  });
}

const PROBLEM_MAX = 500;

async function isDue(reader: Reader, every_ms: number, now: number): Promise<boolean> {
  if (await isBackupRequested(reader)) return true;
  if (await isMade(reader, every_ms, now)) return false;
  const { tried_at, problem } = await findLastTry(reader);
  // A try that is far ahead was made while the clock was wrong.
  return problem === null || Math.abs(now - tried_at) >= Math.min(RETRY_AFTER_MS, every_ms);
}

async function isMade(reader: Reader, every_ms: number, now: number): Promise<boolean> {
  const made_at = await lastScheduledAt(reader, now);
  return made_at !== null && now - made_at < every_ms;
}

/** A signal for when the service stops. */
function signalOf({ isStopping }: JobRun): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const looking = setInterval(() => {
    if (isStopping()) controller.abort();
  }, LOOK_FOR_END_EVERY_MS);
  return { signal: controller.signal, end: () => clearInterval(looking) };
}
