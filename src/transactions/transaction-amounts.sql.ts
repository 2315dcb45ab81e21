import type { Reader } from '../db/database.ts';
import { type Filter, selectFiltered } from '../db/filters.ts';

/** So many entries of an index are looked at for a page, at most. */
const LOOKED_AT_MAX = 20_000;

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
const UP = `ORDER BY ${KEY}`;
const DOWN = `ORDER BY ${KEY.replaceAll(',', ' DESC,')} DESC`;

/**
 * Transactions by their total, and where the next page goes on. If not too many fit the filter,
 * these are found by its index and put in order. Of more, those next in the order of amounts are
 * looked at: a page may have fewer than `limit` then, while there are more.
 */
export async function listByAmount<Name extends string>(
  reader: Reader,
  { names, filter }: { names: readonly Name[]; filter: Filter<Name> },
  { order, after, limit, looked_at_max = LOOKED_AT_MAX, ...range }: Range,
): Promise<{ found: AmountKey[]; end: AmountKey | undefined }> {
  const { sql, values } = selectFiltered({ select: KEYS, alias: 't', names }, filter);
  const given = { ...values, ...range, looked_at_max };
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

  const probe = `${sql} ${IN_RANGE} ORDER BY transaction_id LIMIT 1 OFFSET :looked_at_max`;
  if ((await reader.maybe(probe, given)) === undefined) {
    const few = `WITH few AS MATERIALIZED (${sql} ${IN_RANGE} ORDER BY transaction_id
        LIMIT :looked_at_max)
      SELECT ${KEY} FROM few WHERE ${further.slice(4)} ${ordered} LIMIT :limit`;
    return pageOf(await reader.all<AmountKey>(few, { ...given, ...at, limit: limit + 1 }));
  }
  const last = `${KEYS} ${further} ${ordered} LIMIT 1 OFFSET :looked_at_max - 1`;
  const end = await reader.maybe<AmountKey>(last, at);
  // The index has the usual ones: the table is not looked at for these.
  const columns = [
    KEY,
    ...names
      .filter((name) => name in values && name !== 'transaction_id')
      .map((name) => `t.${name}`),
  ];
  const window = `WITH looked_at AS MATERIALIZED (
      SELECT ${columns.join(', ')} FROM transactions t
      WHERE t.store_id = :store_id ${further} ${ordered} LIMIT :looked_at_max)
    SELECT ${KEY} FROM looked_at WHERE 1 = 1`;
  const fits = selectFiltered({ select: window, alias: 'looked_at', names }, filter).sql;
  const rows = await reader.all<AmountKey>(`${fits} ${IN_RANGE} ${ordered} LIMIT :limit`, {
    ...{ ...given, ...at, limit: limit + 1 },
  });
  return rows.length > limit ? pageOf(rows) : { found: rows, end };
}
