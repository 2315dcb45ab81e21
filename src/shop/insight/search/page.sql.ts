import type { Reader } from '../../../platform/db/database.ts';
import { type Filter, selectFiltered } from '../../../platform/db/filters.ts';
import { findNarrowest } from '../../../platform/db/list-filtered.ts';

const PAGE_FILTERS = ['customer_id', 'product_id', 'status'] as const;
export type PageFilter = Filter<(typeof PAGE_FILTERS)[number]>;

// Each in the order of its list operation: what a row is ordered by is what its cursor says.
const query = (table: string, key: string, names: readonly (keyof PageFilter)[], where = '') => ({
  select: `SELECT r.${key} AS place FROM ${table} r WHERE r.store_id = :store_id${where}`,
  alias: 'r',
  table,
  key,
  names,
  where,
});

const QUERIES = {
  products: query('products', 'product_id', ['status']),
  customers: query('customers', 'search_entry', []),
  subscriptions: query('subscriptions', 'subscription_id', ['customer_id', 'status']),
  transactions: query('transactions', 'transaction_id', ['customer_id', 'product_id', 'status']),
  payments: query(
    'transactions',
    'transaction_id',
    ['customer_id', 'product_id', 'status'],
    " AND r.type <> 'refund'",
  ),
  licenses: query('licenses', 'license_id', ['customer_id', 'product_id']),
};

export type PagedList = keyof typeof QUERIES;
export const PAGED_LISTS = Object.keys(QUERIES) as PagedList[];

/** By which filters a list can be narrowed. */
export const filtersOf = (list: PagedList): readonly (keyof PageFilter)[] => QUERIES[list].names;

interface Found {
  list: PagedList;
  filter: PageFilter;
  /** No more are looked at with several filters. */
  most: number;
}

/** The list, looked through by its narrowest filter, and where looking ends: also if nothing fits. */
async function lookThrough(reader: Reader, { list, filter, most }: Found) {
  const query = QUERIES[list];
  const { where } = query;
  const given = query.names.filter((name) => filter[name] !== undefined);
  const conditions = given.length + (where === '' ? 0 : 1);
  const { names, end } =
    given.length > 0 && conditions > 1
      ? await findNarrowest(reader, { ...query, names: given }, filter, {
          before: LAST,
          looked_at_max: most,
        })
      : { names: given, end: undefined };
  const { sql, values } = selectFiltered(query, filter, names);
  const upto = end === undefined ? '' : ` AND r.${query.key} >= :end`;
  return { sql: `${sql}${upto}`, values: { ...values, ...(end !== undefined && { end }) }, end };
}

/** How many records a list has, and whether there may be more than were counted. */
export async function countRecords(
  reader: Reader,
  found: Found,
): Promise<{ records: number; is_capped: boolean }> {
  const { sql, values, end } = await lookThrough(reader, found);
  const count = `SELECT COUNT(*) AS records FROM (${sql} LIMIT :most) counted`;
  const row = await reader.maybe<{ records: number }>(count, { ...values, most: found.most });
  const records = Number(row?.records ?? 0);
  return { records, is_capped: end !== undefined || records >= found.most };
}

/** What the record behind `skipped` others, newest first, is ordered by. */
export async function findPlace(
  reader: Reader,
  { skipped, ...found }: Found & { skipped: number },
): Promise<string | number | undefined> {
  const { sql, values } = await lookThrough(reader, found);
  const one = `${sql} ORDER BY place DESC LIMIT 1 OFFSET :skipped`;
  return (await reader.maybe<{ place: string | number }>(one, { ...values, skipped }))?.place;
}

const LAST = 'z'; // Behind every identifier, in any collation.
