import type { EventRow } from '../core/events.ts';
import type { Reader } from '../db/database.ts';

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
