import { expireDueCheckouts } from '../checkout/expire-due-checkouts.ts';
import type { Log } from '../core/log.ts';
import type { Clock } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import type { Licensing } from '../licenses/licensing.ts';
import { storeWrite } from '../operation/outbox.ts';
import type { FindGateway } from '../payments/gateway.ts';
import { listStores, type StoreRow } from '../stores/store.sql.ts';
import { makePendingDue } from '../transactions/transaction.sql.ts';
import { resolvePending, type StoreJob } from './resolve-pending.ts';
import { runDueSubscriptions } from './run-subscriptions.ts';
import type { Job } from './runner.ts';

const TICK_MS = 1_000;

export interface DueDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  base_url: () => string;
  findGateway: FindGateway;
  licensing: Licensing;
}

/**
 * What is due in every store, on its own clock. The first run asks about all that is pending. Any
 * number of processes may do it.
 */
export function dueJob(dependencies: DueDependencies): Job {
  let is_first = true;
  return {
    name: 'due',
    every_ms: TICK_MS,
    needs_right_clock: true,
    async run({ isStopping }) {
      await runStores(dependencies, { is_first, isStopping });
      is_first = false;
      return false;
    },
  };
}

const STORES_AT_ONCE = 8;

async function runStores(dependencies: DueDependencies, how: Run): Promise<void> {
  const { db, log } = dependencies;
  const waiting = (await listStores(db.reader(null))).values();
  // A store whose provider is slow, or whose records are in trouble, holds up no other.
  const work = async (): Promise<void> => {
    for (const store of waiting) {
      await runStoreJobs(dependencies, store, how).catch((error) =>
        log.error('job failed', { job: 'due', store_id: store.store_id, error: String(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: STORES_AT_ONCE }, work));
}

interface Run {
  is_first: boolean;
  isStopping(): boolean;
}

async function runStoreJobs(
  { db, clock, log, base_url, findGateway, licensing }: DueDependencies,
  store: StoreRow,
  { is_first, isStopping }: Run,
): Promise<void> {
  const wall = clock();
  // Whoever moves the clock runs what is due on the way, at its own instants.
  if (store.clock_claimed_until > wall) return;
  const now = wall + store.clock_ahead_ms;
  const job: StoreJob = {
    reader: db.reader(store),
    write: storeWrite(db, store, now),
    gateway: findGateway(store),
    store,
    licensing,
    base_url: base_url(),
    now,
    log,
  };
  if (is_first) await job.write(async (tx) => makePendingDue(tx, now));
  await whileMore(() => resolvePending(job), isStopping);
  await whileMore(() => expireDueCheckouts(job), isStopping);
  await whileMore(() => runDueSubscriptions({ ...job, wall }), isStopping);
}

async function whileMore(some: () => Promise<boolean>, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await some()));
}
