import { costsMorePerDay, isSameInterval, parsePendingChange, planOf } from './plan.rules.ts';
import { couponEndWith, type Effect, unchangedEffect } from './renewal.rules.ts';
import type { PendingChange, SubscriptionRow } from './subscription.rules.ts';
import { withUsedTime } from './used-time.rules.ts';

/**
 * Past due: the overdue payment will be for the new terms from then on, and for the days that were
 * used on the old ones. Another interval begins a new period then.
 */
export const changePastDue = (
  row: SubscriptionRow,
  { plan, quantity }: PendingChange,
  from: number,
) => ({
  covered_minor: Math.min(row.covered_minor, plan.price_minor * quantity),
  discount_ends_at: couponEndWith(row, plan, row.current_period_end),
  used_time: withUsedTime(row, from),
  ...(isSameInterval(row, plan) ? {} : { anchor_at: from, period_number: -1 }),
});

/** Whether these terms cost no more per day than the others, and are of no larger tier. */
export const costsNoMore = (one: PendingChange, than: PendingChange): boolean =>
  !costsMorePerDay(one, than) &&
  (one.plan.tier === null || than.plan.tier === null || one.plan.tier <= than.plan.tier);

/**
 * The effect of a change that was planned for the end of the period once the renewal has failed: to
 * terms that cost no more, so that the license is no larger than what is due. Pro at 40 was to become
 * Basic at 10, and the 10 are declined: Basic is in force, and 10 are due. It counts from the end of
 * the period on, so that no day is due on the old terms. Undefined: no change is planned, or one
 * that waits for the payment.
 */
export function plannedInForce(row: SubscriptionRow): Effect | undefined {
  const planned = parsePendingChange(row);
  const present = { plan: planOf(row), quantity: row.quantity };
  if (row.status !== 'past_due' || !planned || !costsNoMore(planned, present)) return undefined;
  const change = changePastDue(row, planned, row.current_period_end);
  return { ...unchangedEffect(row), ...planned, ...change, pending_change: null };
}
