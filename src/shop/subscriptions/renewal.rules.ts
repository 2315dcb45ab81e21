import { taxLines } from '../money/transactions/lines.rules.ts';
import {
  firstAttemptAt,
  pending_defaults,
} from '../money/transactions/pending-transaction.rules.ts';
import {
  afterCounting,
  type CountedRefunds,
  countAllRefunds,
  NO_COUNTED_REFUNDS,
  NO_REFUNDS,
} from '../money/transactions/period-refunds.rules.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import {
  type Bill,
  type Billing,
  billWithBalance,
  periodPrice,
  prorated,
  sumLines,
} from './bill.rules.ts';
import { intervalText } from './coupon.rules.ts';
import { coveredTaxJson } from './covered-tax.rules.ts';
import { isSameInterval, parsePendingChange, planOf, storedPlan } from './plan.rules.ts';
import {
  type PlanTerms,
  period,
  type SubscriptionRow,
  withNextAction,
  withStatus,
} from './subscription.rules.ts';
import { linesWithUsedTime } from './used-time.rules.ts';

/** What changes in a subscription once a charge is paid; stored with the charge as JSON. */
export interface Effect extends CountedRefunds {
  plan: PlanTerms;
  quantity: number;
  anchor_at: number;
  period_number: number;
  current_period_start: number;
  current_period_end: number;
  discount_ends_at: number | null;
  /** Set where a coupon that was still to begin begins earlier; else they stay as they were. */
  discount_starts_at?: number | null;
  discount_from?: number | null;
  paused_ms: number;
  /** Set by a change of interval; else that stays as it was. */
  pause_used_until?: number | null;
  /** Set by what changes or pays what is past due; else that stays as it was. */
  used_time?: string | null;
  /** With tax, as the amounts after it. */
  covered_minor: number;
  /** The tax of what is paid for the rest of the period with this; without: that stays as it was. */
  covered_tax?: TaxDecision;
  /** What it adds to what is paid for the period, or all of it for a new one. */
  period_paid: { add_minor: number } | { new_minor: number };
  ends_trial: boolean;
  /** The change that waits for the end of the period, after this payment. */
  pending_change: string | null;
}

/** The next period of a subscription, and what it costs. */
export function nextPeriod(
  row: SubscriptionRow,
  { chargeable, taxOf }: Billing,
): { effect: Effect; bill: Bill } {
  const pending = parsePendingChange(row);
  const plan = pending?.plan ?? planOf(row);
  const quantity = pending?.quantity ?? row.quantity;
  const end = row.current_period_end;
  // After a trial, or with another interval, periods are counted from here; otherwise from the anchor.
  const begins_anew = row.status === 'trialing' || !isSameInterval(row, plan);
  const anchor_at = begins_anew ? end : row.anchor_at;
  const next = period(anchor_at, plan, begins_anew ? 0 : row.period_number + 1);
  const { current_period_start: period_start, current_period_end: period_end } = next;
  const coupon = couponEndWith(row, plan, period_start);
  const priced = { ...row, discount_ends_at: coupon };
  const tax = taxOf(plan.tax_category);
  const terms = { plan, quantity, period_start, period_end };
  const { lines, used_time } = linesWithUsedTime(priced, terms, taxOf);
  const charge = taxLines(lines);
  // A coupon for one payment is used by the next one, whatever plan that is for: another plan would
  // else keep it for months, and a change back would use it again and again.
  const is_once = row.coupon_duration === 'once';
  const effect = {
    plan,
    quantity,
    anchor_at,
    ...next,
    discount_ends_at: is_once && coupon !== null ? Math.min(coupon, period_end) : coupon,
    paused_ms: 0,
    used_time,
    covered_minor: periodPrice(priced, terms, tax),
    covered_tax: tax,
    period_paid: { new_minor: sumLines(charge.lines) },
    ...countAllRefunds(row, 0),
    ends_trial: false,
    pending_change: null,
  };
  return { effect, bill: billWithBalance(charge, row, chargeable) };
}

/** When the coupon ends. A fixed amount does not apply to another interval, so it ends there. */
export const couponEndWith = (
  row: SubscriptionRow,
  plan: PlanTerms,
  period_start: number,
): number | null =>
  row.coupon_amount_minor === null || isSameInterval(row, plan)
    ? row.discount_ends_at
    : Math.min(period_start, row.discount_ends_at ?? period_start);

/** The effect that leaves everything as it is. */
export const unchangedEffect = (row: SubscriptionRow) => ({
  anchor_at: row.anchor_at,
  period_number: row.period_number,
  current_period_start: row.current_period_start,
  current_period_end: row.current_period_end,
  discount_ends_at: row.discount_ends_at,
  paused_ms: row.paused_ms,
  covered_minor: row.covered_minor,
  period_paid: { add_minor: 0 },
  ...NO_COUNTED_REFUNDS,
  ends_trial: false,
});

