import { jobActor } from '../platform/core/actor.ts';
import type { Database } from '../platform/db/database.ts';
import type { Services } from '../platform/operation/services.ts';
import { type StoreWork, storeWork } from '../platform/operation/work.ts';
import { expireDueCheckouts } from '../shop/checkout/expire-due-checkouts.ts';
import { sendSignInLinks } from '../shop/customers/send-sign-in-links.ts';
import { learnDueFees } from '../shop/money/transactions/learn-fee.ts';
import { makePendingDue } from '../shop/money/transactions/transaction.sql.ts';
import { resolvePending } from '../shop/settlement/resolve-pending.ts';
import { listStores, type StoreRow } from '../shop/store/store.sql.ts';
import { announceExpiringCards } from '../shop/subscriptions/announce-expiring-cards.ts';
import { endLost } from '../shop/subscriptions/end-lost.ts';
import type { Job, JobRun } from './job.ts';
import { receiveMessages } from './receive-messages.ts';
import { runDueSubscriptions } from './run-subscriptions.ts';
import { settleDueCardUpdates } from './settle-card-updates.ts';

const TICK_MS = 1_000;

/**
 * Does what is due in every store, by the store's own clock. The first run also asks about all
 * pending payments. Any number of processes can run this at the same time.
 */
export function dueJob(db: Database, services: Services): Job {
  let is_first = true;
  return {
    name: 'due',
    every_ms: TICK_MS,
    needs_right_clock: true,
    async run({ isStopping, failed }) {
      await runStores(db, services, { is_first, isStopping, failed });
      is_first = false;
      return false;
    },
  };
}

const STORES_AT_ONCE = 8;

async function runStores(db: Database, services: Services, run: Run): Promise<void> {
  const waiting = (await listStores(db.reader(null))).values();
  // Several stores at a time, so that one with a slow provider does not delay the others.
  const runRest = async (): Promise<void> => {
    for (const store of waiting) {
      const { store_id } = store;
      await runStoreJobs(db, services, store, run).catch((error) => {
        run.failed(error, { store_id });
      });
    }
  };
  await Promise.all(Array.from({ length: STORES_AT_ONCE }, runRest));
}

interface Run extends Pick<JobRun, 'isStopping' | 'failed'> {
  is_first: boolean;
}

async function runStoreJobs(
  db: Database,
  services: Services,
  store: StoreRow,
  { is_first, isStopping }: Run,
): Promise<void> {
  const wall = services.clock();
  // While advance-clock moves the clock, it does what is due itself, in the right order.
  if (store.clock_claimed_until > wall) return;
  const now = wall + store.clock_ahead_ms;
  const actor = jobActor('due');
  const workOf = (action: string) =>
    storeWork(db, { actor, action, request_id: null, store, now, services });
  const whileMore = async (action: string, some: (work: StoreWork) => Promise<boolean>) => {
    const work = workOf(action);
    while (!isStopping() && (await some(work)));
  };
  if (is_first) await workOf('ask-again').write(async ({ tx }) => makePendingDue(tx, now));
  await whileMore('resolve-pending', resolvePending);
  await whileMore('receive-messages', receiveMessages);
  await whileMore('learn-fees', learnDueFees);
  await whileMore('end-disputed', (work) => endLost(work, 'dispute_lost'));
  await whileMore('end-warned', (work) => endLost(work, 'refunded'));
  await whileMore('settle-card-updates', settleDueCardUpdates);
  await whileMore('expire-checkouts', expireDueCheckouts);
  await whileMore('send-sign-in-links', sendSignInLinks);
  await whileMore('announce-expiring-cards', announceExpiringCards);
  await whileMore('run-subscriptions', (work) => runDueSubscriptions(work, wall));
}
