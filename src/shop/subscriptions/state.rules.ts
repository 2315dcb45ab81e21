import {
  type PlanTerms,
  period,
  type SubscriptionRow,
  withNextAction,
  withStatus,
} from './subscription.rules.ts';

/** The subscription, canceled now or at the end of the period. Drops a pending change. */
export function asCanceled(
  before: SubscriptionRow,
  cancellation: {
    at_period_end: boolean;
    reason: string | null;
    comment: string | null;
    now: number;
  },
): SubscriptionRow {
  const { now } = cancellation;
  const change = {
    canceled_at: before.canceled_at ?? now,
    cancellation_reason: cancellation.reason ?? before.cancellation_reason,
    cancellation_comment: cancellation.comment ?? before.cancellation_comment,
    pending_change: null,
  };
  if (cancellation.at_period_end && hasPaidTime(before)) {
    // A paused subscription is resumed for the rest of its paid time, and ends after that.
    const running = before.status === 'paused' ? asResumed(before, now) : before;
    const { paused_by } = before;
    const end = { cancel_at_period_end: 1, paused_by, updated_at: now };
    return withNextAction({ ...running, ...change, ...end });
  }
  return withStatus(before, 'canceled', now, {
    ...change,
    ended_at: now,
    paused_at: null,
    paused_by: null,
    resumes_at: null,
    past_due_until: null,
    grace_ends_at: null,
  });
}

/**
 * Whether the period that was paid for is over. What is past due, was paused unpaid or is just being
 * renewed has none: a payment that arrives for the next one goes back by itself.
 */
export const isPeriodOver = (row: SubscriptionRow, now: number): boolean =>
  row.current_period_end <= (row.paused_at ?? now);

/** Whether paid time is left. Past due: none. Paused: what was left when the pause began. */
export const hasPaidTime = (row: SubscriptionRow): boolean =>
  row.status === 'active' || row.status === 'trialing' || isPausedInPaidPeriod(row);

const isPausedInPaidPeriod = (row: SubscriptionRow): boolean =>
  row.status === 'paused' && row.current_period_end > (row.paused_at ?? 0);

/**
 * The subscription, paused: no payments, and its paid time stands still until it is resumed.
 * `has_abandoned_charge`: the payment of the next period was abandoned. If that arrives, it pays for
 * the time until now, so that nothing before the pause is charged again.
 */
export const asPaused = (
  before: SubscriptionRow,
  {
    now,
    resumes_at,
    paused_by,
    has_abandoned_charge = false,
  }: Pick<SubscriptionRow, 'resumes_at' | 'paused_by'> & {
    now: number;
    has_abandoned_charge?: boolean;
  },
): SubscriptionRow =>
  withStatus(before, 'paused', now, {
    paused_at: now,
    paused_by,
    resumes_at,
    pending_change: null,
    ...(has_abandoned_charge && { current_period_end: Math.max(before.current_period_end, now) }),
  });

/**
 * A customer's pause that the seller makes their own: only the seller ends it before `resumes_at`.
 * It stays the one that the customer had in this period.
 */
export const asPausedBySeller = (
  before: SubscriptionRow,
  { now, resumes_at }: { now: number; resumes_at: number | null },
): SubscriptionRow =>
  withNextAction({
    ...before,
    paused_by: 'seller',
    resumes_at,
    pause_used_until: before.current_period_end,
    updated_at: now,
  });

export const whyNotPause = (row: SubscriptionRow): 'subscription_status' | undefined =>
  row.status === 'active' && row.cancel_at_period_end === 0 ? undefined : 'subscription_status';

/**
 * Why a customer cannot pause by themselves: once in a period that was paid for, because paid time
 * stands still meanwhile, and a month could else be used up a day at a time over a year.
 */
export const whyNotPauseAgain = (row: SubscriptionRow, now: number): 'pause_used' | undefined =>
  row.pause_used_until !== null && now < row.pause_used_until ? 'pause_used' : undefined;

/**
 * Until when a pause counts as used after a change of interval: until as many days as the shorter
 * one has are paid. Used on 1 March in a month, and changed to a year on 10 March: until 1 April.
 */
export const pauseUsedUntil = (
  row: SubscriptionRow,
  { plan, now }: { plan: PlanTerms; now: number },
): number | null =>
  row.pause_used_until === null
    ? null
    : Math.min(
        row.pause_used_until,
        ...[row, plan].map((one) => period(now, one, 0).current_period_end),
      );

