import { about, datesText } from '../money/transactions/line-about.rules.ts';
import type { ChargeLine } from '../money/transactions/lines.rules.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import type { TaxCategory } from '../tax/tax-rate.rules.ts';
import { type Period, periodLines, remainingTimeLines } from './bill.rules.ts';
import { planOf } from './plan.rules.ts';
import { type PlanTerms, period, type SubscriptionRow } from './subscription.rules.ts';

/** Time that nobody has paid for, used while past due on the terms before a change. */
interface UsedTime {
  plan: PlanTerms;
  quantity: number;
  /** When the coupon of then ends, and for which interval it was agreed. */
  discount_ends_at: number | null;
  coupon_interval: string | null;
  from: number;
  to: number;
  /** The period of then: its beginning, and how long it is. */
  period_start: number;
  whole: number;
}

export const parseUsedTime = ({ used_time }: Pick<SubscriptionRow, 'used_time'>): UsedTime[] =>
  JSON.parse(used_time ?? '[]');

const usedTimeJson = (used: UsedTime[]): string | null =>
  used.length === 0 ? null : JSON.stringify(used);

/**
 * What is to be paid of the time before a change of what is past due, on the terms of that time.
 * Past due for 20 days at 100 a month, and then 10 a month: 66.67 and, for the other 10 days, 3.33.
 * A license that was off meanwhile was not used.
 */
export function withUsedTime(row: SubscriptionRow, now: number): string | null {
  const used = parseUsedTime(row);
  const from = used.at(-1)?.to ?? row.current_period_end;
  const to = Math.min(now, row.grace_ends_at ?? now);
  if (to <= from) return row.used_time;
  const due = period(row.anchor_at, row, row.period_number + 1);
  const { current_period_start: period_start, current_period_end: period_end } = due;
  const { quantity, discount_ends_at, coupon_interval } = row;
  const terms = { plan: planOf(row), quantity, discount_ends_at, coupon_interval };
  return usedTimeJson([
    ...used,
    { ...terms, from, to, period_start, whole: period_end - period_start },
  ]);
}

/**
 * The lines of a period, the days of which that were used on other terms are paid for on those; and
 * what is left of such days for the period after it.
 */
export function linesWithUsedTime(
  row: SubscriptionRow,
  terms: Period,
  taxOf: TaxOf,
): { lines: ChargeLine[]; used_time: string | null } {
  const { period_start, period_end, plan } = terms;
  const tax = taxOf(plan.tax_category);
  const { due, left } = splitUsedTime(parseUsedTime(row), period_end);
  const used = due.flatMap((one) => usedTimeLines(row, one, taxOf));
  const from = Math.max(period_start, due.at(-1)?.to ?? period_start);
  const rest = { from, to: period_end, part: period_end - from, whole: period_end - period_start };
  const later = () => (rest.part > 0 ? remainingTimeLines(row, { ...terms, rest }, tax) : []);
  const lines = from === period_start ? periodLines(row, terms, tax) : later();
  return { lines: [...used, ...lines], used_time: left };
}

type TaxOf = (tax_category: TaxCategory) => TaxDecision;

/** What is paid of it with the period that ends then, and what is left for the next one. */
function splitUsedTime(
  used: UsedTime[],
  period_end: number,
): { due: UsedTime[]; left: string | null } {
  const due = used
    .filter(({ from }) => from < period_end)
    .map((one) => ({ ...one, to: Math.min(one.to, period_end) }));
  const left = used
    .filter(({ to }) => to > period_end)
    .map((one) => ({ ...one, from: Math.max(one.from, period_end) }));
  return { due, left: usedTimeJson(left) };
}

/** The time at its price with tax, and the discount on it. */
function usedTimeLines(
  row: SubscriptionRow,
  { plan, quantity, from, to, period_start, whole, ...coupon }: UsedTime,
  taxOf: TaxOf,
): ChargeLine[] {
  const rest = { from, to, part: to - from, whole };
  const terms = { plan, quantity, period_start, period_end: period_start + whole, rest };
  const tax = taxOf(plan.tax_category);
  const [line, ...discount] = remainingTimeLines({ ...row, ...coupon }, terms, tax);
  if (!line) return [];
  const description = `${plan.plan_name} (${datesText(rest)})`;
  return [{ ...line, description, about: about('period', plan.plan_name, rest) }, ...discount];
}
