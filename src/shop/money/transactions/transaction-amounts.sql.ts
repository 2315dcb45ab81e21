import type { Reader } from '../../../platform/db/database.ts';
import { type Filter, selectFiltered } from '../../../platform/db/filters.ts';
import { findNarrowest } from '../../../platform/db/list-filtered.ts';

/** So many entries of the index of amounts are looked at for a page, at most. */
const LOOKED_AT_MAX = 20_000;
/** So many rows of the table. */
const READ_MAX = 5_000;
const IN_INDEX: readonly string[] = [
  'transaction_id',
  'status',
  'type',
  'product_id',
  'customer_id',
];
const LIST = { table: 'transactions', key: 'transaction_id' };

/** Where a transaction is in the order of amounts. Currencies come one after the other. */
export interface AmountKey {
  currency: string;
  total_minor: number;
  transaction_id: string;
}

interface Range {
  from: string;
  before: string;
  order: 'highest' | 'lowest';
  after: AmountKey;
  limit: number;
  looked_at_max?: number;
}

const IN_RANGE = 'AND transaction_id >= :from AND transaction_id < :before';
const KEY = 'currency, total_minor, transaction_id';
const KEYS = `SELECT ${KEY} FROM transactions t
  WHERE t.store_id = :store_id`;
const BEHIND = `(${KEY}) > (:currency, :total_minor, :transaction_id_after)`;
const BEFORE = `(${KEY}) < (:currency, :total_minor, :transaction_id_after)`;
const END = '(:end_currency, :end_total, :end_id)';
const UP = `ORDER BY ${KEY}`;
const DOWN = `ORDER BY ${KEY.replaceAll(',', ' DESC,')} DESC`;

interface Looked<Name extends string> {
  names: readonly Name[];
  filter: Filter<Name>;
  /** A condition on columns of the index of amounts that no filter is. */
  besides?: string | undefined;
}

/**
 * Transactions by their total, and where the next page goes on. If not too many fit one of the
 * filters, these are found by its index and put in order. Of more, those next in the order of amounts
 * are looked at: a page may have fewer than `limit` then, while there are more.
 */
export async function listByAmount<Name extends string>(
  reader: Reader,
  { names, filter, besides }: Looked<Name>,
  { order, after, limit, looked_at_max: most = LOOKED_AT_MAX, ...range }: Range,
): Promise<{ found: AmountKey[]; end: AmountKey | undefined }> {
  const read_max = Math.min(READ_MAX, most);
  const of = { ...LIST, names: names.filter((name) => filter[name] !== undefined) };
  const narrowest = await findNarrowest(reader, of, filter, {
    ...range,
    looked_at_max: read_max + 1,
  });
  const looked_at_max = of.names.every((name) => IN_INDEX.includes(name)) ? most : read_max;
  const select = { select: KEYS, alias: 't', names: narrowest.names };
  const { sql, values } = selectFiltered(select, filter);
  const given = { ...values, ...range, looked_at_max };
  const also = besides === undefined ? '' : `AND ${besides}`;
  const further = `AND ${order === 'lowest' ? BEHIND : BEFORE}`;
  const ordered = order === 'lowest' ? UP : DOWN;
  const at = {
    currency: after.currency,
    total_minor: after.total_minor,
    transaction_id_after: after.transaction_id,
    looked_at_max,
  };
  const pageOf = (rows: AmountKey[]) => {
    const found = rows.slice(0, limit);
    return { found, end: rows.length > limit ? found.at(-1) : undefined };
  };

  if (narrowest.end === undefined) {
    const few = `WITH few AS MATERIALIZED (${sql} ${also} ${IN_RANGE} ORDER BY transaction_id
        LIMIT :looked_at_max)
      SELECT ${KEY} FROM few WHERE ${further.slice(4)} ${ordered} LIMIT :limit`;
    return pageOf(await reader.all<AmountKey>(few, { ...given, ...at, limit: limit + 1 }));
  }
  const last = `${KEYS} ${further} ${ordered} LIMIT 1 OFFSET :looked_at_max - 1`;
  const end = await reader.maybe<AmountKey>(last, at);
  // The planner cannot look for a column with something behind it: only by amount.
  const fits = of.names.map((name) => `AND t.${name} || '' = :${name}`).join(' ');
  const upto = order === 'lowest' ? '<=' : '>=';
  const window = `${KEYS} ${further} ${end ? `AND (${KEY}) ${upto} ${END}` : ''} ${fits} ${also}
    AND t.transaction_id || '' >= :from AND t.transaction_id || '' < :before ${ordered}
    LIMIT :limit`;
  const rows = await reader.all<AmountKey>(window, {
    ...given,
    ...at,
    limit: limit + 1,
    ...(end && {
      end_currency: end.currency,
      end_total: end.total_minor,
      end_id: end.transaction_id,
    }),
  });
  return rows.length > limit ? pageOf(rows) : { found: rows, end };
}
