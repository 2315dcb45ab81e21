import assert from 'node:assert/strict';
import type { EventType } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { insertEvent, takeEventNumbers } from './event.sql.ts';

export interface NewEvent {
  type: EventType;
  /** The record as it is now, as JSON. */
  data: string;
}

/** Writes what happened, in the transaction that made it happen and as its last step. */
export async function appendEvents(tx: Tx, events: NewEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  const numbers = await takeEventNumbers(tx, events.length);
  assert(numbers);
  let sequence = numbers.last_sequence - events.length;
  for (const { type, data } of events) {
    sequence += 1;
    const event_id = newId('evt', now);
    await insertEvent(tx, {
      sequence,
      event_id,
      type,
      data,
      created_at: now,
    });
  }
}