/** Whether it is for the customer to resume it, or to take a scheduled cancel back. */
export const customerMayResume = (row: SubscriptionRow): boolean =>
  whyNotResume(row) === undefined && row.paused_by !== 'seller';

/** When it ends if it is canceled now, at the end of what is paid for; null: at once. */
export function endIfCanceled(row: SubscriptionRow, now: number): number | null {
  const cancellation = { at_period_end: true, reason: null, comment: null, now };
  return hasPaidTime(row) ? asCanceled(row, cancellation).current_period_end : null;
}

export const whyNotResume = (row: SubscriptionRow): 'subscription_status' | undefined =>
  row.status === 'paused' || (row.cancel_at_period_end === 1 && row.status !== 'canceled')
    ? undefined
    : 'subscription_status';

/** Undoes a scheduled cancel, or ends a pause: then the period ends later by the length of the pause. */
export function asResumed(before: SubscriptionRow, now: number): SubscriptionRow {
  if (before.status !== 'paused') {
    const change = { cancel_at_period_end: 0, canceled_at: null, cancellation_reason: null };
    const next_payment_at = before.current_period_end;
    return withNextAction({
      ...before,
      ...change,
      cancellation_comment: null,
      paused_by: null,
      next_payment_at,
      updated_at: now,
    });
  }
  const paused_ms = Math.max(0, now - (before.paused_at ?? now));
  const current_period_end = before.current_period_end + paused_ms;
  const counted = countPeriods(before, { paused_ms, current_period_end });
  return withStatus(before, 'active', now, {
    paused_at: null,
    paused_by: null,
    resumes_at: null,
    paused_ms: before.paused_ms + paused_ms,
    pause_used_until: pauseUsedAfter(before, paused_ms),
    current_period_end,
    next_payment_at: current_period_end,
    ...counted,
    discount_starts_at: shiftedCouponStart(before, paused_ms),
    discount_ends_at: shiftedCouponEnd(before, {
      since: before.current_period_start,
      by_ms: paused_ms,
    }),
  });
}

/**
 * Until when a customer's pause counts as used after a pause: theirs until the end of the period; a
 * seller's uses none, and what was used stays used for as many paid days as before.
 */
function pauseUsedAfter(
  { paused_by, paused_at, current_period_end, pause_used_until: used }: SubscriptionRow,
  paused_ms: number,
): number | null {
  if (paused_ms === 0) return used;
  if (paused_by === 'customer') return current_period_end + paused_ms;
  return used === null || used <= (paused_at ?? 0) ? used : used + paused_ms;
}

interface PeriodCount {
  anchor_at: number;
  period_number: number;
}

/** Shifts the anchor of the periods by the pause, or sets a new anchor if that does not fit. */
function countPeriods(
  row: SubscriptionRow,
  moved: { paused_ms: number; current_period_end: number },
): PeriodCount {
  const { period_number } = row;
  const anchor_at = row.anchor_at + moved.paused_ms;
  const { current_period_start: next } = period(anchor_at, row, period_number + 1);
  return next === moved.current_period_end
    ? { anchor_at, period_number }
    : { anchor_at: moved.current_period_end, period_number: -1 };
}

/** A coupon that was to count from a later period on counts from that much later. */
const shiftedCouponStart = (
  { discount_starts_at: start, paused_at }: SubscriptionRow,
  by_ms: number,
): number | null => (start !== null && start >= (paused_at ?? start) ? start + by_ms : start);

/**
 * The end of a coupon moves by as long as the time stood still, and by nothing else: counted in
 * periods of whatever plan there is now, four months would become six as soon as that is quarterly.
 * One that no longer counts stays where it is.
 */
const shiftedCouponEnd = (
  { discount_ends_at: end }: SubscriptionRow,
  { since, by_ms }: { since: number; by_ms: number },
): number | null => (end === null || end <= since ? end : end + by_ms);

/** For a subscription that was paused because payments failed: a new period begins now. */
export const asRestarted = (row: SubscriptionRow, now: number): SubscriptionRow | undefined =>
  row.status === 'paused' && !isPausedInPaidPeriod(row) ? restarted(row, now) : undefined;

/** The time that nobody has paid for stood still, so a coupon counts for as long as it would have. */
function restarted(row: SubscriptionRow, now: number): SubscriptionRow {
  const { current_period_end: since } = row;
  return {
    ...row,
    anchor_at: now,
    period_number: -1,
    current_period_end: now,
    discount_ends_at: shiftedCouponEnd(row, { since, by_ms: now - since }),
  };
}
