import type { Log } from '../platform/core/log.ts';
import type { JobFailures } from './failures.ts';
import type { Job, JobName, JobRun } from './job.ts';

export interface Jobs {
  /** Runs a job now until nothing is left to do; for tests, which do not want to wait. */
  runJob(name: JobName): Promise<void>;
  /** Stops all jobs, one after the other. */
  stop(): Promise<void>;
}

/** Runs every job now and then again after its pause. */
export function startJobs(
  jobs: Job[],
  {
    log,
    mayRunJobs,
    failures,
  }: { log: Log; mayRunJobs(): boolean; failures: Pick<JobFailures, 'failed' | 'succeeded'> },
): Jobs {
  let stopping = false;
  const started = new Map(jobs.map((job) => [job.name, startJob(job)]));

  function startJob(job: Job) {
    let timer: NodeJS.Timeout | undefined;
    let under_way = Promise.resolve();
    let is_running = false;
    let is_more = false;
    let runs_on_demand = 0;
    let has_failed = false;
    const job_run: JobRun = {
      failed(error, part) {
        report(error, part);
        has_failed = true;
      },
      isStopping: () => stopping,
      isOnDemand: () => runs_on_demand > 0,
      runAgain() {
        is_more = true;
        if (!is_running) schedule();
      },
    };

    function schedule(): void {
      clearTimeout(timer);
      if (stopping || runs_on_demand > 0) return;
      const pause_ms = is_more ? (job.more_ms ?? 0) : job.every_ms;
      timer = setTimeout(() => run().catch(report), pause_ms).unref();
    }

    function report(error: unknown, part: { store_id?: string } = {}): void {
      log.error('job failed', { job: job.name, ...part, error: String(error) });
      failures.failed(job, error);
    }

    function run(): Promise<void> {
      const next = under_way.then(runOnce);
      under_way = next.catch(() => {}).then(schedule);
      return next;
    }

    async function runOnce(): Promise<void> {
      is_more = false;
      if (job.needs_right_clock && !mayRunJobs()) return;
      is_running = true;
      has_failed = false;
      try {
        if (await job.run(job_run)) is_more = true;
        if (!has_failed) failures.succeeded(job);
      } finally {
        is_running = false;
      }
    }

    async function runUntilDone(): Promise<void> {
      runs_on_demand += 1;
      try {
        do {
          await run();
          await job.underWay?.();
        } while (is_more && !stopping);
      } finally {
        runs_on_demand -= 1;
        schedule();
      }
    }

    async function end(): Promise<void> {
      clearTimeout(timer);
      await under_way;
      await job.end?.().catch(report);
    }

    run().catch(report);
    return { runUntilDone, end };
  }

  return {
    async runJob(name) {
      await started.get(name)?.runUntilDone();
    },
    async stop() {
      stopping = true;
      for (const { end } of started.values()) await end();
    },
  };
}
