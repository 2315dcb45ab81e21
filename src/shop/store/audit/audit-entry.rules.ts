import type { Static } from 'typebox';
import type { AuditRow } from '../../../platform/core/audit-chain.ts';
import { type EventRow, licenseKeyField, recordIdOf } from '../../../platform/core/events.ts';
import { Instant, Nullable, OneOf, TextOrNull } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant } from '../../../platform/core/time.ts';
import type { Fields, StoredChange } from '../../../platform/operation/audit.rules.ts';

/** An entry with the name of whoever did it: of a person, or the visible part of an API key. */
export interface NamedEntry extends AuditRow {
  actor_name: string | null;
}

export const ACTOR_KINDS = ['person', 'api_key', 'customer', 'job', 'command', 'provider'] as const;

const SomeFields = Nullable(
  Type.Record(Type.String(), Type.Unknown(), { examples: [{ price: 19.99 }] }),
);

export const AuditEntry = Type.Object({
  object: Type.Literal('audit_entry'),
  sequence: Type.Integer({
    description: 'Counts up by one with every entry, without gaps',
    examples: [42],
  }),
  created_at: Instant,
  actor: Type.Object({
    kind: OneOf([...ACTOR_KINDS]),
    id: TextOrNull('key_1tq3v9w0e00h4rk6m2x8pz7ycn5'),
    name: TextOrNull('Ada Lovelace', 'Of a person, or the visible part of an API key'),
    address: TextOrNull('203.0.113.7', 'The network address that the request came from'),
  }),
  action: Type.String({
    description: 'The path of an operation or a page, or the name of a job or a command',
    examples: ['/update-product'],
  }),
  target: TextOrNull('prod_1tq3v9w0e00h4rk6m2x8pz7ycn5', 'The record that it is mainly about'),
  changes: Type.Array(
    Type.Object({
      target: Type.String({ examples: ['prod_1tq3v9w0e00h4rk6m2x8pz7ycn5'] }),
      events: Type.Array(Type.String({ examples: ['product.updated'] })),
      before: SomeFields,
      after: SomeFields,
    }),
    {
      description:
        'Of each record: with `before`, the fields that changed; without, the record as its event has it',
    },
  ),
  more_events: Type.Integer({
    description: 'How many events it brought about that are not among the changes',
    examples: [0],
  }),
  request_id: TextOrNull('req_1tq3v9w0e00h4rk6m2x8pz7ycn5'),
  hash: Type.String({
    description: 'SHA-256 of this entry, its events, and the hash of the entry before it',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
});

type AuditRecord = Static<typeof AuditEntry>;

export function showEntry(row: NamedEntry, events: EventRow[]): AuditRecord {
  const in_all = row.first_event === null ? 0 : (row.last_event ?? 0) - row.first_event + 1;
  return {
    object: 'audit_entry',
    sequence: row.sequence,
    created_at: isoInstant(row.created_at),
    actor: {
      kind: ACTOR_KINDS.find((kind) => kind === row.actor_kind) ?? 'job',
      id: row.actor_id,
      name: row.actor_name,
      address: row.actor_address,
    },
    action: row.action,
    target: row.target,
    changes: changesOf(row, events),
    more_events: in_all - events.length,
    request_id: row.request_id,
    hash: row.hash,
  };
}

/** What the audit log has, with what the events show: one change for each record. */
function changesOf({ changes }: NamedEntry, events: EventRow[]): AuditRecord['changes'] {
  const noted: StoredChange[] = JSON.parse(changes ?? '[]');
  const by_target = Map.groupBy(events, ({ type, data }) => recordIdOf(type, JSON.parse(data)));
  const targets = [...new Set([...noted.map(({ target }) => target), ...by_target.keys()])];
  return targets.flatMap((target) => {
    const own = by_target.get(target) ?? [];
    const types = own.map(({ type }) => type);
    const record = withoutKeys(own.at(-1));
    const all = noted.filter((one) => one.target === target);
    if (all.length === 0) return [{ target, events: types, before: null, after: record }];
    return all.map((one) => ({
      target,
      events: types,
      before: one.before,
      after: one.after === undefined ? pick(record, one.before) : one.after,
    }));
  });
}

const pick = (record: Fields | null, names: Fields | null): Fields | null =>
  record && names
    ? Object.fromEntries(Object.keys(names).map((name) => [name, record[name] ?? null]))
    : record;

/** License keys are in no entry: whoever may read them finds them in the license. */
function withoutKeys(event: EventRow | undefined): Fields | null {
  if (!event) return null;
  const data: Fields = JSON.parse(event.data);
  const field = licenseKeyField(event.type);
  return field === null
    ? data
    : Object.fromEntries(Object.entries(data).filter(([name]) => name !== field));
}
