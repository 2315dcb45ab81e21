import { jobActor } from '../platform/core/actor.ts';
import { DAY_MS, HOUR_MS, isoInstant } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { listEventsAfter } from '../platform/operation/event.sql.ts';
import type { Services } from '../platform/operation/services.ts';
import { type StoreTx, storeWork } from '../platform/operation/work.ts';
import { entriesOfEvents } from '../shop/events/notifications/entries-of-events.rules.ts';
import type { NotificationEntry } from '../shop/events/notifications/entry.rules.ts';
import {
  listDueDigests,
  listOutbox,
  type OutboxRow,
  putInOutbox,
  storeForOwners,
  takeFromOutbox,
} from '../shop/events/notifications/notification.sql.ts';
import { notifyOwners, notifyTeam, sendDigest } from '../shop/events/notifications/notify-team.ts';
import { findStore } from '../shop/store/store.sql.ts';
import { WHOLE_INSTALLATION } from '../shop/store/team/notification.rules.ts';
import {
  listLaggingFeeds,
  lockFeed,
  saveFeed,
} from '../shop/store/team/notification-choice.sql.ts';
import type { Job, JobRun } from './job.ts';

const TICK_MS = 1_000;
const EVENTS_AT_ONCE = 100;
const OTHERS_AT_ONCE = 50;
/** As long before its end as the dashboard begins to say so. */
const CERTIFICATE_MS = 21 * DAY_MS;

/** Writes to the people of stores what they have chosen to be told of. */
export function notificationsJob(db: Database, services: Services): Job {
  const { clock } = services;
  let certificate_looked_at = Number.NEGATIVE_INFINITY;

  const inStore = async (
    store_id: string,
    work: (context: StoreTx) => Promise<boolean>,
  ): Promise<boolean> => {
    const store = await findStore(db.reader({ store_id }));
    if (!store) return false;
    const doing = { actor: jobActor('notifications'), action: 'notifications', request_id: null };
    const now = clock() + store.clock_ahead_ms;
    return storeWork(db, { ...doing, store, now, services }).write(work);
  };

  /** Events become visible in the order of their sequence, so reading on passes over none. */
  const readOn = async (context: StoreTx): Promise<boolean> => {
    const after = await lockFeed(context.tx);
    if (after === undefined) return false;
    const events = await listEventsAfter(context.tx, { after, limit: EVENTS_AT_ONCE });
    const last = events.at(-1);
    if (!last) return false;
    await notifyTeam(context, entriesOfEvents(events));
    await saveFeed(context.tx, last.sequence);
    return events.length === EVENTS_AT_ONCE;
  };

  async function handOut(row: OutboxRow): Promise<void> {
    const { store_id, kind, about, data } = row;
    const entries: NotificationEntry[] = [{ kind, about, line: { kind, ...JSON.parse(data) } }];
    const is_for_owners = store_id === WHOLE_INSTALLATION;
    const through = is_for_owners ? await storeForOwners(db.reader(null)) : store_id;
    if (through !== undefined) {
      await inStore(through, async (context) => {
        await (is_for_owners ? notifyOwners : notifyTeam)(context, entries);
        return false;
      });
    }
    // Last: if this process dies before, it is handed out again, and nobody is told twice.
    await db.write(null, async (tx) => takeFromOutbox(tx, row));
  }

  async function lookAtCertificate(): Promise<void> {
    const now = clock();
    if (Math.abs(now - certificate_looked_at) < HOUR_MS) return;
    certificate_looked_at = now;
    const ends_at = services.certificateEndsAt?.();
    if (ends_at === undefined || ends_at - now >= CERTIFICATE_MS) return;
    const data = { what: services.base_url, at: isoInstant(ends_at), path: '' };
    await db.write(null, async (tx) =>
      putInOutbox(tx, {
        ...{ store_id: WHOLE_INSTALLATION, kind: 'certificate_ending' },
        about: `certificate ${isoInstant(ends_at)}`,
        ...{ data: JSON.stringify(data), created_at: now },
      }),
    );
  }

  return {
    name: 'notifications',
    every_ms: TICK_MS,
    needs_right_clock: true,
    async run({ isStopping, failed }: JobRun) {
      await lookAtCertificate();
      const reader = db.reader(null);
      const waiting = await listOutbox(reader, OTHERS_AT_ONCE);
      for (const row of waiting) if (!isStopping()) await handOut(row);
      let is_more = waiting.length === OTHERS_AT_ONCE;
      for (const { store_id } of await listLaggingFeeds(reader)) {
        if (isStopping()) return false;
        try {
          if (await inStore(store_id, readOn)) is_more = true;
        } catch (error) {
          failed(error, { store_id }); // It holds up no other store.
        }
      }
      const due = await listDueDigests(reader, { now: clock(), limit: OTHERS_AT_ONCE });
      for (const { store_id, person_id } of due) {
        if (isStopping()) return false;
        await inStore(store_id, async (context) => {
          await sendDigest(context, person_id);
          return false;
        });
      }
      return is_more || due.length === OTHERS_AT_ONCE;
    },
  };
}
