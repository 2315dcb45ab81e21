import { MINUTE_MS } from '../../../platform/core/time.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';

declare module '../../../platform/operation/services.ts' {
  interface Services {
    /** Jobs of this installation that fail at every run; undefined where none run, as in a command. */
    failingJobs?(): Promise<FailingJobRow[]>;
  }
}

/** A job that was interrupted for a moment, as by a database that restarts, is nobody's matter. */
const FAILING_AFTER_MS = 10 * MINUTE_MS;

/** A job that has failed at every run since a moment, in one process. */
export interface FailingJobRow {
  process: string;
  job: string;
  failing_since: number;
  failed_at: number;
  valid_until: number;
  problem: string;
}

const failing_jobs = table<FailingJobRow>(
  'failing_jobs',
  'f',
  {
    process: 'key',
    job: 'key',
    failing_since: 'changes',
    failed_at: 'changes',
    valid_until: 'changes',
    problem: 'changes',
  },
  { has_store: false },
);

export const saveFailingJob = failing_jobs.save;

const LIST = `${failing_jobs.select} WHERE f.valid_until > :now
  AND f.failed_at - f.failing_since >= ${FAILING_AFTER_MS} ORDER BY f.failing_since, f.job`;

/** The one that has failed for longest is first. */
export async function listFailingJobs(reader: Reader, now: number): Promise<FailingJobRow[]> {
  const rows = await reader.all<FailingJobRow>(LIST, { now });
  // One that fails in several processes is one job.
  return rows.filter(({ job }, at) => rows.findIndex((one) => one.job === job) === at);
}

const FORGET = changes('failing_jobs', 'process', 'job')`
  DELETE FROM failing_jobs WHERE process = :process AND job = :job`;

/** It has run through again. */
export const forgetFailingJob = (tx: Tx, of: { process: string; job: string }) =>
  tx.run(FORGET, of);

const FORGET_OLD = changes('failing_jobs')`DELETE FROM failing_jobs WHERE valid_until < :now`;

/** Of processes that have ended. */
export const forgetOldFailures = (tx: Tx, now: number) => tx.run(FORGET_OLD, { now });
