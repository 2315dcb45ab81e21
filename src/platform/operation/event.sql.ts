import type { EventRow } from '../core/events.ts';
import type { Reader } from '../db/database.ts';
import { table } from '../db/table.ts';

const events = table<EventRow>('events', 'e', {
  sequence: 'key',
  event_id: 'fixed',
  type: 'fixed',
  data: 'fixed',
  customer_id: 'fixed',
  created_at: 'fixed',
});

const FIND = `${events.select} AND e.sequence = :sequence`;

export const findEvent = (reader: Reader, sequence: number) =>
  reader.maybe<EventRow>(FIND, { sequence });

const AFTER = `${events.select} AND e.sequence > :after ORDER BY e.sequence LIMIT :limit`;

/** Oldest first. */
export const listEventsAfter = (reader: Reader, range: { after: number; limit: number }) =>
  reader.all<EventRow>(AFTER, range);

const BEFORE = `${events.select} AND e.sequence < :before ORDER BY e.sequence DESC LIMIT :limit`;

/** Newest first. */
export const listEventsBefore = (reader: Reader, range: { before: number; limit: number }) =>
  reader.all<EventRow>(BEFORE, range);

const OF_CUSTOMER = `${events.select} AND e.customer_id = :customer_id AND e.sequence < :before
  ORDER BY e.sequence DESC LIMIT :limit`;

/** What happened to a customer and to what belongs to them, newest first. */
export const listEventsOfCustomer = (
  reader: Reader,
  range: { customer_id: string; before: number; limit: number },
) => reader.all<EventRow>(OF_CUSTOMER, range);
