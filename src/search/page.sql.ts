import type { Reader } from '../db/database.ts';
import { type Filter, selectFiltered } from '../db/filters.ts';

const PAGE_FILTERS = ['customer_id', 'product_id', 'status'] as const;
export type PageFilter = Filter<(typeof PAGE_FILTERS)[number]>;

// Each in the order of its list operation: what a row is ordered by is what its cursor says.
const query = (table: string, place: string, names: readonly (keyof PageFilter)[], where = '') => ({
  select: `SELECT r.${place} AS place FROM ${table} r WHERE r.store_id = :store_id${where}`,
  alias: 'r',
  names,
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

/** How many records a list has; it is counted no further than `most`. */
export async function countRecords(
  reader: Reader,
  list: PagedList,
  { filter, most }: { filter: PageFilter; most: number },
): Promise<number> {
  const { sql, values } = selectFiltered(QUERIES[list], filter);
  const count = `SELECT COUNT(*) AS records FROM (${sql} LIMIT :most) counted`;
  const row = await reader.maybe<{ records: number }>(count, { ...values, most });
  return Number(row?.records ?? 0);
}

/** What the record behind `skipped` others, newest first, is ordered by. */
export async function findPlace(
  reader: Reader,
  list: PagedList,
  { filter, skipped }: { filter: PageFilter; skipped: number },
): Promise<string | number | undefined> {
  const { sql, values } = selectFiltered(QUERIES[list], filter);
  const one = `${sql} ORDER BY place DESC LIMIT 1 OFFSET :skipped`;
  return (await reader.maybe<{ place: string | number }>(one, { ...values, skipped }))?.place;
}
