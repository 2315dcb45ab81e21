import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '../platform/core/limits.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../platform/core/time.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { forgetIdempotencyKeys } from '../platform/operation/idempotency.sql.ts';
import { forgetBefore } from '../platform/operation/idempotency.ts';
import { deleteExpiredPortalLinks } from '../shop/customers/customer.sql.ts';
import { forgetSignIns } from '../shop/customers/portal-sign-in.sql.ts';
import { forgetNotified } from '../shop/events/notifications/notification.sql.ts';
import {
  deleteDeliveriesOfDeletedWebhooks,
  deleteOldDeliveries,
  giveMissedTurns,
} from '../shop/events/webhooks/delivery.sql.ts';
import { forgetOldFailures } from '../shop/insight/attention/failing-job.sql.ts';
import { deleteOldMails } from '../shop/mails/mail.sql.ts';
import { forgetDevices, forgetFailures } from '../shop/store/team/failure.sql.ts';
import { forgetInvitations } from '../shop/store/team/member.sql.ts';
import { forgetOwnerLinks } from '../shop/store/team/owner-link.sql.ts';
import { forgetChallenges } from '../shop/store/team/passkey.sql.ts';
import { deleteOldSessions } from '../shop/store/team/person.sql.ts';
import { FAILURES_FORGOTTEN_MS } from '../shop/store/team/waiting.rules.ts';
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
      (tx: Tx) => deleteOldSessions(tx, oldSessions(now)),
      (tx: Tx) => forgetFailures(tx, now - FAILURES_FORGOTTEN_MS, BATCH),
      (tx: Tx) => forgetDevices(tx, now - DEVICES_KNOWN_MS, BATCH),
      (tx: Tx) => forgetChallenges(tx, now, BATCH),
      (tx: Tx) => forgetInvitations(tx, now, BATCH),
      (tx: Tx) => forgetOwnerLinks(tx, now),
      (tx: Tx) => deleteOldMails(tx, now - MAILS_KEPT_MS, BATCH),
      (tx: Tx) => forgetNotified(tx, now - MAILS_KEPT_MS, BATCH),
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

const oldSessions = (now: number) => ({
  seen_before: now - LIMITS.session_idle_ms,
  made_before: now - LIMITS.session_ms,
  most: BATCH,
});
