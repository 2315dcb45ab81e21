import { randomUUID } from 'node:crypto';
import { type Clock, MINUTE_MS } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { forgetFailingJob, saveFailingJob } from '../shop/insight/attention/failing-job.sql.ts';
import type { JobFigures } from '../shop/insight/attention/installation-state.ts';
import type { Job, JobName } from './job.ts';

/** How often it is written down that a job still fails. */
const WRITTEN_EVERY_MS = MINUTE_MS;
const PROBLEM_MAX = 300;

/** How the jobs of this process fare. */
export interface JobFailures {
  failed(job: Pick<Job, 'name' | 'every_ms'>, error: unknown): void;
  /** A run has gone through. */
  succeeded(job: Pick<Job, 'name'>): void;
  figures(): JobFigures[];
}

interface Failures {
  failures: number;
  failing_since: number | undefined;
  written_at: number | undefined;
}

/**
 * Counts what fails, and writes down what goes on failing, so that attention and doctor report it,
 * which may run elsewhere.
 */
export function createJobFailures(clock: Clock, db: Database): JobFailures {
  const process = randomUUID();
  const of = new Map<JobName, Failures>();
  let writing: Promise<unknown> = Promise.resolve();

  /** One after the other. A database that takes nothing is reported elsewhere. */
  const write = (change: Parameters<Database['write']>[1]): void => {
    writing = writing.then(() => db.write(null, change)).catch(() => {});
  };

  return {
    failed({ name, every_ms }, error) {
      const one = of.get(name) ?? { failures: 0, failing_since: undefined, written_at: undefined };
      of.set(name, one);
      const now = clock();
      one.failures += 1;
      one.failing_since ??= now;
      if (one.written_at !== undefined && now - one.written_at < WRITTEN_EVERY_MS) return;
      one.written_at = now;
      const row = {
        process,
        job: name,
        failing_since: one.failing_since,
        failed_at: now,
        valid_until: now + 2 * (every_ms + WRITTEN_EVERY_MS),
        problem: String(error).slice(0, PROBLEM_MAX),
      };
      write(async (tx) => saveFailingJob(tx, row));
    },
    succeeded({ name }) {
      const one = of.get(name);
      if (one?.failing_since === undefined) return;
      of.set(name, { ...one, failing_since: undefined, written_at: undefined });
      write(async (tx) => forgetFailingJob(tx, { process, job: name }));
    },
    figures: () =>
      [...of].map(([job, { failures, failing_since }]) => ({
        job,
        failures,
        failing_ms: failing_since === undefined ? 0 : clock() - failing_since,
      })),
  };
}
