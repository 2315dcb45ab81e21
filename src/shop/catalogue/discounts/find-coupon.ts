import type { Reader } from '../../../platform/db/database.ts';
import { couponUses } from './coupon-uses.ts';
import {
  type CouponDetail,
  type CouponProduct,
  couponDetail,
  type DiscountRow,
  foldCode,
  whyNotCoupon,
} from './discount.rules.ts';
import { findDiscountByCode } from './discount.sql.ts';

/**
 * The discount of a coupon code, or why it cannot be used for this purchase. What a guest (null) has
 * used of it is found out when they pay.
 */
export async function findCoupon(
  reader: Reader,
  use: { code: string; product: CouponProduct; customer_id: string | null; now: number },
): Promise<{ coupon: DiscountRow } | { no: CouponDetail }> {
  const { code, product, customer_id, now } = use;
  const discount = await findDiscountByCode(reader, foldCode(code));
  const { discount_id = '', max_redemptions_per_customer: most = null } = discount ?? {};
  const uses =
    most !== null && customer_id !== null
      ? await couponUses(reader, { discount_id, customer_id })
      : 0;
  const no = whyNotCoupon(discount, { product, uses, now });
  return no || !discount ? { no: no ?? couponDetail('coupon_not_found') } : { coupon: discount };
}
