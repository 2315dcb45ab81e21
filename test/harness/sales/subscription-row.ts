import {
  ANY_AMOUNT,
  type Billing,
  periodPrice,
} from '../../../src/shop/subscriptions/bill.rules.ts';
import { coveredTaxOf } from '../../../src/shop/subscriptions/covered-tax.rules.ts';
import {
  type PlanTerms,
  period,
  type SubscriptionRow,
} from '../../../src/shop/subscriptions/subscription.rules.ts';
import { NO_TAX, type TaxDecision } from '../../../src/shop/tax/decide-tax.rules.ts';

export const AT_START = Date.parse('2026-11-14T09:30:00.000Z');

/** A tax of so many percent; more than one are charged together. */
export const vat = (...percents: number[]): TaxDecision => ({
  ...{ kind: 'charged', country: 'DE', region: null, scheme: 'standard', note: null },
  rates: percents.map((percent, at) => ({
    ...{ tax: `T${at}`, rate_type: 'standard', region: null },
    rate_ppm: Math.round(percent * 10_000),
  })),
});

/** Bills with this tax, by a provider that charges everything. */
export const taxed = (tax: TaxDecision): Billing => ({
  chargeable: ANY_AMOUNT,
  taxOf: () => tax,
  tax_evidence: null,
});
export const UNTAXED = taxed(NO_TAX);

/** The terms of a plan of 20 EUR a month. */
export const plan = (more: Partial<PlanTerms> = {}): PlanTerms => ({
  plan_id: 'prod_pro',
  plan_name: 'Pro',
  price_minor: 2000,
  currency: 'EUR',
  billing_interval: 'month',
  billing_interval_count: 1,
  tier: null,
  includes_tax: 1,
  tax_category: 'digital',
  ...more,
});

/** A subscription to it as it is kept, its period paid for. */
export function row(more: Partial<SubscriptionRow> = {}): SubscriptionRow {
  const terms = plan(more);
  const anchor_at = more.anchor_at ?? AT_START;
  const one: SubscriptionRow = {
    ...terms,
    ...period(anchor_at, terms, more.period_number ?? 0),
    subscription_id: 'sub_one',
    period_refunds: '[]',
    end_refund: null,
    status: 'active',
    customer_id: 'ada',
    checkout_session_id: 'cs_one',
    quantity: 1,
    discount_id: null,
    coupon_code: null,
    percent_bps: null,
    coupon_amount_minor: null,
    coupon_product_ids: null,
    coupon_quantity: null,
    coupon_duration: null,
    coupon_months: null,
    coupon_interval: null,
    discount_from: null,
    discount_starts_at: null,
    discount_ends_at: null,
    earlier_coupon: null,
    anchor_at,
    trial_end: null,
    trial_ending_told: 0,
    notice_after: 0,
    cancel_at_period_end: 0,
    canceled_at: null,
    ended_at: null,
    cancellation_reason: null,
    cancellation_comment: null,
    paused_at: null,
    paused_by: null,
    paused_ms: 0,
    pause_used_until: null,
    resumes_at: null,
    next_payment_at: null,
    next_action_at: null,
    payment_retries: 0,
    past_due_until: null,
    grace_ends_at: null,
    payment_token: null,
    used_time: null,
    covered_minor: 0,
    covered_tax: null,
    rest_refunded_minor: 0,
    period_paid_minor: 0,
    paid_since: AT_START,
    balance_minor: 0,
    pending_change: null,
    latest_transaction_id: null,
    metadata: '{}',
    created_at: AT_START,
    updated_at: AT_START,
    ...more,
  };
  const { quantity, current_period_start: period_start } = one;
  const { tax } = coveredTaxOf(one);
  const covered_minor =
    more.covered_minor ?? periodPrice(one, { plan: one, quantity, period_start }, tax);
  return { ...one, covered_minor };
}
