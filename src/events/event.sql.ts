import type { Reader, Tx } from '../db/database.ts';
import type { EventRow } from './event.rules.ts';

const INSERT = `
  INSERT INTO events (store_id, sequence, event_id, type, data, created_at)
  VALUES (:store_id, :sequence, :event_id, :type, :data, :created_at)`;

export const insertEvent = (tx: Tx, event: EventRow) => tx.run(INSERT, { ...event });

const SELECT = `SELECT sequence, event_id, type, data, created_at FROM events
  WHERE store_id = :store_id`;

const FIND = `${SELECT} AND sequence = :sequence`;

export const findEvent = (reader: Reader, sequence: number) =>
  reader.maybe<EventRow>(FIND, { sequence });

const AFTER = `${SELECT} AND sequence > :after ORDER BY sequence LIMIT :limit`;

/** Oldest first. */
export const listEventsAfter = (reader: Reader, range: { after: number; limit: number }) =>
  reader.all<EventRow>(AFTER, range);

const BEFORE = `${SELECT} AND sequence < :before ORDER BY sequence DESC LIMIT :limit`;

/** Newest first. */
export const listEventsBefore = (reader: Reader, range: { before: number; limit: number }) =>
  reader.all<EventRow>(BEFORE, range);
