import type { Doing } from '../core/actor.ts';
import type { EventType } from '../core/events.ts';
import type { Clock } from '../core/time.ts';
import type { UnnumberedEvent } from '../db/append.ts';
import type { Tx } from '../db/database.ts';
import type { Change } from './audit.rules.ts';
import { auditEntry } from './audit.ts';

/** An event, with the record that it was emitted with. */
export interface EmittedEvent extends NewEvent {
  record: object;
  cause: object | undefined;
}

interface NewEvent {
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
  doing: Work & Doing,
  { events, changes }: { events: EmittedEvent[]; changes: Change[] },
): Promise<void> {
  const { tx, now, services } = doing;
  const { store_id } = doing.store;
  const entry = auditEntry({ store_id, doing, at: services.clock() }, { events, changes });
  if (events.length === 0 && !entry) return;
  await tx.append({ store_id, events: unnumbered(events, now), entry });
}

const unnumbered = (events: NewEvent[], now: number): UnnumberedEvent[] =>
  events.map(({ type, data, record }) => {
    const customer_id = customerOf(record);
    return { type, data, customer_id, created_at: now };
  });

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
