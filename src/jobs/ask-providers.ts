import { jobActor } from '../platform/core/actor.ts';
import { randomText } from '../platform/core/ids.ts';
import type { Database } from '../platform/db/database.ts';
import type { Services } from '../platform/operation/services.ts';
import { storeWork } from '../platform/operation/work.ts';
import { listDueConnections } from '../shop/money/payments/provider-connection.sql.ts';
import type { ProviderName } from '../shop/money/payments/provider-names.rules.ts';
import { keepEndpoint } from '../shop/settlement/keep-endpoint.ts';
import { keepWallets } from '../shop/settlement/keep-wallets.ts';
import { pollProvider } from '../shop/settlement/poll-provider.ts';
import { recheckRefusal } from '../shop/settlement/recheck-refusal.ts';
import { findStore } from '../shop/store/store.sql.ts';
import type { Job } from './job.ts';

const TICK_MS = 5_000;
const STORES_AT_ONCE = 32;
const LISTED_MAX = 1_000;
/** After so many tries, about an hour, hints that cannot be followed hold up the others no more. */
const TRIES_MAX = 60;
/** What the seller has to mend is tried for three days, as long as a provider repeats messages. */
const OF_REFUSED = 1 / 72;

interface Connected {
  store_id: string;
  provider: ProviderName;
}

const nameOf = ({ store_id, provider }: Connected): string => `${store_id} ${provider}`;

/**
 * Asks the providers of connected stores what has happened there. Any number of processes can run
 * this at the same time. A store whose provider is slow delays no other.
 */
export function providerEventsJob(db: Database, services: Services): Job {
  const { clock, log } = services;
  const owner = randomText(10);
  const asking = new Map<string, Promise<void>>();
  const tries = new Map<string, number>();
  const checked_endpoints = new Set<string>();
  /** After a start every store is asked about: nobody knows how long it has been. */
  let is_first = true;

  async function ask({ store_id, provider }: Connected): Promise<void> {
    const name = nameOf({ store_id, provider });
    const store = await findStore(db.reader({ store_id }));
    const gateway = store && services.gatewayOf(store, provider);
    if (!store || gateway?.listHints === undefined) return;
    const now = clock() + store.clock_ahead_ms;
    const doing = {
      actor: jobActor('provider-events'),
      action: 'provider-events',
      request_id: null,
    };
    const work = storeWork(db, { ...doing, store, now, services });
    if (!checked_endpoints.has(name)) {
      checked_endpoints.add(name);
      await keepEndpoint(work, provider);
    }
    const tried = tries.get(name) ?? 0;
    const left = await pollProvider(work, gateway, { owner, may_skip: tried >= TRIES_MAX });
    if (left && left.length > 0) {
      const counts = left.every(({ is_refused }) => is_refused) ? OF_REFUSED : 1;
      tries.set(name, tried + counts);
    } else tries.delete(name);
    if (left) {
      await recheckRefusal(work, provider);
      await keepWallets(work, provider);
    }
  }

  const start = (connected: Connected): void => {
    const { store_id } = connected;
    const name = nameOf(connected);
    const one = ask(connected)
      .catch((error) => {
        log.error('job failed', { job: 'provider-events', store_id, error: String(error) });
      })
      .finally(() => asking.delete(name));
    asking.set(name, one);
  };

  return {
    name: 'provider-events',
    every_ms: TICK_MS,
    needs_right_clock: true,
    async run({ isStopping, isOnDemand }) {
      const is_all = isOnDemand() || is_first;
      const due = { now: is_all ? Number.MAX_SAFE_INTEGER : clock(), limit: LISTED_MAX };
      for (const connected of await listDueConnections(db.reader(null), due)) {
        const name = nameOf(connected);
        if (isStopping() || asking.size >= STORES_AT_ONCE) return false;
        const was_checked = is_first && !isOnDemand() && checked_endpoints.has(name);
        if (!was_checked && !asking.has(name)) start(connected);
      }
      is_first = false;
      return false;
    },
    underWay: () => Promise.all(asking.values()),
    end: async () => {
      await Promise.all(asking.values());
    },
  };
}
