import type { Reader } from '../../platform/db/database.ts';
import {
  SALES_SUMS,
  type SalesSum,
  SUBSCRIPTION_SUMS,
  type SubscriptionSum,
  type Sums,
} from '../../shop/figures/figure-change.rules.ts';

/** As in verify.sql.ts: identifiers after one, up to another. */
type IdRange = Record<'store_id' | 'after' | 'upto', string>;

/** Sums of a day as they follow from the records. */
type CountedDay = Sums<SalesSum> & { product_id: string; currency: string; day: number };

const sum = (of: string, name: string) => `CAST(SUM(${of}) AS bigint) AS ${name}`;

// What the gateway gets from an account, or gives to it.
const got = (accounts: string, value = 'e.amount_minor') => `CASE
  WHEN e.debit_account = 'gateway' AND e.credit_account IN (${accounts}) THEN ${value}
  WHEN e.credit_account = 'gateway' AND e.debit_account IN (${accounts}) THEN -${value} ELSE 0 END`;
const only = (types: string, value: string) => `CASE WHEN t.type ${types} THEN ${value} ELSE 0 END`;

const DAY_MS = '86400000';

export const LAST = 'zzz'; // Behind every identifier, in any collation.

/** Of some products alone: what is counted of all at once may not fit into memory. */
const of = (record: string) => `${record}.product_id > :after AND ${record}.product_id <= :upto`;

const MOVED = `SELECT t.product_id, e.currency, e.created_at / ${DAY_MS} AS day,
    ${sum(got("'sales'"), 'gross_minor')}, ${sum(got("'sales'", '1'), 'payments')},
    ${sum(only("= 'refund'", `-(${got("'refunds'")})`), 'refunded_minor')},
    ${sum(only("= 'refund'", `-(${got("'refunds'", '1')})`), 'refunds')},
    ${sum(only("<> 'refund'", `-(${got("'refunds', 'disputes'")})`), 'disputed_minor')},
    ${sum(`-(${got("'fees'")})`, 'fees_minor')},
    ${sum(
      `CASE WHEN e.credit_account = 'tax' THEN e.amount_minor
      WHEN e.debit_account = 'tax' THEN -e.amount_minor ELSE 0 END`,
      'tax_minor',
    )}
  FROM ledger_entries e
  JOIN transactions t ON t.store_id = e.store_id AND t.transaction_id = e.transaction_id
  WHERE e.store_id = :store_id AND ${of('t')} GROUP BY t.product_id, e.currency, day`;

const TRIED = `t.settled_at IS NOT NULL AND t.type <> 'refund' AND (t.decline_code IS NULL
  OR t.decline_code NOT IN ('charge_canceled', 'payment_not_made', 'trial_used'))`;
const declined = (value: string) => `CASE WHEN t.status = 'declined' THEN ${value} ELSE 0 END`;
const paid = (value: string) => `CASE WHEN t.status = 'declined' THEN 0 ELSE ${value} END`;

// Purchases and first payments of a subscription with a code; the beginning of a trial is no payment.
const HAS_CODE = `(t.discount_id IS NOT NULL AND (t.type = 'purchase' OR t.subtotal_minor > 0)
    OR t.discount_minor > 0 AND t.type IN ('renewal', 'plan_change'))`;
const FOLLOWS = `(t.type IN ('renewal', 'plan_change') AND EXISTS (SELECT 1 FROM transactions o
    WHERE o.store_id = t.store_id AND o.subscription_id = t.subscription_id
      AND o.transaction_id < t.transaction_id AND o.type <> 'refund'
      AND o.status NOT IN ('pending', 'declined') AND o.subtotal_minor > 0))`;

const ENDED = `SELECT t.product_id, t.currency, t.settled_at / ${DAY_MS} AS day,
    ${sum(paid('t.discount_minor'), 'discounts_minor')},
    ${sum(paid(`CASE WHEN ${HAS_CODE} AND NOT ${FOLLOWS} THEN 1 ELSE 0 END`), 'coupon_purchases')},
    ${sum(declined('1'), 'declined_payments')}, ${sum(declined('t.total_minor'), 'declined_minor')}
  FROM transactions t WHERE t.store_id = :store_id AND ${of('t')} AND ${TRIED}
  GROUP BY t.product_id, t.currency, day`;

