import type { AuditRow, ChainHead } from '../core/audit-chain.ts';
import { newEventId } from '../core/event-ids.ts';
import type { EventRow } from '../core/events.ts';

/** An event that has no number yet. */
export type UnnumberedEvent = Omit<EventRow, 'sequence' | 'event_id'>;

/** What a transaction adds at its very end: events of a store, and an entry of its audit log. */
export interface Appended {
  /** INSTALLATION for an entry of no store, which has no events. */
  store_id: string;
  events: readonly UnnumberedEvent[];
  /** Makes the entry, from the one before it and from the events with their numbers. */
  entry?: ((head: ChainHead, events: EventRow[]) => AuditRow) | undefined;
}

/** The events with the numbers that follow `after`. */
export const numbered = (events: readonly UnnumberedEvent[], after: number): EventRow[] =>
  events.map((event, at) => {
    const sequence = after + at + 1;
    return { ...event, sequence, event_id: newEventId(sequence) };
  });
