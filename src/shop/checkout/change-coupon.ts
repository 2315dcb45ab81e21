import type { StoreWork } from '../../platform/operation/work.ts';
import { findCoupon } from '../catalogue/discounts/find-coupon.ts';
import { chargeableBy, requireGateway } from '../money/payments/gateway.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import { calculatePrice, isTooLarge, isTooSmall } from './price.rules.ts';

/** Applies a coupon to an open session, or removes it (null). Returns why, if that is not possible. */
export async function changeCoupon(
  { write, now, ...work }: StoreWork,
  { checkout_session_id, code }: { checkout_session_id: string; code: string | null },
) {
  return write(async ({ tx }) => {
    const before = await lockCheckout(tx, checkout_session_id);
    if (before?.status !== 'open' || before.expires_at <= now) return 'checkout_expired' as const;
    const { product_id, currency } = before;
    const customer_id = before.is_guest === 1 ? null : before.customer_id;
    const product = { product_id, currency };
    const found =
      code === null
        ? { coupon: undefined }
        : await findCoupon(tx, { code, product, customer_id, now });
    if ('no' in found) return found.no.code;
    const { coupon } = found;
    const terms = { ...before, ...chargeableBy(requireGateway(work), currency) };
    const after = { ...terms, ...calculatePrice(terms, coupon, before.created_at) };
    if (coupon && isTooSmall(after)) return 'amount_too_small';
    if (isTooLarge(after)) return 'amount_too_large';
    await saveCheckout(tx, { ...after, updated_at: now });
    return undefined;
  });
}