const RENEWED = `SELECT t.product_id, t.currency, t.settled_at / ${DAY_MS} AS day,
    ${sum(declined('1'), 'failed_renewals')}, ${sum(declined('t.total_minor'), 'failed_minor')},
    ${sum(paid('1'), 'recovered_renewals')}, ${sum(paid('t.total_minor'), 'recovered_minor')}
  FROM (SELECT t.product_id, t.currency, t.settled_at, t.status, t.total_minor,
      LAG(t.status) OVER (PARTITION BY t.subscription_id ORDER BY t.transaction_id) AS earlier
    FROM transactions t
    WHERE t.store_id = :store_id AND t.type = 'renewal' AND t.give_back_minor IS NULL AND ${TRIED}
  ) AS t
  WHERE ${of('t')} AND (t.status = 'declined') <> (COALESCE(t.earlier, '') = 'declined')
  GROUP BY t.product_id, t.currency, day`;

const disputes = (at: string, counts: string) => `SELECT t.product_id, d.currency,
    d.${at} / ${DAY_MS} AS day, ${counts}
  FROM disputes d
  JOIN transactions t ON t.store_id = d.store_id AND t.transaction_id = d.transaction_id
  WHERE d.store_id = :store_id AND ${of('t')} AND d.${at} IS NOT NULL
  GROUP BY t.product_id, d.currency, day`;
const OPENED = disputes('opened_at', sum('1', 'disputes_opened'));
const DECIDED = disputes(
  'closed_at',
  ['won', 'lost']
    .map((outcome) =>
      sum(`CASE WHEN d.status = '${outcome}' THEN 1 ELSE 0 END`, `disputes_${outcome}`),
    )
    .join(', '),
);

const SESSIONS = `SELECT c.product_id, c.currency, c.created_at / ${DAY_MS} AS day,
    ${sum('1', 'checkouts_opened')},
    ${sum('CASE WHEN c.payment_attempts > 0 THEN 1 ELSE 0 END', 'checkouts_begun')},
    ${sum(`CASE WHEN c.status = 'completed' THEN 1 ELSE 0 END`, 'checkouts_paid')}
  FROM checkouts c WHERE c.store_id = :store_id AND ${of('c')} GROUP BY c.product_id, c.currency, day`;

/** Everything that was sold of some products, counted from the records, by product. */
export async function* countSales(reader: Reader, products: IdRange): AsyncGenerator<CountedDay> {
  for (const text of [MOVED, ENDED, RENEWED, OPENED, DECIDED, SESSIONS]) {
    yield* await reader.all<CountedDay>(text, products);
  }
}

const NEXT_PRODUCT = `SELECT d.product_id FROM sales_days d
  WHERE d.store_id = :store_id AND d.product_id > :after
  ORDER BY d.product_id, d.currency, d.day LIMIT 1 OFFSET :rows`;

/** All products, so many at once that about so many rows of sums are kept of them. */
export async function* productRanges(
  reader: Reader,
  store_id: string,
  rows: number,
): AsyncGenerator<IdRange> {
  for (let after = ''; after !== LAST; ) {
    const next = await reader.maybe<{ product_id: string }>(NEXT_PRODUCT, {
      store_id,
      after,
      rows,
    });
    const upto = next?.product_id ?? LAST;
    yield { store_id, after, upto };
    after = upto;
  }
}

export interface Place {
  product_id: string;
  currency: string;
  day: number;
}

/** Before the rows of all products together, and behind those of one. */
export const BEFORE_ALL: Place = { product_id: '', currency: '', day: 0 };
export const behind = (product_id: string): Place => ({ product_id, currency: LAST, day: 0 });

interface Rows {
  store_id: string;
  from: Place;
  /** The last product of which rows are read; '' has the sums of all together. */
  upto: string;
}

/** A row of sums as it is kept. */
type KeptDay = Place & { month: number } & Sums<SalesSum | SubscriptionSum>;

const kept = (table: string, names: readonly string[]) => `
  SELECT d.product_id, d.currency, d.day, d.month, ${names.map((name) => `d.${name}`).join(', ')}
  FROM ${table} d
  WHERE d.store_id = :store_id AND (d.product_id, d.currency, d.day) > (:product_id, :currency, :day)
    AND d.product_id <= :upto
  ORDER BY d.product_id, d.currency, d.day LIMIT :limit`;

const DAYS = {
  sales_days: kept('sales_days', SALES_SUMS),
  subscription_days: kept('subscription_days', SUBSCRIPTION_SUMS),
};

const ROWS = 1_000;

/** Rows of sums, in the order of their key. */
export async function* keptDays(
  reader: Reader,
  table: keyof typeof DAYS,
  { store_id, from: first, upto }: Rows,
): AsyncGenerator<KeptDay> {
  let after: Place | undefined = first;
  while (after) {
    const { product_id, currency, day }: Place = after;
    const from = { store_id, product_id, currency, day, upto, limit: ROWS };
    const rows: KeptDay[] = await reader.all<KeptDay>(DAYS[table], from);
    yield* rows;
    after = rows.length === ROWS ? rows.at(-1) : undefined;
  }
}
