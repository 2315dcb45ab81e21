import { newEventId } from '../core/event-ids.ts';
import type { EventType } from '../core/events.ts';
import type { Tx } from '../db/database.ts';
import { insertEvent } from './event.sql.ts';

export interface NewEvent {
  type: EventType;
  /** The record as it is now, as JSON. */
  data: string;
}

/** Stores events, as the last step of the transaction that they report. */
export async function appendEvents(tx: Tx, events: NewEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  let sequence = (await tx.takeEventNumbers(events.length)) - events.length;
  for (const { type, data } of events) {
    sequence += 1;
    await insertEvent(tx, {
      sequence,
      event_id: newEventId(sequence),
      type,
      data,
      created_at: now,
    });
  }
}

export type Emit = (type: EventType, record: object) => void;

/** Collects the events of a transaction until it stores them. */
export function collectEvents() {
  const events: (NewEvent & { record: object })[] = [];
  const emit: Emit = (type, record) => {
    events.push({ type, data: JSON.stringify(record), record });
  };
  return { events, emit };
}
