import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type {
  NotificationDelivery,
  NotificationKind,
} from '../../store/team/notification.rules.ts';

/** Somebody who has chosen a kind of mail, and may enter the store. */
export interface Recipient {
  person_id: string;
  email: string;
  name: string;
  kind: NotificationKind;
  delivery: NotificationDelivery;
  since_sequence: number;
}

const CHOSEN = 'SELECT p.person_id, p.email, p.name, n.kind, n.delivery, n.since_sequence';

const OF_STORE = `${CHOSEN}
  FROM notification_choices n JOIN people p ON p.person_id = n.person_id
    LEFT JOIN members m ON m.store_id = n.store_id AND m.person_id = n.person_id
  WHERE n.store_id = :store_id AND (p.is_owner = 1 OR m.person_id IS NOT NULL)
  ORDER BY p.person_id`;

export const listRecipients = (reader: Reader) => reader.all<Recipient>(OF_STORE);

const IN_STORE = 'EXISTS (SELECT 1 FROM stores s WHERE s.store_id = :store_id)';

const OWNERS = `${CHOSEN}
  FROM notification_choices n JOIN people p ON p.person_id = n.person_id
  WHERE n.store_id = '' AND p.is_owner = 1 AND ${IN_STORE}
  ORDER BY p.person_id`;

/** Of what concerns the whole installation: owners alone. */
export const listOwnersToNotify = (reader: Reader) => reader.all<Recipient>(OWNERS);

export interface OutboxRow {
  store_id: string;
  about: string;
  kind: NotificationKind;
  data: string;
  created_at: number;
}

const outbox = table<OutboxRow>(
  'notification_outbox',
  'o',
  { store_id: 'key', about: 'key', kind: 'fixed', data: 'fixed', created_at: 'fixed' },
  { has_store: false },
);

const PUT = changes('notification_outbox', 'store_id', 'about')`
  INSERT INTO notification_outbox (store_id, about, kind, data, created_at)
  VALUES (:store_id, :about, :kind, :data, :created_at) ON CONFLICT (store_id, about) DO NOTHING`;

/** Written with what it is about; the job gives it to those who have chosen it. */
export const putInOutbox = (tx: Tx, row: OutboxRow) => tx.run(PUT, { ...row });

const WAITING = `${outbox.select} ORDER BY o.store_id, o.about LIMIT :limit`;

export const listOutbox = (reader: Reader, limit: number) =>
  reader.all<OutboxRow>(WAITING, { limit });

const TAKE = changes('notification_outbox', 'store_id', 'about')`
  DELETE FROM notification_outbox WHERE store_id = :store_id AND about = :about`;

export const takeFromOutbox = (tx: Tx, { store_id, about }: OutboxRow) =>
  tx.run(TAKE, { store_id, about });

const SEND = changes('notifications_sent', 'person_id', 'about')`
  INSERT INTO notifications_sent (store_id, person_id, about, created_at)
  VALUES (:store_id, :person_id, :about, :created_at)
  ON CONFLICT (store_id, person_id, about) DO NOTHING`;

/** Returns 0 when this person has been told before. */
export const markNotified = (
  tx: Tx,
  sent: { person_id: string; about: string; created_at: number },
) => tx.run(SEND, sent);

const FORGET = changes('notifications_sent')`
  DELETE FROM notifications_sent WHERE (store_id, person_id, about) IN (
    SELECT store_id, person_id, about FROM notifications_sent
    WHERE created_at <= :before LIMIT :most)`;

export const forgetNotified = (tx: Tx, before: number, most: number) =>
  tx.run(FORGET, { before, most });

interface DigestRow {
  person_id: string;
  due_at: number;
  data: string;
}

const digests = table<DigestRow>('notification_digests', 'd', {
  person_id: 'key',
  due_at: 'changes',
  data: 'changes',
});

const LOCK_DIGEST = locks('notification_digests', 'person_id')`
  ${digests.select} AND d.person_id = :person_id FOR UPDATE`;

export const lockDigest = (tx: Tx, person_id: string) =>
  tx.maybe<DigestRow>(LOCK_DIGEST, { person_id });

export const saveDigest = digests.save;

const DUE = `SELECT d.store_id, d.person_id FROM notification_digests d
  WHERE d.due_at <= :now ORDER BY d.due_at, d.store_id, d.person_id LIMIT :limit`;

/** In all stores. */
export const listDueDigests = (reader: Reader, due: { now: number; limit: number }) =>
  reader.all<{ store_id: string; person_id: string }>(DUE, due);

const END_DIGEST = changes('notification_digests', 'person_id')`
  DELETE FROM notification_digests WHERE store_id = :store_id AND person_id = :person_id`;

export const endDigest = (tx: Tx, person_id: string) => tx.run(END_DIGEST, { person_id });

const PERSON = `SELECT p.person_id, p.email, p.name FROM people p
    LEFT JOIN members m ON m.store_id = :store_id AND m.person_id = p.person_id
  WHERE p.person_id = :person_id AND (p.is_owner = 1 OR m.person_id IS NOT NULL)`;

/** Somebody of the team; undefined when they are not any more. */
export const findOnTeam = (reader: Reader, person_id: string) =>
  reader.maybe<Pick<Recipient, 'person_id' | 'email' | 'name'>>(PERSON, { person_id });

const FIRST_STORE = `SELECT s.store_id FROM stores s
  ORDER BY CASE s.mode WHEN 'live' THEN 0 ELSE 1 END, s.number LIMIT 1`;

/** Whose mails tell of the installation: the first live store's, or the first one's. */
export const storeForOwners = async (reader: Reader): Promise<string | undefined> =>
  (await reader.maybe<{ store_id: string }>(FIRST_STORE))?.store_id;
