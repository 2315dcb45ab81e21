import type { Static } from 'typebox';
import type { PageRequest } from '../../../platform/http/page.ts';
import { getCohorts } from '../../../shop/insight/metrics/get-cohorts.ts';
import { getMetrics } from '../../../shop/insight/metrics/get-metrics.ts';
import type { Visit } from '../visit.ts';
import { daysIn, dayText, type Month, monthBefore, monthOf, readMonth } from './month.rules.ts';

type Metrics = Static<typeof getMetrics.output>;
type Cohorts = Static<typeof getCohorts.output>;

/** The figures of a month beside those of the one before. */
export interface MonthFigures {
  month: Month;
  /** The month that runs; its last day is today. */
  is_present: boolean;
  /** Null before anything was sold. */
  currency: string | null;
  currencies: string[];
  /** Of the month so far, and of the same days of the month before. */
  sums: Metrics;
  /** Each day of the month so far. */
  days: Metrics['series'];
  /** Each day of the month before, to its end. */
  days_before: Metrics['series'];
  cohorts: Cohorts['cohorts'];
}

/** Reads `month` and `currency` of the address; what is not one of them is not followed. */
export async function readFigures(visit: Visit, request: PageRequest): Promise<MonthFigures> {
  const { ask, now } = visit;
  const query = request.readQuery();
  const present = monthOf(now);
  const chosen = readMonth(query.get('month')) ?? present;
  const is_later = dayText(chosen, 1) > dayText(present, 1);
  const month = is_later ? present : chosen;
  const is_present = dayText(month, 1) === dayText(present, 1);
  const last_day = is_present ? new Date(now).getUTCDate() : daysIn(month);
  const before = monthBefore(month);
  const in_currency = { currency: /^[A-Z]{3}$/.exec(query.get('currency') ?? '')?.[0] };
  const range = { from: dayText(month, 1), to: dayText(month, last_day) };
  const sums = await ask(getMetrics, { interval: 'month', ...range, ...in_currency });
  const { currency, currencies } = sums;
  const of_currency = { currency: currency ?? undefined };
  const { series: days } = await ask(getMetrics, { ...range, ...of_currency });
  const { series: days_before } = await ask(getMetrics, {
    ...{ from: dayText(before, 1), to: dayText(before, daysIn(before)) },
    ...of_currency,
  });
  const { cohorts } = await ask(getCohorts, { months: 12, ...of_currency });
  return { month, is_present, currency, currencies, sums, days, days_before, cohorts };
}
