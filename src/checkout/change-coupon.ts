import { findCoupon } from '../discounts/find-coupon.ts';
import type { StoreWork } from '../operation/work.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import { calculatePrice } from './price.rules.ts';

/** Applies a coupon to an open session, or removes it (null). Returns why, if that is not possible. */
export async function changeCoupon(
  { write, now }: StoreWork,
  { checkout_session_id, code }: { checkout_session_id: string; code: string | null },
) {
  return write(async ({ tx }) => {
    const before = await lockCheckout(tx, checkout_session_id);
    if (before?.status !== 'open' || before.expires_at <= now) return 'checkout_expired' as const;
    const { product_id, currency, customer_id } = before;
    const product = { product_id, currency };
    const coupon =
      code === null ? undefined : await findCoupon(tx, { code, product, customer_id, now });
    if (typeof coupon === 'string') return coupon;
    await saveCheckout(tx, {
      ...before,
      ...calculatePrice(before, coupon, before.created_at),
      updated_at: now,
    });
    return undefined;
  });
}
