export type CouponDuration = 'once' | 'forever' | 'repeating';

/** What was agreed about the coupon of a subscription, as it is kept with it. */
export interface AgreedCoupon {
  discount_id: string | null;
  coupon_code: string | null;
  /** A coupon takes off a percentage or an amount, */
  percent_bps: number | null;
  coupon_amount_minor: number | null;
  /** for these plans (identifiers with commas between; null: all), */
  coupon_product_ids: string | null;
  /** and for so many seats as it was bought with. */
  coupon_quantity: number | null;
  coupon_duration: CouponDuration | null;
  /** A repeating one: for so many months. */
  coupon_months: number | null;
  /**
   * For periods of this interval it was agreed (intervalText): of others, a share is discounted; of
   * all, once the interval was changed ('').
   */
  coupon_interval: string | null;
  /** From when its time is counted; null: no coupon, or it was agreed before this was kept. */
  discount_from: number | null;
  /** Before here a coupon that was applied later does not count; null: it counts from the first. */
  discount_starts_at: number | null;
  /** From here on the coupon no longer counts; null: for ever, or no coupon. */
  discount_ends_at: number | null;
  /** EarlierCoupon as JSON: what counts in the current period instead; null: the same coupon. */
  earlier_coupon: string | null;
}
