import {
  type AuditRow,
  auditHash,
  type ChainHead,
  type HashedEvent,
} from '../../platform/core/audit-chain.ts';
import type { Reader } from '../../platform/db/database.ts';
import { afterLeaps } from './verify.rules.ts';
import { eventLeaps } from './verify.sql.ts';
import { entriesAfter, eventsBetween, keptHead } from './verify-audit.sql.ts';
import type { RecordCheck } from './work.ts';

const WHOLE = 'the audit log is whole';
const BATCH = 1_000;

interface Chain {
  reader: Reader;
  /** Empty: of the installation. */
  store_id: string;
  check: RecordCheck;
  advance(records: number): void;
  /** Called with the hash of every entry. */
  pass(hash: string): void;
}

/** Follows the chain of a store from its beginning; returns its end. */
export async function verifyAudit(chain: Chain): Promise<ChainHead> {
  const { reader, store_id, check } = chain;
  const name = store_id === '' ? 'installation' : store_id;
  const kept = await keptHead(reader, store_id);
  let head: ChainHead = { sequence: 0, hash: '' };
  const leaps = store_id === '' ? [] : await eventLeaps(reader, store_id);
  let audited_to = kept?.audited_after ?? 0;
  for (;;) {
    const from = { store_id, after: head.sequence, limit: BATCH };
    const rows = await entriesAfter(reader, from);
    const events = await eventsOf(reader, store_id, rows);
    for (const row of rows) {
      const own = ownEvents(row, events);
      const is_leap = afterLeaps(leaps, audited_to) + 1 === row.first_event;
      if (is_leap) audited_to = afterLeaps(leaps, audited_to);
      const problems = entryProblems({
        store_id,
        row,
        head,
        last_audited: audited_to,
        events: own,
      });
      check(WHOLE, `${name} ${row.sequence}`, problems);
      chain.pass(row.hash);
      head = { sequence: row.sequence, hash: row.hash };
      audited_to = row.last_event ?? audited_to;
    }
    chain.advance(rows.length);
    if (rows.length < BATCH) break;
  }
  const last_event = kept?.last_event ?? 0;
  const sequence = kept?.sequence ?? 0;
  const is_head = (kept?.hash ?? '') === head.hash;
  check(WHOLE, name, [
    ...(sequence === head.sequence && is_head
      ? []
      : [`it has ${head.sequence} entries and ends with another than the last of ${sequence}`]),
    ...(audited_to === last_event || afterLeaps(leaps, audited_to) === last_event
      ? []
      : [`events ${audited_to + 1} to ${last_event} are in no entry`]),
  ]);
  return head;
}

async function eventsOf(
  reader: Reader,
  store_id: string,
  rows: AuditRow[],
): Promise<Map<number, HashedEvent>> {
  const [first] = rows.flatMap(({ first_event }) => first_event ?? []);
  const last = rows.flatMap(({ last_event }) => last_event ?? []).at(-1);
  if (first === undefined || last === undefined) return new Map();
  const events = await eventsBetween(reader, { store_id, first, last });
  return new Map(events.map((event) => [event.sequence, event]));
}

function ownEvents(
  { first_event, last_event }: AuditRow,
  events: Map<number, HashedEvent>,
): HashedEvent[] {
  const own: HashedEvent[] = [];
  for (let at = first_event ?? 1; at <= (last_event ?? 0); at++) own.push(...found(events.get(at)));
  return own;
}

const found = (event: HashedEvent | undefined): HashedEvent[] => (event ? [event] : []);

interface Checked {
  store_id: string;
  row: AuditRow;
  head: ChainHead;
  last_audited: number;
  events: HashedEvent[];
}

function entryProblems({
  store_id,
  row,
  head,
  last_audited: audited_to,
  events,
}: Checked): string[] {
  const { first_event, last_event, hash } = row;
  const is_next = row.sequence === head.sequence + 1;
  const follows = first_event === null || first_event === audited_to + 1;
  const named = first_event === null ? 0 : (last_event ?? 0) - first_event + 1;
  const meant = auditHash({ store_id, previous: head.hash }, row, events);
  return [
    ...(is_next ? [] : [`entries before it are missing: the last one is ${head.sequence}`]),
    ...(follows
      ? []
      : [`its events begin with ${first_event}, the last one recorded was ${audited_to}`]),
    ...(events.length === named ? [] : [`${events.length} of its ${named} events are there`]),
    ...(hash === meant ? [] : ['its hash is not that of what is in it and before it']),
  ];
}
