import type { Reader, Values } from './database.ts';
import { type Filter, selectFiltered } from './filters.ts';

/** So many records are looked at for a page with several filters, at most. */
const LOOKED_AT_MAX = 2_000;

/** A list that is ordered by `key`. Each filter has an index in this order. */
interface FilteredList<Name extends string> {
  select: string;
  alias: string;
  table: string;
  key: string;
  names: readonly Name[];
}

interface Stretch {
  order?: 'newest' | 'oldest';
  /** From this key on. */
  from?: string;
  /** Behind this key: where a page of the oldest first goes on. */
  after?: string;
  before: string;
  looked_at_max?: number;
}

/** A condition that no index answers. */
interface Besides {
  condition: string;
  values?: Values;
  /** Whether it may fit few of all there are: then it is like a filter. */
  may_be_rare?: boolean;
}

/**
 * A page of what fits all filters. With several, it is looked for by the one that fewest of the next
 * records fit, and no further than `looked_at_max` of these: otherwise a page of a combination that
 * is rare or does not exist would read most of the store. If there is an `end`, the page went no
 * further than this key; it may be short, even empty, while there are more.
 */
export async function listFiltered<Row, Name extends string>(
  reader: Reader,
  list: FilteredList<Name>,
  filter: Filter<Name>,
  { limit, besides, ...stretch }: Stretch & { limit: number; besides?: Besides | undefined },
): Promise<{ rows: Row[]; end: [string] | undefined }> {
  const { order = 'newest', before } = stretch;
  const given = list.names.filter((name) => filter[name] !== undefined);
  const is_bounded = given.length + (besides ? 1 : 0) > 1 || besides?.may_be_rare === true;
  const { names, end } = is_bounded
    ? await findNarrowest(reader, { ...list, names: given }, filter, stretch)
    : { names: given, end: undefined };
  const { sql, values } = selectFiltered(list, filter, names);
  const key = `${list.alias}.${list.key}`;
  const is_newest = order === 'newest';
  const [above, low] = lowEnd(is_newest && end !== undefined ? { from: end } : stretch);
  const [below, high] = !is_newest && end !== undefined ? ['<=', end] : ['<', before];
  const also = besides ? ` AND ${besides.condition}` : '';
  const page = `${sql}${also} AND ${key} ${above} :low AND ${key} ${below} :high
    ORDER BY ${key} ${is_newest ? 'DESC' : ''} LIMIT :limit`;
  const rows = await reader.all<Row>(page, { ...values, ...besides?.values, low, high, limit });
  return { rows, end: end === undefined || rows.length >= limit ? undefined : [end] };
}

/** One end is enough: of two, SQLite looks by the first alone, and passes what the other leaves out. */
const lowEnd = ({ from = '', after = '' }: Pick<Stretch, 'from' | 'after'>) =>
  after >= from ? (['>', after] as const) : (['>=', from] as const);

interface Narrowest<Name extends string> {
  /** The filters, the one to look by first. */
  names: Name[];
  /** The last record that is looked at; undefined: not many are left, and all of them are. */
  end: string | undefined;
}

/** Which filter to look by: one that few of what is left fit, or the one that reaches furthest. */
export async function findNarrowest<Name extends string>(
  reader: Reader,
  { table, key, names }: Pick<FilteredList<Name>, 'table' | 'key' | 'names'>,
  filter: Filter<Name>,
  { order = 'newest', before, looked_at_max = LOOKED_AT_MAX, ...stretch }: Stretch,
): Promise<Narrowest<Name>> {
  const withFirst = (first: Name | undefined) => [
    ...names.filter((name) => name === first),
    ...names.filter((name) => name !== first),
  ];
  const [above, low] = lowEnd(stretch);
  let furthest: Narrowest<Name> = { names: [...names], end: undefined };
  // Without a filter, whether few are in the range.
  for (const name of names.length > 0 ? names : [undefined]) {
    const fits = name === undefined ? '' : `AND n.${name} = :value || ''`; // As in selectFiltered.
    const probe = `SELECT n.${key} AS place FROM ${table} n
      WHERE n.store_id = :store_id ${fits}
        AND n.${key} ${above} :low AND n.${key} < :before
      ORDER BY n.${key} ${order === 'newest' ? 'DESC' : ''} LIMIT 1 OFFSET :looked_at_max - 1`;
    const value = name === undefined ? '' : (filter[name] ?? '');
    const values = { value, low, before, looked_at_max };
    const end = (await reader.maybe<{ place: string }>(probe, values))?.place;
    if (end === undefined) return { names: withFirst(name), end };
    const is_further =
      furthest.end === undefined || (order === 'newest' ? end < furthest.end : end > furthest.end);
    if (is_further) furthest = { names: withFirst(name), end };
  }
  return furthest;
}
