import { hash } from 'node:crypto';
import type { EventRow } from './events.ts';

/** The last entry of an audit chain; before the first one, 0 and an empty text. */
export interface ChainHead {
  sequence: number;
  hash: string;
}

/** An entry of an audit chain, as it is stored. */
export interface AuditRow extends ChainHead {
  created_at: number;
  actor_kind: string;
  actor_id: string | null;
  actor_address: string | null;
  action: string;
  request_id: string | null;
  target: string | null;
  changes: string | null;
  first_event: number | null;
  last_event: number | null;
}

/** Whose record it is stands in the record itself. */
export type HashedEvent = Omit<EventRow, 'customer_id'>;

/** The chain of what belongs to no store. */
export const INSTALLATION = '';

/**
 * The hash of an entry: SHA-256 of the hash before it, of everything in it, and of the events that it
 * names, each in a line of its own. No line breaks are in them: all of them are JSON.
 */
export function auditHash(
  { store_id, previous }: { store_id: string; previous: string },
  row: Omit<AuditRow, 'hash'>,
  events: readonly HashedEvent[],
): string {
  const own = JSON.stringify([
    previous,
    store_id,
    row.sequence,
    row.created_at,
    row.actor_kind,
    row.actor_id,
    row.actor_address,
    row.action,
    row.request_id,
    row.target,
    row.changes,
    row.first_event,
    row.last_event,
  ]);
  const lines = events.map(
    ({ sequence, event_id, type, created_at, data }) =>
      `\n${sequence} ${event_id} ${type} ${created_at} ${data}`,
  );
  return hash('sha256', own + lines.join(''));
}
