import type { Log } from '../../platform/core/log.ts';
import { HOUR_MS, isoInstant } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WatchedDatabase } from '../../platform/db/watch-storage.ts';
import { jsonAnswer, type PageAnswer, type ServedPath } from '../../platform/http/page.ts';
import type { InstallationState } from '../../shop/insight/attention/installation-state.ts';
import { OVERDUE_AFTER_MS, WHY_OVERDUE } from '../../shop/insight/attention/overdue.ts';

interface Dependencies {
  db: Database;
  log: Log;
  mayRunJobs(): boolean;
  machineAheadMs(): number;
  /** Which one this is, of several processes; undefined when there is one. */
  process_number: number | undefined;
  /** Whether it will end soon: balancers are to send nothing new. */
  isEnding(): boolean;
  renderMetrics(): Promise<string>;
  storage: Pick<WatchedDatabase, 'problem'>;
  readState(): Promise<InstallationState>;
}

/** For monitoring: is the process alive, is it ready, and what has it done? */
export const healthPages = (dependencies: Dependencies): ServedPath[] => [
  { path: '/healthz', is_internal: true, serve: () => jsonAnswer(alive(dependencies)) },
  { path: '/readyz', is_internal: true, serve: () => readiness(dependencies) },
  {
    path: '/metrics',
    is_internal: true,
    serve: async () => ({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
      body: await dependencies.renderMetrics(),
    }),
  },
];

const alive = ({ process_number }: Dependencies) => ({
  status: 'ok',
  ...(process_number !== undefined && { process: process_number }),
});

async function readiness(dependencies: Dependencies): Promise<PageAnswer> {
  const { db, log, mayRunJobs, machineAheadMs, isEnding } = dependencies;
  if (isEnding()) return unavailable('it is about to end');
  try {
    await db.ping();
    // Reads go on, so the process stays in service.
    const found = dependencies.storage.problem();
    if (found) {
      const warning = `nothing can be stored: ${found.problem}; ${found.advice}`;
      return jsonAnswer({ status: 'ready', warning });
    }
    // Another server would not do it better: this one stays in service.
    if (mayRunJobs()) return jsonAnswer({ status: 'ready', ...(await warningOf(dependencies)) });
    // Requests use the clock of the database, so their answers are correct.
    const seconds = Math.round(machineAheadMs() / 1000);
    const warning = `the clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's: no jobs are taken`;
    return jsonAnswer({ status: 'ready', warning });
  } catch (error) {
    log.error('not ready', { error: String(error) });
    return unavailable('the database does not answer');
  }
}

/** What does not keep requests from being answered. */
async function warningOf({ readState }: Dependencies): Promise<{ warning?: string }> {
  const { overdue_ms, failing_jobs } = await readState();
  const hours = Math.floor(overdue_ms.live / HOUR_MS);
  const warnings = [
    ...(overdue_ms.live < OVERDUE_AFTER_MS
      ? []
      : [`renewals of live stores are overdue by ${hours} h: ${WHY_OVERDUE}`]),
    ...failing_jobs.map(
      ({ job, failing_since }) =>
        `the job "${job}" has failed at every run since ${isoInstant(failing_since)}`,
    ),
  ];
  return warnings.length > 0 ? { warning: warnings.join('; ') } : {};
}

const unavailable = (reason: string): PageAnswer => ({
  ...jsonAnswer({ status: 'unavailable', reason }),
  status: 503,
});
