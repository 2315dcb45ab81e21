import { type DiscountRow, foldCode } from '../discounts/discount.rules.ts';
import {
  discountEnd,
  isDiscounted,
  period,
  type SubscriptionRow,
  withNextAction,
} from './subscription.rules.ts';

/** Whether the coupon of a subscription counts for its next payment. */
const hasRunningCoupon = (row: SubscriptionRow): boolean =>
  isDiscounted(row, { plan_id: row.plan_id, period_start: row.current_period_end });

/** Why a coupon cannot be applied to a subscription; `applied`: it has it already. */
export function whyNotDiscounted(
  row: SubscriptionRow,
  code: string,
): 'subscription_status' | 'coupon_in_use' | 'applied' | undefined {
  const runs = row.status === 'active' || row.status === 'trialing';
  if (!runs || row.cancel_at_period_end === 1 || row.pending_change !== null) {
    return 'subscription_status';
  }
  if (!hasRunningCoupon(row)) return undefined;
  return foldCode(row.coupon_code ?? '') === foldCode(code) ? 'applied' : 'coupon_in_use';
}

/**
 * The subscription with a coupon from its next payment on, for as many seats as it has now. A
 * trial has no payment before that one; elsewhere the current period keeps its price, or whoever
 * changes plan would have the rest of it at a discount.
 */
export function asDiscounted(
  row: SubscriptionRow,
  coupon: DiscountRow,
  now: number,
): SubscriptionRow {
  const is_trial = row.status === 'trialing';
  const next = is_trial
    ? period(row.current_period_end, row, 0)
    : period(row.anchor_at, row, row.period_number + 1);
  const { duration: coupon_duration, duration_months: coupon_months } = coupon;
  return withNextAction({
    ...row,
    discount_id: coupon.discount_id,
    coupon_code: coupon.code,
    percent_bps: coupon.percent_bps,
    coupon_amount_minor: coupon.amount_minor,
    coupon_product_ids: coupon.product_ids,
    coupon_quantity: row.quantity,
    coupon_duration,
    discount_starts_at: is_trial ? null : row.current_period_end,
    discount_ends_at: discountEnd({ coupon_duration, coupon_months }, next),
    updated_at: now,
  });
}
