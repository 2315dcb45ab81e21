import { expireDueCheckouts } from '../checkout/expire-due-checkouts.ts';
import type { Clock } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import { storeWrite } from '../events/outbox.ts';
import type { Log } from '../http/log.ts';
import type { FindGateway } from '../payments/gateway.ts';
import { listStores } from '../stores/store.sql.ts';
import { makePendingDue } from '../transactions/transaction.sql.ts';
import { resolvePending, type StoreJob } from './resolve-pending.ts';

const TICK_MS = 1_000;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Log;
  base_url: () => string;
  findGateway: FindGateway;
}

/**
 * What happens without a request, for each store on its own clock: once at the start, when all
 * that is pending is asked about, and then every second. Any number of processes may do it.
 */
export function startJobs(dependencies: Dependencies): { stop(): Promise<void> } {
  const { log } = dependencies;
  let stopping = false;
  let under_way = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function tick(is_first: boolean): void {
    under_way = runJobs(dependencies, { is_first, isStopping: () => stopping })
      .catch((error) => log.error('jobs failed', { error: String(error) }))
      .finally(() => {
        if (!stopping) timer = setTimeout(tick, TICK_MS, false).unref();
      });
  }
  tick(true);

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await under_way;
    },
  };
}

async function runJobs(
  { db, clock, log, base_url, findGateway }: Dependencies,
  { is_first, isStopping }: { is_first: boolean; isStopping: () => boolean },
): Promise<void> {
  for (const store of await listStores(db.reader(null))) {
    const now = clock() + store.clock_ahead_ms;
    const job: StoreJob = {
      reader: db.reader(store),
      write: storeWrite(db, store, now),
      gateway: findGateway(store),
      store,
      base_url: base_url(),
      now,
      log,
    };
    if (is_first) await job.write(async (tx) => makePendingDue(tx, now));
    await whileMore(() => resolvePending(job), isStopping);
    await whileMore(() => expireDueCheckouts(job.write, job), isStopping);
  }
}

async function whileMore(some: () => Promise<boolean>, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await some()));
}