/** A new pending charge of a subscription. */
export function chargeOf(
  row: SubscriptionRow,
  charge: {
    transaction_id: string;
    type: 'renewal' | 'plan_change';
    bill: Bill;
    effect: Effect;
    tax_evidence: string | null;
    request_key: string | null;
    now: number;
  },
): TransactionRow {
  const { bill, effect, now } = charge;
  return {
    ...pending_defaults,
    transaction_id: charge.transaction_id,
    type: charge.type,
    customer_id: row.customer_id,
    product_id: effect.plan.plan_id,
    subscription_id: row.subscription_id,
    checkout_session_id: null,
    sold_code: bill.discount_minor > 0 ? (row.discount_id ?? '') : '',
    quantity: effect.quantity,
    subtotal_minor: bill.subtotal_minor,
    discount_minor: bill.discount_minor,
    tax_minor: bill.tax_minor,
    tax_rows: JSON.stringify(bill.tax_rows),
    tax_evidence: charge.tax_evidence,
    balance_change_minor: bill.balance_change_minor,
    total_minor: bill.total_minor,
    currency: row.currency,
    lines: JSON.stringify(bill.lines),
    period_start: effect.current_period_start,
    period_end: effect.current_period_end,
    metadata: row.metadata,
    request_key: charge.request_key,
    effect: JSON.stringify(effect),
    next_attempt_at: firstAttemptAt(now),
    created_at: now,
  };
}

/** The subscription after an effect. */
export function afterEffect(row: SubscriptionRow, effect: Effect, now: number): SubscriptionRow {
  const { plan, quantity, covered_tax, ends_trial, ...terms } = effect;
  const { counted_refunds_minor, counted_refunds, unused_minor, period_paid, ...rest } = terms;
  // A change of one that is past due pays nothing: it stays due.
  const stays_due = row.status === 'past_due' && rest.current_period_end === row.current_period_end;
  const next = stays_due
    ? {}
    : {
        payment_retries: 0,
        next_payment_at: rest.current_period_end,
        past_due_until: null,
        grace_ends_at: null,
      };
  const changed = {
    ...row,
    ...plan,
    ...rest,
    ...next,
    quantity,
    coupon_interval: agreedInterval(row, effect),
    covered_tax: covered_tax ? coveredTaxJson(covered_tax, now) : row.covered_tax,
    ...afterCounting(row, { counted_refunds_minor, counted_refunds, period_paid }),
    updated_at: now,
  };
  if (!ends_trial) return withNextAction(changed);
  const discount_from = row.discount_id === null ? null : effect.anchor_at;
  return withStatus({ ...changed, trial_end: now, discount_from }, 'active', now);
}

/** A change of the interval ends what was agreed for its periods, except in a trial that goes on. */
function agreedInterval(row: SubscriptionRow, { plan, ends_trial }: Effect): string | null {
  const { coupon_interval } = row;
  if (coupon_interval === null || (row.status === 'trialing' && !ends_trial)) {
    return coupon_interval;
  }
  return coupon_interval === intervalText(plan) ? coupon_interval : '';
}

/** The effect that is stored with a charge. An older version of Kassa may have stored fewer fields. */
export function parseEffect({ effect }: TransactionRow): Effect {
  const stored: Effect = JSON.parse(effect ?? 'null');
  return {
    ...unstored_effect,
    ...stored,
    plan: storedPlan(stored.plan),
  };
}

const unstored_effect = {
  paused_ms: 0,
  covered_minor: 0,
  period_paid: { add_minor: 0 },
  ...NO_COUNTED_REFUNDS,
  ends_trial: false,
  pending_change: null,
};

/** The subscription after a payment. */
export function afterPayment(
  row: SubscriptionRow,
  paid: TransactionRow,
  now: number,
): SubscriptionRow {
  const is_change = paid.type === 'plan_change';
  // What was refunded while a renewal was under way was paid for an earlier period.
  const before = is_change ? row : { ...row, rest_refunded_minor: 0, period_refunds: NO_REFUNDS };
  const changed = afterEffect(before, parseEffect(paid), now);
  const latest_transaction_id = paid.transaction_id;
  // A change of plan leaves the status as it is; only the payment of a period makes it active.
  if (is_change) return { ...changed, latest_transaction_id };
  const paid_since = paid.created_at;
  const awake = { paused_at: null, paused_by: null, resumes_at: null };
  return withStatus(changed, 'active', now, { latest_transaction_id, paid_since, ...awake });
}

/**
 * How much of a charge goes back if it is paid after its subscription was ended or paused: of a
 * period, what is for the time after that; of a change, which never took effect, all but the price of
 * the time for which it has held up a renewal. A debt that it pays, and credit that it uses, are not
 * part of its price.
 *
 * A month of 30 days costs 30. Of its renewal 20 go back if it is canceled after 10 days. A change of
 * 50 was under way when the month ended, and three days later it is canceled: 47 go back.
 */
export function giveBackMinor(charge: TransactionRow, row: SubscriptionRow, now: number): number {
  const price = Math.max(0, charge.total_minor - charge.balance_change_minor);
  const { period_start: from, period_end: to } = charge;
  if (charge.type !== 'renewal' || from === null || to === null) {
    return Math.max(0, price - unpaidTimeMinor(row, now));
  }
  const part = to - Math.min(Math.max(now, from), to);
  return prorated(price, { part, whole: to - from });
}

/** What the time since the end of the period costs, by the price of that period: 3 in the example. */
function unpaidTimeMinor(row: SubscriptionRow, now: number): number {
  const next = period(row.anchor_at, row, row.period_number + 1);
  const { current_period_start: from, current_period_end: to } = next;
  const part = Math.min(Math.max(now, from), to) - from;
  return prorated(row.covered_minor, { part, whole: to - from });
}
