import type { Values } from '../database.ts';
import { type SumsOfRow, type SumTable, sumText } from '../sums.ts';
import { type Query, queryOf } from './query.ts';

/** What is added to a row of sums. */
export interface Sum {
  into: SumTable;
  /** With store_id. */
  key: Values;
  sums: SumsOfRow;
}

/** All columns of a table that were added to so far: its rows have one text, with zeros for some. */
const all_columns = new WeakMap<SumTable, Set<string>>();

/**
 * What transactions add to the same row is added up, and added in the order of the keys, so that
 * nobody waits for one who waits. Rows of a table are one list: they have the same text.
 */
export function queriesOfSums(all: readonly Sum[]): Query[][] {
  const rows = new Map<string, Sum>();
  for (const { into, key, sums } of all) {
    const columns = all_columns.get(into) ?? new Set();
    all_columns.set(into, columns);
    const place = placeOf(into, key);
    const total = rows.get(place)?.sums ?? {};
    for (const name in sums) {
      total[name] = (total[name] ?? 0) + (sums[name] ?? 0);
      columns.add(name);
    }
    if (!rows.has(place)) rows.set(place, { into, key, sums: total });
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  const lists: Query[][] = [];
  let last: SumTable | undefined;
  for (const [, row] of sorted) {
    const query = queryOfRow(row);
    if (row.into === last) lists.at(-1)?.push(query);
    else lists.push([query]);
    last = row.into;
  }
  return lists;
}

function queryOfRow({ into, key, sums }: Sum): Query {
  const columns = all_columns.get(into) ?? [];
  const values: Values = { ...key };
  for (const name of columns) values[name] = sums[name] ?? 0;
  return queryOf(sumText(into, columns), values, 'count');
}

/** In this order rows are locked: by table, and in it all products ('') before each of them. */
function placeOf({ table, key: found_by }: SumTable, key: Values): string {
  let place = `${table} ${key.store_id}`;
  for (const name of found_by) if (name !== 'product_id') place += ` ${key[name]}`;
  return `${place} ${key.product_id}`;
}
