import { addMonths, type Interval } from '../../platform/core/periods.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import { type DiscountRow, foldCode } from '../catalogue/discounts/discount.rules.ts';
import type { CouponDuration } from './agreed-coupon.rules.ts';
import {
  intervalOf,
  type PlanTerms,
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

/**
 * The part of a period for which a repeating coupon counts; null: all of it. Only of a period of
 * another interval than it was agreed for is it a part, so that three months do not make a year
 * cheap: of a year at 120, a code of 50 % that has two months left takes 10.
 */
export function discountedPart(
  row: SubscriptionRow,
  { plan, period_start: from }: { plan: PlanTerms; period_start: number },
): { part: number; whole: number } | null {
  const { coupon_interval, coupon_duration, discount_ends_at } = row;
  const is_agreed = coupon_interval === null || coupon_interval === intervalText(plan);
  const has_share = coupon_duration === 'repeating' || isForOneLaterPayment(row);
  if (is_agreed || !has_share || discount_ends_at === null) return null;
  // A pause has moved the end, not what was agreed.
  const to = discount_ends_at - (from === row.current_period_start ? row.paused_ms : 0);
  const { part, whole } = partOfInterval(intervalOf(plan), { from, to });
  return part < whole ? { part, whole } : null;
}

/** A percentage off one payment that was agreed later, such as an offer to stay. */
const isForOneLaterPayment = (row: SubscriptionRow): boolean =>
  row.coupon_duration === 'once' &&
  row.discount_starts_at !== null &&
  row.coupon_amount_minor === null;

/**
 * A coupon that was to begin with the next payment begins with the first one of another interval,
 * for as long as was agreed: 50 % off one payment of 10 a month takes 5 off a year at 120, and not
 * 60. Undefined where there is none. An amount off each payment is for its own interval.
 */
export function beginCouponNow(row: SubscriptionRow, plan: PlanTerms, now: number) {
  const { discount_starts_at: start, discount_ends_at, coupon_duration, coupon_months } = row;
  const is_once = coupon_duration === 'once';
  if (row.discount_id === null || start === null || start <= now) return undefined;
  if (row.coupon_amount_minor !== null && !is_once) return undefined;
  const ends = [row, plan].map((one) => period(now, one, 0).current_period_end);
  const repeats = coupon_duration === 'repeating' && coupon_months !== null;
  return {
    discount_starts_at: now,
    // It began by a change: what was agreed does not say when.
    discount_from: null,
    discount_ends_at: is_once
      ? Math.min(...ends)
      : repeats
        ? addMonths(now, coupon_months)
        : discount_ends_at,
  };
}

/** Months count as whole ones, and the last one by its time. */
function partOfInterval(
  { interval, interval_count }: Interval,
  { from, to }: { from: number; to: number },
): { part: number; whole: number } {
  if (interval === 'day' || interval === 'week') {
    const days = interval === 'week' ? 7 * interval_count : interval_count;
    return { part: to - from, whole: days * DAY_MS };
  }
  const months = interval === 'year' ? 12 * interval_count : interval_count;
  if (addMonths(from, months) <= to) return { part: 1, whole: 1 };
  let full = 0;
  while (addMonths(from, full + 1) <= to) full += 1;
  const last_from = addMonths(from, full);
  const month_ms = addMonths(from, full + 1) - last_from;
  return { part: full * month_ms + (to - last_from), whole: months * month_ms };
}

const COUPON_FIELDS = [
  ...(['discount_id', 'coupon_code', 'percent_bps', 'coupon_amount_minor'] as const),
  ...(['coupon_duration', 'coupon_interval', 'paused_ms'] as const),
  ...(['coupon_product_ids', 'coupon_quantity', 'discount_starts_at', 'discount_ends_at'] as const),
];

/** A coupon that was replaced, and the period for which it goes on counting. */
interface EarlierCoupon extends Pick<SubscriptionRow, (typeof COUPON_FIELDS)[number]> {
  period_start: number;
  interval: string;
}

export const intervalText = (plan: PlanTerms): string =>
  `${plan.billing_interval_count} ${plan.billing_interval}`;

/** The subscription with the coupon that counts in a period: a later one may have replaced it. */
export function withCouponOf(
  row: SubscriptionRow,
  { plan, period_start }: { plan: PlanTerms; period_start: number },
): SubscriptionRow {
  const earlier: EarlierCoupon | null = JSON.parse(row.earlier_coupon ?? 'null');
  if (earlier?.period_start !== period_start || earlier.interval !== intervalText(plan)) return row;
  const { period_start: _, interval: __, ...coupon } = earlier;
  return { ...row, ...coupon };
}

/** The coupon that a new one replaces, if the current period goes on with it. */
function earlierCoupon(row: SubscriptionRow): string | null {
  const { current_period_start: period_start } = row;
  const counting = withCouponOf(row, { plan: row, period_start });
  if (row.status === 'trialing' || counting.discount_id === null) return null;
  const coupon = Object.fromEntries(COUPON_FIELDS.map((name) => [name, counting[name]]));
  return JSON.stringify({ ...coupon, period_start, interval: intervalText(row) });
}

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
    coupon_months,
    coupon_interval: intervalText(row),
    discount_from: next.current_period_start,
    earlier_coupon: earlierCoupon(row),
    discount_starts_at: is_trial ? null : row.current_period_end,
    discount_ends_at: discountEnd({ coupon_duration, coupon_months }, next),
    updated_at: now,
  });
}
