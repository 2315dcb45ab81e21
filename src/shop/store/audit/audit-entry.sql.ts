import type { Reader } from '../../../platform/db/database.ts';
import { type Filter, selectFiltered } from '../../../platform/db/filters.ts';
import { table } from '../../../platform/db/table.ts';
import type { NamedEntry } from './audit-entry.rules.ts';

const entries = table<NamedEntry>('audit_entries', 'a', {
  sequence: 'key',
  created_at: 'fixed',
  actor_kind: 'fixed',
  actor_id: 'fixed',
  actor_address: 'fixed',
  action: 'fixed',
  request_id: 'fixed',
  target: 'fixed',
  changes: 'fixed',
  first_event: 'fixed',
  last_event: 'fixed',
  hash: 'fixed',
  actor_name: {
    computed: `CASE a.actor_kind
      WHEN 'person' THEN (SELECT p.name FROM people p WHERE p.person_id = a.actor_id)
      WHEN 'api_key' THEN (SELECT k.hint FROM api_keys k
        WHERE k.store_id = a.store_id AND k.key_id = a.actor_id) END`,
  },
});

interface Range {
  from: number;
  /** The entry after those that are read, in this order: newest first. */
  created_at: number;
  sequence: number;
  limit: number;
}

const PAGE = ` AND a.created_at >= :from AND (a.created_at, a.sequence) < (:created_at, :sequence)
  ORDER BY a.created_at DESC, a.sequence DESC LIMIT :limit`;

const of_store = {
  select: entries.select,
  alias: 'a',
  names: ['target', 'actor_id'] as const,
  rest: PAGE,
};

// The name of the parameter says for whom it is read: nothing of the store is in it.
const of_installation = {
  select: `SELECT ${entries.columns} FROM audit_entries a WHERE a.store_id = '' AND :store_id <> ''`,
  alias: 'a',
  names: ['target', 'actor_id'] as const,
  rest: PAGE,
};

type EntryFilter = Filter<'target' | 'actor_id'>;

/** Newest first. */
export function listEntries(
  reader: Reader,
  about: 'store' | 'people',
  filter: EntryFilter,
  range: Range,
) {
  const { sql, values } = selectFiltered(about === 'store' ? of_store : of_installation, filter);
  return reader.all<NamedEntry>(sql, { ...values, ...range });
}

const IS_OWNER = `SELECT person_id FROM people
  WHERE person_id = :person_id AND is_owner = 1 AND :store_id <> ''`;

export const isOwner = async (reader: Reader, person_id: string): Promise<boolean> =>
  (await reader.maybe(IS_OWNER, { person_id })) !== undefined;
