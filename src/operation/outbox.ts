import type { Doing } from '../core/actor.ts';
import { newEventId } from '../core/event-ids.ts';
import type { EventRow, EventType } from '../core/events.ts';
import type { Clock } from '../core/time.ts';
import type { Tx } from '../db/database.ts';
import type { Change } from './audit.rules.ts';
import { appendAuditEntry } from './audit.ts';
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

interface Work {
  tx: Tx;
  store: { store_id: string };
  now: number;
  services: { clock: Clock };
}

/** Stores the events of a transaction and its entry in the audit log, as its last step. */
export async function appendWork(
  { tx, store, now, services, ...doing }: Work & Doing,
  { events, changes }: { events: EmittedEvent[]; changes: Change[] },
): Promise<void> {
  const { store_id } = store;
  const rows = await appendEvents(tx, events, now);
  await appendAuditEntry(tx, { store_id, doing, at: services.clock() }, { events, rows, changes });
}

/** Stores events, and returns them as they are stored. */
export async function appendEvents(tx: Tx, events: NewEvent[], now: number): Promise<EventRow[]> {
  if (events.length === 0) return [];
  let sequence = (await tx.takeEventNumbers(events.length)) - events.length;
  const rows: EventRow[] = [];
  for (const { type, data, record } of events) {
    sequence += 1;
    const told = { type, data, customer_id: customerOf(record), created_at: now };
    const row = { sequence, event_id: newEventId(sequence), ...told };
    await insertEvent(tx, row);
    rows.push(row);
  }
  return rows;
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
