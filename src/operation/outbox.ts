import { newEventId } from '../core/event-ids.ts';
import type { EventType } from '../core/events.ts';
import type { Tx } from '../db/database.ts';
import { insertEvent } from './event.sql.ts';

/** An event, with the record that it was emitted with. */
export interface EmittedEvent extends NewEvent {
  record: object;
  cause: object | undefined;
}

export interface NewEvent {
  type: EventType;
  /** The record as it is now, as JSON. */
  data: string;
  record?: object;
}

/** Stores events, as the last step of the transaction that they report. */
export async function appendEvents(tx: Tx, events: NewEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  let sequence = (await tx.takeEventNumbers(events.length)) - events.length;
  for (const { type, data, record } of events) {
    sequence += 1;
    await insertEvent(tx, {
      sequence,
      event_id: newEventId(sequence),
      type,
      data,
      customer_id: customerOf(record),
      created_at: now,
    });
  }
}

/** The customer whom a record belongs to. */
const customerOf = (record: object = {}): string | null =>
  'customer_id' in record && typeof record.customer_id === 'string' ? record.customer_id : null;

/** `cause`: the record that brought it about, such as the refund of a payment; it is not stored. */
export type Emit = (type: EventType, record: object, cause?: object) => void;

/** Collects the events of a transaction until it stores them. */
export function collectEvents() {
  const events: EmittedEvent[] = [];
  const emit: Emit = (type, record, cause) => {
    events.push({ type, data: JSON.stringify(record), record, cause });
  };
  return { events, emit };
}
