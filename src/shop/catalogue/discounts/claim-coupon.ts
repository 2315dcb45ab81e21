import type { Tx } from '../../../platform/db/database.ts';
import { addressOf, lockAddress } from '../../customers/guest-address.sql.ts';
import { couponUses } from './coupon-uses.ts';
import { claimRedemption, claimUse, findDiscountById } from './discount.sql.ts';

/**
 * Takes one redemption of a code for a customer, or returns why that is not possible. Its dates
 * were checked when the checkout was created. Its limits are enforced here, also when several
 * buyers pay at the same time; `most`: so often for this customer, if its own limit is not lower.
 * The limit for each customer counts for all with the same address: one without has what
 * was typed, or is alone.
 */
export async function claimCoupon(
  tx: Tx,
  {
    discount_id,
    customer_id,
    typed_folded = null,
    most = Number.MAX_SAFE_INTEGER,
  }: {
    discount_id: string;
    customer_id: string;
    typed_folded?: string | null;
    most?: number | undefined;
  },
): Promise<'coupon_not_found' | 'coupon_exhausted' | undefined> {
  const own = (await findDiscountById(tx, discount_id))?.max_redemptions_per_customer ?? most;
  const limit = Math.min(own, most);
  if (limit < Number.MAX_SAFE_INTEGER) {
    const email_folded = (await addressOf(tx, customer_id)) ?? typed_folded;
    if (email_folded !== null) await lockAddress(tx, email_folded);
    const uses = await couponUses(tx, { discount_id, customer_id, typed_folded });
    if (uses >= limit) return 'coupon_exhausted';
  }
  const claimed_one = (await claimRedemption(tx, discount_id)) === 1;
  const discount = await findDiscountById(tx, discount_id);
  if (!discount || discount.deleted_at !== null) return 'coupon_not_found';
  if (!claimed_one) return 'coupon_exhausted';
  const claimed = await claimUse(tx, { discount_id, customer_id, most: limit });
  return claimed === 0 ? 'coupon_exhausted' : undefined;
}
