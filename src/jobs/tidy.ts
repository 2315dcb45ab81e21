import { setImmediate } from 'node:timers/promises';
import { forgetOldFailures } from '../attention/failing-job.sql.ts';
import { LIMITS } from '../core/limits.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../core/time.ts';
import { deleteExpiredPortalLinks } from '../customers/customer.sql.ts';
import { forgetSignIns } from '../customers/portal-sign-in.sql.ts';
import type { Database, Tx } from '../db/database.ts';
import { deleteOldMails } from '../mails/mail.sql.ts';
import { forgetIdempotencyKeys } from '../operation/idempotency.sql.ts';
import { forgetBefore } from '../operation/idempotency.ts';
import { forgetDevices, forgetFailures } from '../people/failure.sql.ts';
import { forgetInvitations } from '../people/member.sql.ts';
import { forgetOwnerLinks } from '../people/owner-link.sql.ts';
import { forgetChallenges } from '../people/passkey.sql.ts';
import { deleteOldSeats } from '../people/person.sql.ts';
import { FAILURES_FORGOTTEN_MS } from '../people/waiting.rules.ts';
import {
  deleteDeliveriesOfDeletedWebhooks,
  deleteOldDeliveries,
  giveMissedTurns,
} from '../webhooks/delivery.sql.ts';
import type { Job } from './job.ts';

const BATCH = 500;
const DELIVERIES_KEPT_MS = 30 * DAY_MS;
const MAILS_KEPT_MS = 90 * DAY_MS;

/** Deletes old rows in small batches, so that requests do not wait. */
export const tidyJob = (db: Database, clock: Clock): Job => ({
  name: 'tidy',
  every_ms: HOUR_MS,
  async run({ isStopping }) {
    const now = clock();
    const forget = [
      (tx: Tx) => forgetIdempotencyKeys(tx, forgetBefore(now), BATCH),
      // By real time. Store clocks are never behind it, so an expired link is expired for its store.
      (tx: Tx) => deleteExpiredPortalLinks(tx, now, BATCH),
      (tx: Tx) => forgetSignIns(tx, now - DAY_MS, BATCH),
      (tx: Tx) => deleteOldDeliveries(tx, now - DELIVERIES_KEPT_MS, BATCH),
      (tx: Tx) => deleteDeliveriesOfDeletedWebhooks(tx, BATCH),
      (tx: Tx) => deleteOldSeats(tx, oldSeats(now)),
      (tx: Tx) => forgetFailures(tx, now - FAILURES_FORGOTTEN_MS, BATCH),
      (tx: Tx) => forgetDevices(tx, now - DEVICES_KNOWN_MS, BATCH),
      (tx: Tx) => forgetChallenges(tx, now, BATCH),
      (tx: Tx) => forgetInvitations(tx, now, BATCH),
      (tx: Tx) => forgetOwnerLinks(tx, now),
      (tx: Tx) => deleteOldMails(tx, now - MAILS_KEPT_MS, BATCH),
      (tx: Tx) => forgetOldFailures(tx, now),
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

/** A browser that nobody has signed in with for so long is a stranger again. */
const DEVICES_KNOWN_MS = 400 * DAY_MS;

const oldSeats = (now: number) => ({
  seen_before: now - LIMITS.seat_idle_ms,
  made_before: now - LIMITS.seat_ms,
  most: BATCH,
});
