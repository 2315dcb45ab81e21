import {
  SALES_SUMS,
  type SalesSum,
  SUBSCRIPTION_SUMS,
  type SubscriptionSum,
  type Sums,
} from '../../figures/figure-change.rules.ts';
import { type Counted, stocksAfter } from './figures.rules.ts';
import { bucketOf, type Range } from './range.rules.ts';
import type { SalesRow, Stocks, SubscriptionRow } from './sums.rules.ts';

/** The buckets of the days before the requested ones, and of those between the two. */
const PREVIOUS = -1;
const BETWEEN = -2;

interface Read {
  sales: SalesRow[];
  subscriptions: SubscriptionRow[];
  /** What there was when the first of the days before began. */
  at_first: Stocks;
}

/** Puts the sums that were read in the order of time, each with what there was before it. */
export function seriesOf(
  range: Range,
  { sales, subscriptions, at_first }: Read,
): { previous: Counted; series: (Counted & { start: number })[]; total: Counted } {
  const { interval, from, to, starts, previous } = range;
  const sales_of = new Map(sales.map((row) => [row.bucket, row]));
  const subscriptions_of = new Map(subscriptions.map((row) => [row.bucket, row]));
  const sumsIn = (bucket: number) => ({
    sales: sales_of.get(bucket) ?? {},
    subscriptions: subscriptions_of.get(bucket) ?? {},
  });
  const earlier = { ...sumsIn(PREVIOUS), before: at_first, days: previous.to - previous.from + 1 };
  const between = { ...sumsIn(BETWEEN), before: stocksAfter(earlier) };
  const at_start = stocksAfter(between);
  let before = at_start;
  const series = starts.map((start, at) => {
    const days = (starts[at + 1] ?? to + 1) - start;
    const counted = { start, ...sumsIn(bucketOf(interval, start)), before, days };
    before = stocksAfter(counted);
    return counted;
  });
  const total = {
    sales: sum<SalesSum>(
      SALES_SUMS,
      series.map((one) => one.sales),
    ),
    subscriptions: sum<SubscriptionSum>(
      SUBSCRIPTION_SUMS,
      series.map((one) => one.subscriptions),
    ),
    before: at_start,
    days: to - from + 1,
  };
  return { previous: earlier, series, total };
}

function sum<Name extends string>(names: readonly Name[], rows: Sums<Name>[]): Sums<Name> {
  const total: Sums<Name> = {};
  for (const name of names) {
    let all = 0;
    for (const row of rows) all += row[name] ?? 0;
    total[name] = all;
  }
  return total;
}
