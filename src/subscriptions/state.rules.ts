import { movedSubscription, type SubscriptionRow, withNextAction } from './subscription.rules.ts';

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
  // The period of one that is past due is over; one that is paused has none.
  const can_wait = before.status === 'active' || before.status === 'trialing';
  if (how.at_period_end && can_wait) {
    return withNextAction({ ...before, ...change, cancel_at_period_end: 1, updated_at: now });
  }
  return movedSubscription(before, 'canceled', now, { ...change, ended_at: now, paused_at: null });
}

/** No payments and no periods until it is resumed. */
export const paused = (before: SubscriptionRow, now: number): SubscriptionRow =>
  movedSubscription(before, 'paused', now, { paused_at: now, pending_change: null });

export const whyNotPause = (row: SubscriptionRow): 'subscription_status' | undefined =>
  row.status === 'active' && row.cancel_at_period_end === 0 ? undefined : 'subscription_status';

export const whyNotResume = (row: SubscriptionRow): 'subscription_status' | undefined =>
  row.status === 'paused' || (row.cancel_at_period_end === 1 && row.status !== 'canceled')
    ? undefined
    : 'subscription_status';

/** A scheduled cancel taken back, or the end of a pause. */
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
  const is_over = before.current_period_end <= now;
  // What was paid for still counts; after that, periods count from now.
  const period = is_over
    ? { anchor_at: now, period_number: -1, current_period_end: now, next_payment_at: now }
    : { next_payment_at: before.current_period_end };
  return movedSubscription(before, 'active', now, { ...period, paused_at: null });
}
