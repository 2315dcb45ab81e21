import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import { jsonAnswer, type PageAnswer, type ServedPath } from '../pages/shared/page.ts';
import type { Metrics } from './metrics.ts';

interface Dependencies {
  db: Database;
  log: Log;
  mayRunJobs(): boolean;
  machineAheadMs(): number;
  metrics: Metrics;
}

/** For monitoring: is the process alive, is it ready, and what has it done? */
export const healthPages = (dependencies: Dependencies): ServedPath[] => [
  { path: '/healthz', is_internal: true, serve: () => jsonAnswer({ status: 'ok' }) },
  { path: '/readyz', is_internal: true, serve: () => readiness(dependencies) },
  {
    path: '/metrics',
    is_internal: true,
    serve: () => ({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
      body: dependencies.metrics.render(),
    }),
  },
];

async function readiness(dependencies: Dependencies): Promise<PageAnswer> {
  const { db, log, mayRunJobs, machineAheadMs } = dependencies;
  try {
    await db.ping();
    if (mayRunJobs()) return jsonAnswer({ status: 'ready' });
    // Requests use the clock of the database, so their answers are correct.
    const seconds = Math.round(machineAheadMs() / 1000);
    const warning = `the clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's: no jobs are taken`;
    return jsonAnswer({ status: 'ready', warning });
  } catch (error) {
    log.error('not ready', { error: String(error) });
    const reason = 'the database does not answer';
    return { ...jsonAnswer({ status: 'unavailable', reason }), status: 503 };
  }
}
