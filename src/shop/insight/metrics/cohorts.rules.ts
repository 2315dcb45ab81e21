import type { Static } from 'typebox';
import { fromMinor } from '../../../platform/core/money.ts';
import { monthText } from '../../figures/day.rules.ts';
import { percent } from './figures.rules.ts';
import type { Cohorts } from './metrics-record.rules.ts';
import type { CohortRow } from './sums.rules.ts';

/** Each month's cohort, and what is left of it at the end of that and of every later month. */
export function showCohorts(
  rows: readonly CohortRow[],
  { from, to, currency }: { from: number; to: number; currency: string | null },
): Static<typeof Cohorts>['cohorts'] {
  const by_cohort = Map.groupBy(rows, ({ cohort }) => cohort);
  const money = (minor: number) => (currency === null ? 0 : fromMinor(minor, currency));
  return monthsFrom(from, to).map((cohort) => {
    const changes = by_cohort.get(cohort) ?? [];
    const in_month = new Map(changes.map((row) => [row.month, row]));
    const started = in_month.get(cohort)?.started ?? 0;
    const first_minor = in_month.get(cohort)?.mrr_change_minor ?? 0;
    let [subscriptions, mrr_minor] = [0, 0];
    const retained = monthsFrom(cohort, to).map((month) => {
      subscriptions += in_month.get(month)?.active_change ?? 0;
      mrr_minor += in_month.get(month)?.mrr_change_minor ?? 0;
      return {
        month: monthText(month),
        subscriptions,
        subscriptions_rate: percent(subscriptions, started),
        mrr: money(mrr_minor),
        mrr_rate: percent(mrr_minor, first_minor),
      };
    });
    return { month: monthText(cohort), subscriptions: started, retained };
  });
}

const monthsFrom = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
