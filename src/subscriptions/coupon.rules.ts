import { addMonths } from '../core/periods.ts';
import { type DiscountRow, foldCode } from '../discounts/discount.rules.ts';
import {
  type CouponDuration,
  period,
  type SubscriptionRow,
  withNextAction,
} from './subscription.rules.ts';

/** When a coupon ends that counts from the first period that is paid. Once: with that period. */
export function discountEnd(
  coupon: { coupon_duration: CouponDuration | null; coupon_months: number | null },
  first: { current_period_start: number; current_period_end: number },
): number | null {
  if (coupon.coupon_duration === 'once') return first.current_period_end;
  if (coupon.coupon_duration !== 'repeating') return null;
  return addMonths(first.current_period_start, coupon.coupon_months ?? 1);
}

/** Whether the coupon counts for a period of a plan that begins then. */
export const isDiscounted = (
  row: Pick<
    SubscriptionRow,
    'discount_id' | 'coupon_product_ids' | 'discount_starts_at' | 'discount_ends_at'
  >,
  { plan_id, period_start }: { plan_id: string; period_start: number },
): boolean =>
  row.discount_id !== null &&
  (row.coupon_product_ids === null || row.coupon_product_ids.split(',').includes(plan_id)) &&
  (row.discount_starts_at === null || period_start >= row.discount_starts_at) &&
  (row.discount_ends_at === null || period_start < row.discount_ends_at);

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
