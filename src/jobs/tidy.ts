import { setImmediate } from 'node:timers/promises';
import { type Clock, DAY_MS, HOUR_MS } from '../core/time.ts';
import { forgetPortalLinks } from '../customers/customer.sql.ts';
import type { Database, Tx } from '../db/database.ts';
import { forgetIdempotencyKeys } from '../operation/idempotency.sql.ts';
import { forgetBefore } from '../operation/idempotency.ts';
import {
  forgetDeletedDeliveries,
  forgetDeliveries,
  giveMissedTurns,
} from '../webhooks/delivery.sql.ts';
import type { Job } from './runner.ts';

const BATCH = 500;
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

/** Forgets what is over, a little at a time, so that nobody waits for it. */
export const tidyJob = (db: Database, clock: Clock): Job => ({
  name: 'tidy',
  every_ms: HOUR_MS,
  async run({ isStopping }) {
    const now = clock();
    const forget = [
      (tx: Tx) => forgetIdempotencyKeys(tx, forgetBefore(now), BATCH),
      // By the wall clock, which no store's clock is behind: a link that is over here is over there.
      (tx: Tx) => forgetPortalLinks(tx, now, BATCH),
      (tx: Tx) => forgetDeliveries(tx, now - DELIVERIES_KEPT_MS, BATCH),
      (tx: Tx) => forgetDeletedDeliveries(tx, BATCH),
      (tx: Tx) => giveMissedTurns(tx, BATCH),
    ];
    for (const some of forget) {
      while (!isStopping() && (await db.write(null, async (tx) => some(tx))) === BATCH) {
        await setImmediate();
      }
    }
    return false;
  },
});
