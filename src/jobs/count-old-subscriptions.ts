import { jobActor } from '../platform/core/actor.ts';
import { HOUR_MS } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import type { Services } from '../platform/operation/services.ts';
import { storeWork } from '../platform/operation/work.ts';
import { listUncounted } from '../shop/figures/standing.sql.ts';
import { findStore } from '../shop/store/store.sql.ts';
import { countOldSubscription } from '../shop/subscriptions/count-old-subscription.ts';
import type { Job } from './job.ts';

const AT_ONCE = 50;

/** Counts subscriptions that are older than the figures, some at a time, once after an update. */
export const figuresJob = (db: Database, services: Services): Job => ({
  name: 'figures',
  every_ms: HOUR_MS,
  async run() {
    const old = await listUncounted(db.reader(null), AT_ONCE);
    for (const [store_id, of_store] of Map.groupBy(old, (one) => one.store_id)) {
      const store = await findStore(db.reader({ store_id }));
      if (!store) continue;
      const doing = { actor: jobActor('figures'), action: 'figures', request_id: null };
      const now = services.clock() + store.clock_ahead_ms;
      const { write } = storeWork(db, { ...doing, store, now, services });
      for (const { subscription_id } of of_store) {
        await write((context) => countOldSubscription(context, subscription_id));
      }
    }
    return old.length === AT_ONCE;
  },
});
