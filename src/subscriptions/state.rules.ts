import {
  movedSubscription,
  period,
  type SubscriptionRow,
  withNextAction,
} from './subscription.rules.ts';

/** Canceled now, or at the end of the period; what was put off to then is dropped. */
export function cancelled(
  before: SubscriptionRow,
  how: { at_period_end: boolean; reason: string | null; comment: string | null; now: number },
): SubscriptionRow {
  const { now } = how;
  const change = {
    canceled_at: before.canceled_at ?? now,
    cancellation_reason: how.reason ?? before.cancellation_reason,
    cancellation_comment: how.comment ?? before.cancellation_comment,
    pending_change: null,
  };
  if (how.at_period_end && hasPaidTime(before)) {
    // One that is paused goes on with what was paid for, and ends with it.
    const running = before.status === 'paused' ? resumed(before, now) : before;
    return withNextAction({ ...running, ...change, cancel_at_period_end: 1, updated_at: now });
  }
  return movedSubscription(before, 'canceled', now, {
    ...change,
    ended_at: now,
    paused_at: null,
    resumes_at: null,
    past_due_until: null,
    grace_ends_at: null,
  });
}

/** The period of one that is past due is over; a pause keeps what was left of it. */
export const hasPaidTime = (row: SubscriptionRow): boolean =>
  row.status === 'active' || row.status === 'trialing' || isPausedWithin(row);

const isPausedWithin = (row: SubscriptionRow): boolean =>
  row.status === 'paused' && row.current_period_end > (row.paused_at ?? 0);

/** No payments, and time stands still, until it is resumed. */
export const paused = (
  before: SubscriptionRow,
  { now, resumes_at }: { now: number; resumes_at: number | null },
): SubscriptionRow =>
  movedSubscription(before, 'paused', now, { paused_at: now, resumes_at, pending_change: null });

export const whyNotPause = (row: SubscriptionRow): 'subscription_status' | undefined =>
  row.status === 'active' && row.cancel_at_period_end === 0 ? undefined : 'subscription_status';

export const whyNotResume = (row: SubscriptionRow): 'subscription_status' | undefined =>
  row.status === 'paused' || (row.cancel_at_period_end === 1 && row.status !== 'canceled')
    ? undefined
    : 'subscription_status';

/** A scheduled cancel taken back, or a pause ended: the end moves by as long as it took. */
export function resumed(before: SubscriptionRow, now: number): SubscriptionRow {
  if (before.status !== 'paused') {
    const change = { cancel_at_period_end: 0, canceled_at: null, cancellation_reason: null };
    const next_payment_at = before.current_period_end;
    return withNextAction({
      ...before,
      ...change,
      cancellation_comment: null,
      next_payment_at,
      updated_at: now,
    });
  }
  const paused_ms = Math.max(0, now - (before.paused_at ?? now));
  const current_period_end = before.current_period_end + paused_ms;
  // Later periods count from there, and a coupon counts for as many of them as it would have.
  const later = {
    anchor_at: current_period_end,
    period_number: -1,
    discount_ends_at: discountEndFrom(before, current_period_end),
  };
  return movedSubscription(before, 'active', now, {
    paused_at: null,
    resumes_at: null,
    paused_ms: before.paused_ms + paused_ms,
    current_period_end,
    next_payment_at: current_period_end,
    ...(paused_ms > 0 && later),
  });
}

/** When the coupon ends if the next period begins then, with as many discounted ones to come. */
function discountEndFrom(row: SubscriptionRow, next_start: number): number | null {
  const { discount_ends_at, anchor_at, period_number } = row;
  if (discount_ends_at === null) return null;
  let left = 0;
  const start = (n: number) => period(anchor_at, row, period_number + 1 + n).current_period_start;
  while (start(left) < discount_ends_at) left += 1;
  return period(next_start, row, left).current_period_start;
}

/** Paused after its payments failed: nothing is left, so that a new period begins now. */
export const beginningAnew = (row: SubscriptionRow, now: number): SubscriptionRow | undefined =>
  row.status === 'paused' && !isPausedWithin(row)
    ? { ...row, anchor_at: now, period_number: -1, current_period_end: now }
    : undefined;
