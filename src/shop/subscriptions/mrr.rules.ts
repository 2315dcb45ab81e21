import type { Standing, State } from '../figures/figure-change.rules.ts';
import { taxLines } from '../money/transactions/lines.rules.ts';
import { periodLines } from './bill.rules.ts';
import { coveredTaxOf } from './covered-tax.rules.ts';
import { planOf } from './plan.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/** How a subscription is counted in the figures of the store. */
export function standingOf(row: SubscriptionRow): Standing {
  const { subscription_id, customer_id, currency, plan_id: product_id } = row;
  const state = stateOf(row);
  const mrr_minor = state === 'active' ? monthlyMinor(row) : 0;
  return { subscription_id, customer_id, currency, product_id, state, mrr_minor };
}

function stateOf(row: SubscriptionRow): State {
  switch (row.status) {
    case 'canceled':
      return 'ended';
    case 'paused':
      return isNeverPaid(row) ? 'unpaid' : 'paused';
    case 'past_due':
      return isNeverPaid(row) ? 'unpaid' : 'active';
    default:
      return row.status;
  }
}

/** Whether the trial is over or will be, and no period after it has been paid for. */
export const isNeverPaid = ({
  trial_end,
  current_period_end,
}: Pick<SubscriptionRow, 'trial_end' | 'current_period_end'>): boolean =>
  trial_end !== null && current_period_end <= trial_end;

/** A year has 12 months, 52 weeks and 365 days. */
const PER_YEAR = { day: 365, week: 52, month: 12, year: 1 };

/**
 * What a subscription brings a month, without tax: its price with the tax of the current period, or
 * of none before it was paid for, less a coupon for as long as that counts. A coupon for one
 * payment is not counted, because the price comes back with the next one. Of 120 a year it is 10, of
 * 12 a week 52, of 1 a day 30.42. Rounded half to even.
 */
export function monthlyMinor(row: SubscriptionRow): number {
  const last = { ...row, earlier_coupon: null };
  const priced = row.coupon_duration === 'once' ? { ...last, discount_id: null } : last;
  const { quantity, current_period_start: period_start, current_period_end: period_end } = row;
  const terms = { plan: planOf(row), quantity, period_start, period_end };
  const { tax } = coveredTaxOf(row);
  const { subtotal_minor, discount_minor } = taxLines(periodLines(priced, terms, tax));
  const per_year = PER_YEAR[row.billing_interval];
  return divided((subtotal_minor - discount_minor) * per_year, 12 * row.billing_interval_count);
}

/** Half to even. */
function divided(amount: number, by: number): number {
  const [n, d] = [BigInt(amount), BigInt(by)];
  const [whole, twice_rest] = [n / d, (n % d) * 2n];
  const up = twice_rest > d || (twice_rest === d && whole % 2n === 1n);
  return Number(up ? whole + 1n : whole);
}
