import { addMonths } from '../../platform/core/periods.ts';
import type { PauseRow } from '../../shop/subscriptions/pause.rules.ts';
import type { SubscriptionRow } from '../../shop/subscriptions/subscription.rules.ts';

/** What has happened to a subscription since its coupon was agreed. */
export interface DiscountFacts {
  /** When the coupon was applied; null: it was bought with the subscription. */
  applied_at: number | null;
  /** In the order of time. */
  pauses: readonly PauseRow[];
  /** When periods began that were paid for. */
  period_starts: readonly number[];
}

/**
 * A coupon begins and ends when it was agreed that it would, moved by pauses alone. Of what was
 * agreed before that was kept, nobody can say it.
 */
export function discountProblems(row: SubscriptionRow, facts: DiscountFacts): string[] {
  const { discount_from, coupon_months, discount_starts_at, discount_ends_at } = row;
  if (row.discount_id === null || discount_from === null) return [];
  const { applied_at } = facts;
  const pauses = facts.pauses.filter(
    ({ resumed_at }) => applied_at === null || resumed_at > applied_at,
  );
  const problems: string[] = [];
  const starts_at = pauses.reduce(
    (start, one) => (one.paused_at <= start ? start + lengthOf(one) : start),
    discount_from,
  );
  if (discount_starts_at !== null && discount_starts_at !== starts_at) {
    problems.push(`its discount starts at ${discount_starts_at}, agreed was ${starts_at}`);
  }
  if (row.coupon_duration === 'forever' && row.coupon_amount_minor === null) {
    if (discount_ends_at !== null) problems.push(`its discount ends at ${discount_ends_at}`);
  }
  if (row.coupon_duration !== 'repeating' || coupon_months === null) return problems;
  const ends_at = pauses.reduce(
    (end, one) => (end > one.period_start ? end + lengthOf(one) : end),
    addMonths(discount_from, coupon_months),
  );
  if (discount_ends_at === ends_at || isEndedByInterval(row, facts, ends_at)) return problems;
  return [...problems, `its discount ends at ${discount_ends_at}, agreed was ${ends_at}`];
}

const lengthOf = ({ paused_at, resumed_at }: PauseRow): number => resumed_at - paused_at;

/** A code for an amount ends earlier where a period of another interval begins. */
function isEndedByInterval(
  { coupon_amount_minor, discount_ends_at: end, ...row }: SubscriptionRow,
  { period_starts }: DiscountFacts,
  agreed: number,
): boolean {
  if (coupon_amount_minor === null || end === null || end > agreed) return false;
  return [...period_starts, row.anchor_at, row.current_period_end].includes(end);
}
