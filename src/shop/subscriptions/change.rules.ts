import { addMonths } from '../../platform/core/periods.ts';
import { type TaxedLines, taxLines } from '../money/transactions/lines.rules.ts';
import { countAllRefunds } from '../money/transactions/period-refunds.rules.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import {
  type Bill,
  type Billing,
  billToBalance,
  billWithBalance,
  NO_CHARGE,
  periodLines,
  periodPrice,
  remainingTime,
  remainingTimeLines,
  sumLines,
  unusedMinor,
  unusedPaidMinor,
  unusedTimeLine,
} from './bill.rules.ts';
import { beginCouponNow } from './coupon.rules.ts';
import { coveredTaxOf } from './covered-tax.rules.ts';
import { changePastDue, costsNoMore } from './past-due-change.rules.ts';
import {
  costsMorePerDay,
  isSameInterval,
  isSameTerms,
  parsePendingChange,
  planOf,
} from './plan.rules.ts';
import { couponEndWith, type Effect, unchangedEffect } from './renewal.rules.ts';
import { pauseUsedUntil } from './state.rules.ts';
import { type PlanTerms, period, type SubscriptionRow } from './subscription.rules.ts';
import { monthsBetween } from './trial.rules.ts';

export type Proration = 'charge_now' | 'next_renewal' | 'none';

export interface Terms {
  plan: PlanTerms;
  quantity: number;
}

const termsNow = (row: SubscriptionRow): Terms => ({ plan: planOf(row), quantity: row.quantity });

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
  requested: RequestedTerms,
  now: number,
): SubscriptionRow {
  const base = parsePendingChange(row) ?? termsNow(row);
  const terms = {
    plan: requested.plan ?? base.plan,
    quantity: requested.quantity ?? base.quantity,
  };
  return { ...row, pending_change: pendingChangeJson(row, terms), updated_at: now };
}

/** The terms after a change that takes effect now. */
export const termsAfterChange = (row: SubscriptionRow, requested: RequestedTerms): Terms => ({
  plan: requested.plan ?? planOf(row),
  quantity: requested.quantity ?? row.quantity,
});

/**
 * The pending change after a change now: another plan drops it, another quantity keeps its plan. The
 * plan and quantity of today change nothing: forms send all that they show. Basic is to follow Pro
 * with 3 seats; after a change to 5 seats, Basic follows with 5.
 */
function pendingAfter(row: SubscriptionRow, terms: Terms): string | null {
  const pending = parsePendingChange(row);
  if (pending === null || terms.plan.plan_id !== row.plan_id) return null;
  if (terms.quantity === row.quantity) return row.pending_change;
  const after = { ...row, quantity: terms.quantity };
  return pendingChangeJson(after, { plan: pending.plan, quantity: terms.quantity });
}

/**
 * Past due, a planned change to a plan that costs no more than the requested one takes effect with
 * it: else its smaller price would be for days on the larger terms.
 */
function termsToApply(
  row: SubscriptionRow,
  request: Terms,
): { terms: Terms; pending_change: string | null } {
  const pending_change = pendingAfter(row, request);
  const planned = parsePendingChange({ pending_change });
  const begins = row.status === 'past_due' && !isSameTerms(request, termsNow(row));
  return begins && planned && costsNoMore(planned, request)
    ? { terms: planned, pending_change: null }
    : { terms: request, pending_change };
}

export interface PlannedChange {
  /** Its total is what is charged now. */
  bill: Bill;
  effect: Effect;
  tax_evidence: string | null;
  /** Whether plan or quantity become others. */
  changes_terms: boolean;
}

/** What a change costs and changes if it takes effect now. Also used for the preview. */
export function plannedChange(
  row: SubscriptionRow,
  change: RequestedTerms & {
    proration: Proration | undefined;
    billing: Billing;
    now: number;
  },
): PlannedChange {
  const { now, proration, billing } = change;
  const { terms, pending_change } = termsToApply(row, termsAfterChange(row, change));
  const changes_terms = !isSameTerms(terms, termsNow(row));
  const planned = changes_terms ? planCharge(row, terms, { proration, billing, now }) : NO_CHANGE;
  const { charge, is_charged_now, ...next } = planned;
  const bill =
    is_charged_now && sumLines(charge.lines) > 0
      ? billWithBalance(charge, row, billing.chargeable)
      : billToBalance(charge);
  return {
    bill,
    tax_evidence: billing.tax_evidence,
    changes_terms,
    effect: { ...unchangedEffect(row), ...terms, ...next, pending_change },
  };
}

interface Planned extends Partial<Effect> {
  charge: TaxedLines;
  is_charged_now: boolean;
}

const NO_CHANGE: Planned = { charge: NO_CHARGE, is_charged_now: false };

/** A change that takes effect now, and the tax on what it charges. */
interface ChangeNow {
  terms: Terms;
  tax: TaxDecision;
  now: number;
}

