import type { Reader } from '../db/database.ts';
import { type CouponProduct, type DiscountRow, foldCode, whyNotCoupon } from './discount.rules.ts';
import { findDiscountByCode, findDiscountUses } from './discount.sql.ts';

/**
 * The discount of a coupon code, or why it cannot be used for this purchase. What a guest (null) has
 * used of it is found out when they pay.
 */
export async function findCoupon(
  reader: Reader,
  wanted: { code: string; product: CouponProduct; customer_id: string | null; now: number },
): Promise<DiscountRow | NonNullable<ReturnType<typeof whyNotCoupon>>> {
  const { code, product, customer_id, now } = wanted;
  const found = await findDiscountByCode(reader, foldCode(code));
  const { discount_id = '' } = found ?? {};
  const uses =
    found && customer_id !== null
      ? await findDiscountUses(reader, { discount_id, customer_id })
      : 0;
  const no = whyNotCoupon(found, { product, uses, now });
  if (no || !found) return no ?? 'coupon_not_found';
  return found;
}
