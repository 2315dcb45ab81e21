import { fromMinor } from '../../../platform/core/money.ts';
import type { SalesSum, SubscriptionSum, Sums } from '../../figures/figure-change.rules.ts';
import type { ShownFigures } from './metrics-record.rules.ts';
import type { Stocks } from './sums.rules.ts';

/** What was counted on some days, and what there was before them. */
export interface Counted {
  sales: Sums<SalesSum>;
  subscriptions: Sums<SubscriptionSum>;
  before: Stocks;
  days: number;
}

/** What there is after these days. */
export function stocksAfter({ before, subscriptions: s }: Omit<Counted, 'sales' | 'days'>): Stocks {
  const of = (name: SubscriptionSum): number => s[name] ?? 0;
  return {
    mrr_minor:
      before.mrr_minor +
      of('mrr_new_minor') +
      of('mrr_expansion_minor') +
      of('mrr_contraction_minor') +
      of('mrr_churn_minor') +
      of('mrr_reactivation_minor'),
    customers:
      before.customers +
      of('customers_new') +
      of('customers_reactivated') -
      of('customers_churned'),
    active: before.active + of('subscriptions_started') - of('subscriptions_stopped'),
    trialing: before.trialing + of('trialing_change'),
  };
}

export function showFigures(counted: Counted, currency: string | null): ShownFigures {
  const { before, days } = counted;
  const money = (minor: number) => (currency === null ? 0 : fromMinor(minor, currency));
  const sold = (name: SalesSum): number => counted.sales[name] ?? 0;
  const moved = (name: SubscriptionSum): number => counted.subscriptions[name] ?? 0;
  const { mrr_minor, customers, active, trialing } = stocksAfter(counted);
  const lost_minor = -moved('mrr_churn_minor') - moved('mrr_contraction_minor');
  const churned = moved('customers_churned');
  const decided = moved('trials_converted') + moved('trials_lost');
  const value = lifetimeMinor({ mrr_minor, customers, churned, before: before.customers, days });
  return {
    gross_volume: money(sold('gross_minor')),
    refunded: money(sold('refunded_minor')),
    disputed: money(sold('disputed_minor')),
    fees: money(sold('fees_minor')),
    net_volume: money(
      sold('gross_minor') - sold('refunded_minor') - sold('disputed_minor') - sold('fees_minor'),
    ),
    tax: money(sold('tax_minor')),
    payments: sold('payments'),
    refunds: sold('refunds'),
    disputes_opened: sold('disputes_opened'),
    disputes_won: sold('disputes_won'),
    disputes_lost: sold('disputes_lost'),
    declined_payments: sold('declined_payments'),
    declined_volume: money(sold('declined_minor')),
    failed_renewals: sold('failed_renewals'),
    failed_volume: money(sold('failed_minor')),
    recovered_renewals: sold('recovered_renewals'),
    recovered_volume: money(sold('recovered_minor')),
    coupon_purchases: sold('coupon_purchases'),
    discounts: money(sold('discounts_minor')),
    checkouts_opened: sold('checkouts_opened'),
    checkouts_begun: sold('checkouts_begun'),
    checkouts_paid: sold('checkouts_paid'),
    checkout_conversion_rate: percent(sold('checkouts_paid'), sold('checkouts_opened')),
    mrr: money(mrr_minor),
    arr: money(12 * mrr_minor),
    mrr_new: money(moved('mrr_new_minor')),
    mrr_expansion: money(moved('mrr_expansion_minor')),
    mrr_contraction: money(moved('mrr_contraction_minor')),
    mrr_churn: money(moved('mrr_churn_minor')),
    mrr_reactivation: money(moved('mrr_reactivation_minor')),
    active_subscriptions: active,
    trialing_subscriptions: trialing,
    subscriptions_started: moved('subscriptions_started'),
    subscriptions_stopped: moved('subscriptions_stopped'),
    paying_customers: customers,
    customers_new: moved('customers_new'),
    customers_churned: churned,
    customers_reactivated: moved('customers_reactivated'),
    customer_churn_rate: percent(churned, before.customers),
    revenue_churn_rate: percent(lost_minor, before.mrr_minor),
    trials_started: moved('trials_started'),
    trials_converted: moved('trials_converted'),
    trials_lost: moved('trials_lost'),
    trial_conversion_rate: percent(moved('trials_converted'), decided),
    average_revenue_per_customer: customers > 0 ? money(ratio(mrr_minor, customers)) : null,
    lifetime_value: value === null ? null : money(value),
  };
}

/** In percent with two decimals, rounded half to even; null of none. */
export const percent = (part: number, whole: number): number | null =>
  whole > 0 ? ratio(part * 10_000, whole) / 100 : null;

/** An average month has 487/16 days: a twelfth of 365.25. */
const MONTH_DAYS = { numerator: 487, denominator: 16 };

/** What a customer brings as long as they stay, if they go on leaving as in these days. */
function lifetimeMinor(of: {
  mrr_minor: number;
  customers: number;
  churned: number;
  before: number;
  days: number;
}): number | null {
  const { mrr_minor, customers, churned, before, days } = of;
  if (customers === 0 || churned === 0 || before === 0) return null;
  const { numerator, denominator } = MONTH_DAYS;
  return ratio(
    BigInt(mrr_minor) * BigInt(before) * BigInt(days * denominator),
    BigInt(customers) * BigInt(churned) * BigInt(numerator),
  );
}

/** Rounded half to even. The divisor is above 0, the number not below. */
function ratio(of: number | bigint, by: number | bigint): number {
  const [n, d] = [BigInt(of), BigInt(by)];
  const [whole, twice_rest] = [n / d, (n % d) * 2n];
  const up = twice_rest > d || (twice_rest === d && whole % 2n === 1n);
  return Number(up ? whole + 1n : whole);
}
