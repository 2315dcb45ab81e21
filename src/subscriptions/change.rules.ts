import { addMonths } from '../core/periods.ts';
import type { Chargeable } from '../payments/chargeable.rules.ts';
import {
  type Bill,
  billToBalance,
  billWithBalance,
  type Charge,
  NO_CHARGE,
  netPrice,
  periodCharge,
  remainingTime,
  remainingTimeCharge,
  sumLines,
  unusedPaidMinor,
  unusedTimeLine,
} from './bill.rules.ts';
import { costsMorePerDay, isSameInterval, isSameTerms, planOf } from './plan.rules.ts';
import { couponFor, type Effect } from './renewal.rules.ts';
import {
  type PendingChange,
  type PlanTerms,
  period,
  type SubscriptionRow,
} from './subscription.rules.ts';

export type Proration = 'charge_now' | 'next_renewal' | 'none';

export interface Terms {
  plan: PlanTerms;
  quantity: number;
}

const termsNow = (row: SubscriptionRow): Terms => ({ plan: planOf(row), quantity: row.quantity });

const parsePendingChange = (row: SubscriptionRow): PendingChange | null =>
  row.pending_change === null ? null : JSON.parse(row.pending_change);

/** The pending change to store; null if it would change nothing. */
const pendingChangeJson = (row: SubscriptionRow, terms: Terms): string | null =>
  isSameTerms(terms, termsNow(row)) ? null : JSON.stringify(terms);

/**
 * Why a subscription cannot change to these terms. One that is past due or about to end can only
 * become cheaper; one that is paused or canceled cannot change.
 */
export function whyNotChange(
  row: SubscriptionRow,
  terms: Terms,
  { at_period_end }: { at_period_end: boolean },
): 'subscription_status' | undefined {
  const runs = row.status === 'active' || row.status === 'trialing';
  if (runs && row.cancel_at_period_end === 0) return undefined;
  const may_shrink = row.status === 'past_due' || (runs && isSameInterval(row, terms.plan));
  if (at_period_end || !may_shrink) return 'subscription_status';
  return costsMorePerDay(terms, termsNow(row)) ? 'subscription_status' : undefined;
}

/** The requested plan and quantity; undefined: not changed. */
export interface RequestedTerms {
  plan: PlanTerms | undefined;
  quantity: number | undefined;
}

/** The subscription with a change for the end of the period, combined with one that waits already. */
export function withPendingChange(
  row: SubscriptionRow,
  wanted: RequestedTerms,
  now: number,
): SubscriptionRow {
  const base = parsePendingChange(row) ?? termsNow(row);
  const terms = {
    plan: wanted.plan ?? base.plan,
    quantity: wanted.quantity ?? base.quantity,
  };
  return { ...row, pending_change: pendingChangeJson(row, terms), updated_at: now };
}

/** The terms after a change that takes effect now. */
export const termsAfterChange = (row: SubscriptionRow, wanted: RequestedTerms): Terms => ({
  plan: wanted.plan ?? planOf(row),
  quantity: wanted.quantity ?? row.quantity,
});

/**
 * What had been put off, after a change now: another plan drops it, another quantity keeps the
 * plan that is to come; what is asked for and there already takes its part of it back.
 */
function pendingAfter(row: SubscriptionRow, wanted: RequestedTerms, terms: Terms): string | null {
  const pending = parsePendingChange(row);
  if (pending === null) return null;
  const is_same_plan = terms.plan.plan_id === row.plan_id;
  if (!is_same_plan) return null;
  const plan = wanted.plan === undefined ? pending.plan : terms.plan;
  const quantity = wanted.quantity === undefined ? pending.quantity : terms.quantity;
  const after = { ...row, ...terms.plan, quantity: terms.quantity };
  return pendingChangeJson(after, { plan, quantity });
}

export interface PlannedChange {
  /** Its total is what is charged now. */
  bill: Bill;
  effect: Effect;
  /** Whether plan or quantity become others. */
  changes_terms: boolean;
}

/** What a change costs and changes if it takes effect now. Also used for the preview. */
export function plannedChange(
  row: SubscriptionRow,
  change: RequestedTerms & {
    proration: Proration | undefined;
    chargeable: Chargeable;
    now: number;
  },
): PlannedChange {
  const { now, proration, chargeable } = change;
  const terms = termsAfterChange(row, change);
  const pending_change = pendingAfter(row, change, terms);
  const changes_terms = !isSameTerms(terms, termsNow(row));
  const planned = changes_terms ? planCharge(row, terms, { proration, now }) : NO_CHANGE;
  const { charge, is_charged_now, ...next } = planned;
  const bill =
    is_charged_now && sumLines(charge.lines) > 0
      ? billWithBalance(charge, row, chargeable)
      : billToBalance(charge);
  return {
    bill,
    changes_terms,
    effect: { ...unchangedEffect(row), ...terms, ...next, pending_change },
  };
}

