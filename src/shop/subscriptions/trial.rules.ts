import type { Detail } from '../../platform/core/errors.ts';
import { addMonths } from '../../platform/core/periods.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import { period, type SubscriptionRow, withNextAction } from './subscription.rules.ts';

/** As long as the longest trial that a product can have. */
const TRIAL_DAYS_MAX = 730;

/** Only a trial that runs, and that a payment follows, can be made longer. */
export const whyNotExtendTrial = (row: SubscriptionRow): 'subscription_status' | undefined =>
  row.status === 'trialing' && row.cancel_at_period_end === 0 ? undefined : 'subscription_status';

/** What is wrong with a new end of a trial. */
export function whyNotTrialEnd(
  row: Pick<SubscriptionRow, 'trial_end' | 'created_at'>,
  { trial_end, now }: { trial_end: number; now: number },
): Detail | undefined {
  const detail = (code: string, message: string) => ({ param: 'trial_end', code, message });
  if (trial_end <= Math.max(row.trial_end ?? now, now)) {
    return detail('too_small', 'must be later than the trial ends now');
  }
  if (trial_end > row.created_at + TRIAL_DAYS_MAX * DAY_MS) {
    return detail('too_large', `must be within ${TRIAL_DAYS_MAX} days of the start of the trial`);
  }
  return undefined;
}

/**
 * The subscription with a later end of its trial. Periods are counted from there, and a coupon
 * counts for as many payments as before. The customer is notified of the new end as of the old one.
 */
export function withTrialEnd(
  row: SubscriptionRow,
  { trial_end, now }: { trial_end: number; now: number },
): SubscriptionRow {
  return withNextAction({
    ...row,
    trial_end,
    trial_ending_told: 0,
    anchor_at: trial_end,
    current_period_end: trial_end,
    next_payment_at: trial_end,
    discount_from: row.discount_id === null ? null : trial_end,
    discount_ends_at: movedDiscountEnd(row, trial_end),
    updated_at: now,
  });
}

/** One that ends before the first payment counts for none, and still does. */
function movedDiscountEnd(row: SubscriptionRow, trial_end: number): number | null {
  const { discount_ends_at: end, current_period_end: from } = row;
  if (end === null || end <= from) return end;
  if (row.coupon_duration === 'once') return period(trial_end, row, 0).current_period_end;
  return addMonths(trial_end, monthsBetween(from, end));
}

/** Whole months, begun ones too: from 14 Nov to 14 Feb 3, to 15 Feb 4. */
export function monthsBetween(from: number, to: number): number {
  let months = 0;
  while (addMonths(from, months) < to) months += 1;
  return months;
}
