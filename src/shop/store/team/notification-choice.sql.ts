import type { Reader, ReaderOutsideTx, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { NotificationDelivery, NotificationKind } from './notification.rules.ts';

export interface NotificationChoiceRow {
  store_id: string;
  person_id: string;
  kind: NotificationKind;
  delivery: NotificationDelivery;
  since_sequence: number;
}

const choices = table<NotificationChoiceRow>(
  'notification_choices',
  'n',
  {
    store_id: 'key',
    person_id: 'key',
    kind: 'key',
    delivery: 'changes',
    since_sequence: 'changes',
  },
  { has_store: false },
);

export const saveNotificationChoice = choices.save;

const OF_PERSON = `${choices.select} WHERE n.person_id = :person_id`;

/** In all stores: six for each at most. */
export const listNotificationChoices = (reader: Reader, person_id: string) =>
  reader.all<NotificationChoiceRow>(OF_PERSON, { person_id });

const FORGET = changes('notification_choices', 'store_id', 'person_id', 'kind')`
  DELETE FROM notification_choices
  WHERE store_id = :store_id AND person_id = :person_id AND kind = :kind`;

export const forgetNotificationChoice = (
  tx: Tx,
  choice: Pick<NotificationChoiceRow, 'store_id' | 'person_id' | 'kind'>,
) => tx.run(FORGET, choice);

const FORGET_ALL = changes('notification_choices', 'store_id', 'person_id')`
  DELETE FROM notification_choices WHERE store_id = :store_id AND person_id = :person_id`;

/** Of a person in a store, who is not of its team any more or wants no mails. */
export const forgetNotificationChoices = (tx: Tx, of: { person_id: string; store_id?: string }) =>
  tx.run(FORGET_ALL, of);

const IN_STORE = 'EXISTS (SELECT 1 FROM stores s WHERE s.store_id = :store_id)';

const FORGET_EVERYWHERE = changes('notification_choices', 'person_id').reads('stores')`
  DELETE FROM notification_choices WHERE person_id = :person_id AND ${IN_STORE}`;

/** Of somebody who was an owner, and is in no team any more. */
export const forgetChoicesEverywhere = (tx: Tx, person_id: string) =>
  tx.run(FORGET_EVERYWHERE, { person_id });

// Read on from here. Whoever chooses something waits for others who do so in this store.
const BEGIN = changes('notification_feeds', 'store_id')`
  INSERT INTO notification_feeds (store_id, last_sequence) VALUES (:store_id, :last_sequence)
  ON CONFLICT (store_id) DO UPDATE SET last_sequence = notification_feeds.last_sequence`;

export const beginFeed = (tx: Tx, feed: { store_id: string; last_sequence: number }) =>
  tx.run(BEGIN, feed);

const END_UNREAD = changes('notification_feeds', 'store_id').reads('notification_choices')`
  DELETE FROM notification_feeds WHERE store_id = :store_id
    AND NOT EXISTS (SELECT 1 FROM notification_choices n WHERE n.store_id = :store_id)`;

/** Where nobody wants anything any more, nothing is read. */
export const endUnreadFeed = (tx: Tx, store_id: string) => tx.run(END_UNREAD, { store_id });

const LOCK_FEED = locks('notification_feeds', 'store_id')`
  SELECT f.last_sequence FROM notification_feeds f WHERE f.store_id = :store_id FOR UPDATE`;

export const lockFeed = async (tx: Tx): Promise<number | undefined> =>
  (await tx.maybe<{ last_sequence: number }>(LOCK_FEED))?.last_sequence;

const SAVE_FEED = changes('notification_feeds', 'store_id')`
  UPDATE notification_feeds SET last_sequence = :last_sequence WHERE store_id = :store_id`;

export const saveFeed = (tx: Tx, last_sequence: number) => tx.run(SAVE_FEED, { last_sequence });

const BEHIND = `
  SELECT f.store_id FROM notification_feeds f JOIN event_counters c ON c.store_id = f.store_id
  WHERE f.last_sequence < c.last_sequence ORDER BY f.store_id`;

/** Stores with events that have not been read yet. */
export const listLaggingFeeds = (reader: ReaderOutsideTx) =>
  reader.all<{ store_id: string }>(BEHIND);
