import type { AuditRow, ChainHead, HashedEvent } from '../../platform/core/audit-chain.ts';
import type { Reader, ReaderOutsideTx } from '../../platform/db/database.ts';

const ENTRIES = `SELECT sequence, created_at, actor_kind, actor_id, actor_address, action,
    request_id, target, changes, first_event, last_event, hash
  FROM audit_entries WHERE store_id = :store_id AND sequence > :after
  ORDER BY sequence LIMIT :limit`;

export const entriesAfter = (
  reader: Reader,
  from: { store_id: string; after: number; limit: number },
) => reader.all<AuditRow>(ENTRIES, from);

const EVENTS = `SELECT sequence, event_id, type, data, created_at FROM events
  WHERE store_id = :store_id AND sequence >= :first AND sequence <= :last ORDER BY sequence`;

export const eventsBetween = (
  reader: Reader,
  range: { store_id: string; first: number; last: number },
) => reader.all<HashedEvent>(EVENTS, range);

/** The end of a chain as it is kept, and the newest event that is older than it. */
export interface KeptHead extends ChainHead {
  audited_after: number;
  last_event: number;
}

const HEAD = `SELECT audit_sequence AS sequence, audit_hash AS hash, audited_after,
    last_sequence AS last_event
  FROM event_counters WHERE store_id = :store_id`;

const HEAD_OF_INSTALLATION = `SELECT sequence, hash, 0 AS audited_after, 0 AS last_event
  FROM audit_heads WHERE store_id = :store_id`;

export const keptHead = (reader: ReaderOutsideTx, store_id: string) =>
  reader.maybe<KeptHead>(store_id === '' ? HEAD_OF_INSTALLATION : HEAD, { store_id });