/** The effect that leaves everything as it is. */
const unchangedEffect = (row: SubscriptionRow) => ({
  anchor_at: row.anchor_at,
  period_number: row.period_number,
  current_period_start: row.current_period_start,
  current_period_end: row.current_period_end,
  discount_ends_at: row.discount_ends_at,
  paused_ms: row.paused_ms,
  covered_minor: row.covered_minor,
  period_paid: { add_minor: 0 },
  counted_refunds_minor: 0,
  ends_trial: false,
});

interface Planned extends Partial<Effect> {
  charge: Charge;
  is_charged_now: boolean;
}

const NO_CHANGE: Planned = { charge: NO_CHARGE, is_charged_now: false };

function planCharge(
  row: SubscriptionRow,
  terms: Terms,
  { proration, now }: { proration: Proration | undefined; now: number },
): Planned {
  if (row.status === 'trialing') return changeInTrial(row, terms, now);
  if (row.status === 'past_due') return changePastDue(row, terms);
  if (!isSameInterval(row, terms.plan)) return newPeriod(row, terms, now);
  const { current_period_start: period_start, current_period_end: period_end } = row;
  const covered_minor = netPrice(row, { ...terms, period_start });
  if (proration === 'none') {
    // Without proration nothing is charged or returned, so only the smaller price counts as paid.
    const least = Math.min(row.covered_minor, covered_minor);
    return { charge: NO_CHARGE, is_charged_now: false, covered_minor: least };
  }
  const rest = remainingTime(row, now);
  const fresh = remainingTimeCharge(row, { ...terms, period_start, period_end }, rest);
  const lines = [unusedTimeLine(row, unusedPaidMinor(row, now), rest), ...fresh.lines];
  return {
    charge: { ...fresh, lines },
    is_charged_now: proration !== 'next_renewal',
    covered_minor,
    period_paid: { add_minor: sumLines(lines) },
    counted_refunds_minor: row.rest_refunded_minor,
  };
}

/** Another interval: a new period begins and is charged now, less the unused time of the old one. */
function newPeriod(row: SubscriptionRow, terms: Terms, now: number): Planned {
  const next = period(now, terms.plan, 0);
  // A coupon for the first payment does not apply to the first payment of the new interval.
  const discount_ends_at =
    row.coupon_duration === 'once'
      ? Math.min(now, row.discount_ends_at ?? now)
      : couponFor(row, terms.plan, now);
  const priced = { ...row, discount_ends_at };
  const price = netPrice(priced, { ...terms, period_start: now });
  const rest = remainingTime(row, now);
  const dates = { period_start: now, period_end: next.current_period_end };
  const fresh = periodCharge(priced, { ...terms, ...dates });
  const lines = [unusedTimeLine(row, unusedPaidMinor(row, now), rest), ...fresh.lines];
  return {
    charge: { ...fresh, lines },
    is_charged_now: true,
    anchor_at: now,
    ...next,
    discount_ends_at,
    paused_ms: 0,
    covered_minor: price,
    period_paid: { new_minor: price },
    counted_refunds_minor: row.rest_refunded_minor,
  };
}

/** A more expensive plan ends the trial and is charged now; with any other the trial goes on. */
function changeInTrial(row: SubscriptionRow, terms: Terms, now: number): Planned {
  const is_once = row.coupon_duration === 'once';
  if (!costsMorePerDay(terms, termsNow(row))) {
    const first = period(row.anchor_at, terms.plan, 0);
    const discount_ends_at = is_once
      ? first.current_period_end
      : couponFor(row, terms.plan, row.anchor_at);
    return { charge: NO_CHARGE, is_charged_now: false, discount_ends_at };
  }
  if (couponFor(row, terms.plan, now) !== row.discount_ends_at) {
    return endTrial({ ...row, discount_ends_at: now }, terms, now);
  }
  // A coupon applies from the first payment on, which is now earlier.
  const discount_ends_at = is_once
    ? period(now, terms.plan, 0).current_period_end
    : row.discount_ends_at === null
      ? null
      : addMonths(now, monthsBetween(row.anchor_at, row.discount_ends_at));
  return endTrial({ ...row, discount_ends_at }, terms, now);
}

function endTrial(row: SubscriptionRow, terms: Terms, now: number): Planned {
  const next = period(now, terms.plan, 0);
  const dates = { period_start: now, period_end: next.current_period_end };
  const price = netPrice(row, { ...terms, period_start: now });
  return {
    charge: periodCharge(row, { ...terms, ...dates }),
    is_charged_now: true,
    anchor_at: now,
    ...next,
    discount_ends_at: row.discount_ends_at,
    covered_minor: price,
    period_paid: { new_minor: price },
    ends_trial: true,
  };
}

/** Whole months: a repeating coupon was made to last so many from the first payment on. */
function monthsBetween(from: number, to: number): number {
  let months = 0;
  while (addMonths(from, months) < to) months += 1;
  return months;
}

/** Past due: the overdue payment will be for the new terms. */
const changePastDue = (row: SubscriptionRow, { plan, quantity }: Terms): Planned => ({
  charge: NO_CHARGE,
  is_charged_now: false,
  covered_minor: Math.min(row.covered_minor, plan.price_minor * quantity),
  ...(isSameInterval(row, plan) ? {} : { anchor_at: row.current_period_end, period_number: -1 }),
});