function planCharge(
  row: SubscriptionRow,
  terms: Terms,
  { proration, billing, now }: { proration: Proration | undefined; billing: Billing; now: number },
): Planned {
  const change = { terms, tax: billing.taxOf(terms.plan.tax_category), now };
  if (row.status === 'trialing') return changeInTrial(row, change);
  if (row.status === 'past_due') return { ...NO_CHANGE, ...changePastDue(row, terms, now) };
  if (!isSameInterval(row, terms.plan)) return newPeriod(row, change);
  return proration === 'none'
    ? changeUnpaid(row, terms)
    : changeProrated(row, change, { is_charged_now: proration !== 'next_renewal' });
}

/**
 * Without proration nothing is charged or returned, so only the smaller price counts as paid: from
 * 20 to 40, unused time is worth the part of 20 as before; from 20 to 10, the part of 10.
 */
function changeUnpaid(row: SubscriptionRow, terms: Terms): Planned {
  const at = { ...terms, period_start: row.current_period_start };
  const price = periodPrice(row, at, coveredTaxOf(row).tax);
  const covered_minor = Math.min(row.covered_minor, price);
  return { charge: NO_CHARGE, is_charged_now: false, covered_minor };
}

/**
 * The unused time of the old terms is given back, and the rest of the period charged. 20 days before
 * the end of a month of 30 days, from 20 to 40: -13.33 and 26.67, so 13.34.
 */
function changeProrated(
  row: SubscriptionRow,
  { terms, tax, now }: ChangeNow,
  { is_charged_now }: { is_charged_now: boolean },
): Planned {
  const { current_period_start: period_start, current_period_end: period_end } = row;
  const rest = remainingTime(row, now);
  const charge = taxLines([
    unusedTimeLine(row, unusedPaidMinor(row, now), rest),
    ...remainingTimeLines(row, { ...terms, period_start, period_end, rest }, tax),
  ]);
  return {
    charge,
    is_charged_now,
    covered_minor: periodPrice(row, { ...terms, period_start }, tax),
    covered_tax: tax,
    period_paid: { add_minor: sumLines(charge.lines) },
    ...countAllRefunds(row, unusedMinor(row, now)),
  };
}

/**
 * Another interval: a new period begins and is charged now, less the unused time of the old one. 20
 * days before the end of a month at 20, to a year at 200: 186.67.
 */
function newPeriod(row: SubscriptionRow, { terms, tax, now }: ChangeNow): Planned {
  const next = period(now, terms.plan, 0);
  const coupon = beginCouponNow(row, terms.plan, now) ?? {
    // A coupon for the first payment does not apply to the first payment of the new interval.
    discount_ends_at:
      row.coupon_duration === 'once'
        ? Math.min(now, row.discount_ends_at ?? now)
        : couponEndWith(row, terms.plan, now),
  };
  const first_period = firstPeriod({ ...row, ...coupon }, { terms, tax, now });
  const unused = unusedTimeLine(row, unusedPaidMinor(row, now), remainingTime(row, now));
  return {
    charge: taxLines([unused, ...first_period.lines]),
    is_charged_now: true,
    anchor_at: now,
    ...next,
    ...coupon,
    paused_ms: 0,
    pause_used_until: pauseUsedUntil(row, { plan: terms.plan, now }),
    ...first_period.effect,
    ...countAllRefunds(row, unusedMinor(row, now)),
  };
}

/** The lines of a period that begins now, and what is paid for then. */
function firstPeriod(row: SubscriptionRow, { terms, tax, now }: ChangeNow) {
  const { current_period_end: period_end } = period(now, terms.plan, 0);
  const lines = periodLines(row, { ...terms, period_start: now, period_end }, tax);
  const price = sumLines(taxLines(lines).lines);
  const effect = { covered_minor: price, covered_tax: tax, period_paid: { new_minor: price } };
  return { lines, effect };
}

/**
 * A plan that costs more per day ends the trial and is charged now: from 20 a month to 40, 40. With
 * any other the trial goes on, and nothing is charged.
 */
function changeInTrial(row: SubscriptionRow, change: ChangeNow): Planned {
  const { terms, now } = change;
  const ends_at = couponEndWith(row, terms.plan, row.anchor_at);
  const is_over = ends_at !== null && ends_at <= row.anchor_at;
  const is_once = row.coupon_duration === 'once' && !is_over;
  if (!costsMorePerDay(terms, termsNow(row))) {
    const first = period(row.anchor_at, terms.plan, 0);
    const discount_ends_at = is_once ? first.current_period_end : ends_at;
    return { charge: NO_CHARGE, is_charged_now: false, discount_ends_at };
  }
  if (is_over) return endTrial({ ...row, discount_ends_at: now }, change);
  // A coupon applies from the first payment on, which is now earlier.
  const discount_ends_at = is_once
    ? period(now, terms.plan, 0).current_period_end
    : row.discount_ends_at === null
      ? null
      : addMonths(now, monthsBetween(row.anchor_at, row.discount_ends_at));
  return endTrial({ ...row, discount_ends_at }, change);
}

function endTrial(row: SubscriptionRow, change: ChangeNow): Planned {
  const { terms, now } = change;
  const first_period = firstPeriod(row, change);
  return {
    charge: taxLines(first_period.lines),
    is_charged_now: true,
    anchor_at: now,
    ...period(now, terms.plan, 0),
    discount_ends_at: row.discount_ends_at,
    ...first_period.effect,
    ends_trial: true,
  };
}
