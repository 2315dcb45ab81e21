import type { Reader } from '../../../platform/db/database.ts';
import { SALES_SUMS, SUBSCRIPTION_SUMS } from '../../figures/figure-change.rules.ts';
import type { Interval, Range } from './range.rules.ts';
import type { SalesRow, Stocks, SubscriptionRow, Whose } from './sums.rules.ts';

const BUCKETS: Record<Interval, string> = {
  day: 'd.day',
  week: '(d.day + 3) / 7',
  month: 'd.month',
};

// Days between those before and the requested ones are in neither, but stocks go on over them.
const sumsOf = (table: string, names: readonly string[], interval: Interval) => `
  SELECT CASE WHEN d.day >= :from THEN ${BUCKETS[interval]} WHEN d.day <= :previous_to THEN -1
      ELSE -2 END AS bucket,
    ${names.map((name) => `CAST(SUM(d.${name}) AS bigint) AS ${name}`).join(', ')}
  FROM ${table} d
  WHERE d.store_id = :store_id AND d.product_id = :product_id AND d.currency = :currency
    AND d.day >= :previous_from AND d.day <= :to
  GROUP BY bucket`;

const perInterval = (table: string, names: readonly string[]): Record<Interval, string> => ({
  day: sumsOf(table, names, 'day'),
  week: sumsOf(table, names, 'week'),
  month: sumsOf(table, names, 'month'),
});

const SALES = perInterval('sales_days', SALES_SUMS);
const SUBSCRIPTIONS = perInterval('subscription_days', SUBSCRIPTION_SUMS);

const daysOf = ({ from, to, previous }: Range) => ({
  from,
  to,
  previous_from: previous.from,
  previous_to: previous.to,
});

export const sumSales = (reader: Reader, whose: Whose, range: Range) =>
  reader.all<SalesRow>(SALES[range.interval], { ...whose, ...daysOf(range) });

export const sumSubscriptions = (reader: Reader, whose: Whose, range: Range) =>
  reader.all<SubscriptionRow>(SUBSCRIPTIONS[range.interval], { ...whose, ...daysOf(range) });

const STOCKS = `SELECT
    CAST(COALESCE(SUM(d.mrr_new_minor + d.mrr_expansion_minor + d.mrr_contraction_minor
      + d.mrr_churn_minor + d.mrr_reactivation_minor), 0) AS bigint) AS mrr_minor,
    CAST(COALESCE(SUM(d.customers_new + d.customers_reactivated - d.customers_churned), 0)
      AS bigint) AS customers,
    CAST(COALESCE(SUM(d.subscriptions_started - d.subscriptions_stopped), 0) AS bigint) AS active,
    CAST(COALESCE(SUM(d.trialing_change), 0) AS bigint) AS trialing
  FROM subscription_days d
  WHERE d.store_id = :store_id AND d.product_id = :product_id AND d.currency = :currency
    AND d.day < :day`;

/** What there was when a day began. */
export const stocksBefore = async (reader: Reader, whose: Whose, day: number): Promise<Stocks> =>
  (await reader.maybe<Stocks>(STOCKS, { ...whose, day })) ?? NO_STOCKS;

const NO_STOCKS: Stocks = { mrr_minor: 0, customers: 0, active: 0, trialing: 0 };

// From one currency to the next, so that their days are not read.
const currenciesIn = (table: string, value: string) => `
  WITH RECURSIVE used (currency) AS (
    SELECT MIN(d.currency) FROM ${table} d
    WHERE d.store_id = :store_id AND d.product_id = :product_id
    UNION ALL
    SELECT (SELECT MIN(d.currency) FROM ${table} d WHERE d.store_id = :store_id
      AND d.product_id = :product_id AND d.currency > used.currency)
    FROM used WHERE used.currency IS NOT NULL
  )
  SELECT used.currency, ${value} AS payments FROM used WHERE used.currency IS NOT NULL`;

const SOLD_IN = currenciesIn(
  'sales_days',
  `(SELECT CAST(COALESCE(SUM(d.payments), 0) AS bigint) FROM sales_days d
    WHERE d.store_id = :store_id AND d.product_id = :product_id AND d.currency = used.currency
      AND d.day >= :from AND d.day <= :to)`,
);
const SUBSCRIBED_IN = currenciesIn('subscription_days', '0');

/** The currencies in which anything is counted, and the payments of these days in each. */
export async function usedCurrencies(
  reader: Reader,
  product_id: string,
  { from, to }: { from: number; to: number },
): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  interface Used {
    currency: string;
    payments: number;
  }
  const sold = await reader.all<Used>(SOLD_IN, { product_id, from, to });
  const subscribed = await reader.all<Used>(SUBSCRIBED_IN, { product_id });
  for (const { currency, payments } of [...sold, ...subscribed]) {
    used.set(currency, (used.get(currency) ?? 0) + payments);
  }
  return new Map([...used].sort(([a], [b]) => (a < b ? -1 : 1)));
}
