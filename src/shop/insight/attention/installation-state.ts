import { type Clock, wallClock } from '../../../platform/core/time.ts';
import type { Database, Reader } from '../../../platform/db/database.ts';
import { findLastTry, lastBackupAt } from '../../store/backup.sql.ts';
import { oldestDue } from '../../subscriptions/subscription.sql.ts';
import { countDisabledWebhooks } from './attention.sql.ts';
import { type FailingJobRow, listFailingJobs } from './failing-job.sql.ts';
import { countWaiting } from './waiting.sql.ts';

const KEPT_MS = 5_000;

/** What the database says about the state of the whole installation. */
export interface InstallationState {
  waiting: Awaited<ReturnType<typeof countWaiting>>;
  webhooks_disabled: number;
  last_backup_at: number | null;
  backup_problem: string | null;
  /** For how long the oldest renewal that is due has been due, in stores of a mode. */
  overdue_ms: { live: number; test: number };
  failing_jobs: FailingJobRow[];
}

/** Of a job that has failed: how often, and for how long at every run; 0: the last went through. */
export interface JobFigures {
  job: string;
  failures: number;
  failing_ms: number;
}

/** Read at most every five seconds, however often somebody asks. Fails if the database does. */
export function createStateReader(db: Database, clock: Clock): () => Promise<InstallationState> {
  let read_at = Number.NEGATIVE_INFINITY;
  let reading: Promise<InstallationState> | undefined;
  return async () => {
    if (!reading || performance.now() - read_at > KEPT_MS) {
      read_at = performance.now();
      reading = readState(db.reader(null), clock());
    }
    return reading;
  };
}

async function readState(reader: Reader, now: number): Promise<InstallationState> {
  const overdue_ms = { live: 0, test: 0 };
  for (const { mode, due_at } of await oldestDue(reader, now)) {
    if (due_at !== null) overdue_ms[mode] = Math.max(overdue_ms[mode], now - due_at);
  }
  return {
    waiting: await countWaiting(reader),
    webhooks_disabled: await countDisabledWebhooks(reader),
    last_backup_at: await lastBackupAt(reader, wallClock()),
    backup_problem: (await findLastTry(reader)).problem,
    overdue_ms,
    failing_jobs: await listFailingJobs(reader, now),
  };
}
