import type { EventRow } from '../../../platform/core/events.ts';
import {
  DateInput,
  Default,
  Described,
  Id,
  List,
  OneOf,
  page_parameters,
  Text,
} from '../../../platform/core/fields.ts';
import { readCursor, writeCursor } from '../../../platform/core/pagination.ts';
import { Type } from '../../../platform/core/schema.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { listEventsAfter } from '../../../platform/operation/event.sql.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { ACTOR_KINDS, AuditEntry, type NamedEntry, showEntry } from './audit-entry.rules.ts';
import { isOwner, listEntries } from './audit-entry.sql.ts';

export const listAuditEntries = operation({
  method: 'GET',
  path: '/list-audit-entries',
  summary: 'List who changed what',
  description:
    'Newest first, by real time. Filters may be combined. With `action` or `actor_kind` a page may ' +
    'be short, even empty, while `has_more` is true: go on with `next_cursor`. `created_from` and ' +
    '`created_to` include their own instant; a plain date means the whole day in UTC.',
  scope: 'read',
  input: Type.Object({
    about: Default(
      'store',
      OneOf(['store', 'people'], {
        description:
          '`people`: sign-ins, people and signing keys, of the whole installation. For an owner alone',
      }),
    ),
    target: Type.Optional(
      Id(
        'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5',
        'Only what is mainly about the record with this identifier',
      ),
    ),
    actor_id: Type.Optional(
      Id(
        'key_1tq3v9w0e00h4rk6m2x8pz7ycn5',
        'Only what this person, API key, customer, job, command or provider did',
      ),
    ),
    actor_kind: Type.Optional(
      OneOf([...ACTOR_KINDS], { description: 'Only what those of this kind did' }),
    ),
    action: Type.Optional(
      Text(1, 100, {
        description: 'Only this operation, page, job or command',
        examples: ['/refund-transaction'],
      }),
    ),
    created_from: Type.Optional(Described('The earliest day or instant, ISO 8601', DateInput)),
    created_to: Type.Optional(Described('The latest day or instant, ISO 8601', DateInput)),
    ...page_parameters,
  }),
  output: List(AuditEntry),
  errors: ['owners_only'],
  example: { action: '/refund-transaction' },
  check({ created_from, created_to }) {
    const from = parseInstant(created_from ?? '', 'start');
    const to = parseInstant(created_to ?? '', 'end');
    if (from === undefined || to === undefined || from <= to) return [];
    const message = 'must not be before created_from';
    return [{ param: 'created_to', code: 'too_small', message }];
  },
  async read({ input, reader, actor, refuse }) {
    const { about, limit, cursor, action, actor_kind, created_from, created_to } = input;
    const { target, actor_id } = input;
    if (about === 'people' && !(await mayReadPeople(reader, actor))) throw refuse('owners_only');
    const to = parseInstant(created_to ?? '', 'end') ?? Number.MAX_SAFE_INTEGER;
    const [created_at, sequence] = readCursor(cursor, 'audit', [0, 0]) ?? [
      to,
      Number.MAX_SAFE_INTEGER,
    ];
    const from = parseInstant(created_from ?? '', 'start') ?? 0;
    // What has no index may be rare, so a page reads a limited number of entries to find it.
    const is_sifted = action !== undefined || actor_kind !== undefined;
    const read_max = is_sifted ? ENTRIES_READ_MAX : limit + 1;
    const range = { from, created_at, sequence, limit: read_max };
    const rows = await listEntries(reader, about, { target, actor_id }, range);
    const found = rows.filter(
      (row) =>
        row.action === (action ?? row.action) && row.actor_kind === (actor_kind ?? row.actor_kind),
    );
    const shown = found.slice(0, limit);
    const has_more = found.length > limit || (is_sifted && rows.length === read_max);
    const last = found.length > limit ? shown.at(-1) : rows.at(-1);
    const position = last && ([last.created_at, last.sequence] as const);
    return {
      object: 'list' as const,
      data: await Promise.all(
        shown.map(async (row) => showEntry(row, await eventsOf(reader, row))),
      ),
      has_more,
      next_cursor: has_more && position ? writeCursor('audit', [...position]) : null,
    };
  },
});

const ENTRIES_READ_MAX = 1_000;
const EVENTS_SHOWN = 20;

/** Whoever sits at the terminal of the server can read all of it anyway. */
const mayReadPeople = async (
  reader: Reader,
  { kind, id }: { kind: string; id: string | null },
): Promise<boolean> =>
  kind === 'command' || (kind === 'person' && id !== null && isOwner(reader, id));

async function eventsOf(
  reader: Reader,
  { first_event, last_event }: NamedEntry,
): Promise<EventRow[]> {
  if (first_event === null || last_event === null) return [];
  const count = last_event - first_event + 1;
  return listEventsAfter(reader, {
    after: first_event - 1,
    limit: Math.min(count, EVENTS_SHOWN),
  });
}
