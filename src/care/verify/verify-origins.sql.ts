import type { Reader } from '../../platform/db/database.ts';
import { type Dimension, ORIGIN_SUMS } from '../../shop/figures/figure-change.rules.ts';

// What money moves, by the payment that it belongs to, as salesOfEntry counts it.
const got = (accounts: string, value: string) => `CASE
  WHEN e.debit_account = 'gateway' AND e.credit_account IN (${accounts}) THEN ${value}
  WHEN e.credit_account = 'gateway' AND e.debit_account IN (${accounts}) THEN -(${value}) ELSE 0 END`;
const sum = (of: string, name: string) => `CAST(SUM(${of}) AS bigint) AS ${name}`;
const only = (types: string, value: string) => `CASE WHEN t.type ${types} THEN ${value} ELSE 0 END`;

const SUMS = [
  sum(got("'sales'", 'e.amount_minor'), 'gross_minor'),
  sum(only("= 'refund'", `-(${got("'refunds'", 'e.amount_minor')})`), 'refunded_minor'),
  sum(
    only("<> 'refund'", `-(${got("'refunds', 'disputes'", 'e.amount_minor')})`),
    'disputed_minor',
  ),
  sum(got("'sales'", '1'), 'payments'),
  sum(only("= 'refund'", `-(${got("'refunds'", '1')})`), 'refunds'),
].join(', ');

const MOVED = `FROM ledger_entries e
  JOIN transactions t ON t.store_id = e.store_id AND t.transaction_id = e.transaction_id
  WHERE e.store_id = :store_id AND (e.debit_account = 'gateway' OR e.credit_account = 'gateway')`;

const ANY = ORIGIN_SUMS.map((name) => `x.${name} <> 0`).join(' OR ');
const NAMES = ORIGIN_SUMS.map((name) => `x.${name}`).join(', ');

/** Rows that are counted and not kept so, then rows that are kept and not counted so. */
const differences = (columns: string, counted: string, kept: string) => `
  SELECT * FROM (
    SELECT * FROM (SELECT ${columns}, ${NAMES} FROM (${counted}) x WHERE ${ANY}
      EXCEPT SELECT ${columns}, ${NAMES} FROM (${kept}) x) a
    UNION ALL
    SELECT * FROM (SELECT ${columns}, ${NAMES} FROM (${kept}) x WHERE ${ANY}
      EXCEPT SELECT ${columns}, ${NAMES} FROM (${counted}) x) b
  ) d LIMIT :limit`;

const ORIGIN: Record<Dimension, string> = {
  product: 't.product_id',
  country: 't.sold_country',
  code: 't.sold_code',
  link: 't.sold_link',
};

/** Of one product, or (without) of all together. */
const byOrigin = (dimension: Dimension, product: string) => {
  const origin = ORIGIN[dimension];
  const is_named = dimension === 'code' || dimension === 'link' ? `AND ${origin} <> ''` : '';
  const is_all = product === "''";
  return differences(
    'x.product_id, x.currency, x.day, x.origin',
    `SELECT ${product} AS product_id, e.currency, e.created_at / 86400000 AS day,
       ${origin} AS origin, ${SUMS} ${MOVED} ${is_named}
     GROUP BY ${is_all ? '' : `${product}, `}e.currency, e.created_at / 86400000, ${origin}`,
    `SELECT d.product_id, d.currency, d.day, d.origin,
       ${ORIGIN_SUMS.map((name) => `d.${name}`).join(', ')}
     FROM sales_origin_days d WHERE d.store_id = :store_id AND d.dimension = '${dimension}'
       AND ${is_all ? "d.product_id = ''" : "d.product_id <> ''"}`,
  );
};

const BY_ORIGIN: [dimension: Dimension, sql: string][] = [
  ['product', byOrigin('product', "''")],
  ...(['country', 'code', 'link'] as const).flatMap((dimension): [Dimension, string][] => [
    [dimension, byOrigin(dimension, "''")],
    [dimension, byOrigin(dimension, 't.product_id')],
  ]),
];

interface OriginDay {
  product_id: string;
  currency: string;
  day: number;
  origin: string;
}

/** Rows of sums by origin that differ from what the records say, a few of each kind. */
export async function* differentOrigins(
  reader: Reader,
  of: { store_id: string; limit: number },
): AsyncGenerator<OriginDay & { dimension: Dimension }> {
  for (const [dimension, sql] of BY_ORIGIN) {
    for (const row of await reader.all<OriginDay>(sql, of)) yield { dimension, ...row };
  }
}

const CUSTOMERS = differences(
  'x.customer_id, x.currency, x.net_minor',
  `SELECT y.*, y.gross_minor - y.refunded_minor - y.disputed_minor AS net_minor FROM (
     SELECT t.customer_id, e.currency, ${SUMS} ${MOVED} GROUP BY t.customer_id, e.currency) y`,
  `SELECT c.* FROM customer_sales c WHERE c.store_id = :store_id`,
);

/** Customers of whom something else is kept than they have bought. */
export const differentCustomers = (reader: Reader, of: { store_id: string; limit: number }) =>
  reader.all<{ customer_id: string; currency: string }>(CUSTOMERS, of);

const COUNTRIES = `SELECT t.transaction_id FROM transactions t
  JOIN transactions o ON o.store_id = t.store_id AND o.transaction_id = t.refunded_transaction_id
  WHERE t.store_id = :store_id AND t.type = 'refund' AND (t.sold_country <> o.sold_country
    OR t.sold_code <> o.sold_code OR t.sold_link <> o.sold_link)
  ORDER BY t.transaction_id LIMIT :limit`;

/** Refunds that are counted elsewhere than what they give back. */
export const refundsElsewhere = (reader: Reader, of: { store_id: string; limit: number }) =>
  reader.all<{ transaction_id: string }>(COUNTRIES, of);
