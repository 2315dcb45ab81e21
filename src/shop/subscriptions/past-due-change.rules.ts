import { costsMorePerDay, isSameInterval, parsePendingChange, planOf } from './plan.rules.ts';
import { couponFor, type Effect, unchangedEffect } from './renewal.rules.ts';
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
  discount_ends_at: couponFor(row, plan, row.current_period_end),
  used_time: withUsedTime(row, from),
  ...(isSameInterval(row, plan) ? {} : { anchor_at: from, period_number: -1 }),
});

/** Whether these terms cost no more than the others, and are of no larger tier. */
export const asksNoMore = (one: PendingChange, than: PendingChange): boolean =>
  !costsMorePerDay(one, than) &&
  (one.plan.tier === null || than.plan.tier === null || one.plan.tier <= than.plan.tier);

/**
 * What a change that was planned for the end of the period does once the renewal has failed, where
 * it asks no more than there is: the license is no larger than what is due. From the end of the
 * period on, as it would have been if paid at once: no day is due on the terms before. Undefined:
 * there is none, or it is for when it is paid.
 */
export function plannedInForce(row: SubscriptionRow): Effect | undefined {
  const planned = parsePendingChange(row);
  const present = { plan: planOf(row), quantity: row.quantity };
  if (row.status !== 'past_due' || !planned || !asksNoMore(planned, present)) return undefined;
  const change = changePastDue(row, planned, row.current_period_end);
  return { ...unchangedEffect(row), ...planned, ...change, pending_change: null };
}
