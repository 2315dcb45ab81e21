import { fromMinor } from '../../platform/core/money.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { couponUses } from '../catalogue/discounts/coupon-uses.ts';
import type { DiscountRow } from '../catalogue/discounts/discount.rules.ts';
import { findCoupon } from '../catalogue/discounts/find-coupon.ts';
import { readSettings } from '../store/read-settings.ts';
import { asDiscounted, whyNotDiscounted } from './coupon.rules.ts';
import { readBilling } from './read-billing.ts';
import { nextPeriod } from './renewal.rules.ts';
import { findSubscription } from './subscription.sql.ts';

export interface CancelOffer {
  coupon: DiscountRow;
  /** What the next payment costs, when it is made, and what it would cost otherwise. */
  total: number;
  full: number;
  at: string;
}

/**
 * What the store offers to a customer who is about to cancel this subscription: its coupon, if
 * that can be applied and makes the next payment cheaper. A customer who has used the coupon
 * before is not offered it again, also as another customer with the same address, or they could
 * stay for half the price for ever.
 */
export async function findCancelOffer(
  work: Pick<StoreWork, 'reader' | 'store' | 'services' | 'now'>,
  subscription_id: string,
): Promise<CancelOffer | undefined> {
  const { reader, now } = work;
  const { cancel_offer: code } = await readSettings(reader);
  const row = code === null ? undefined : await findSubscription(reader, subscription_id);
  if (!row || code === null || whyNotDiscounted(row, code) !== undefined) return undefined;
  const { customer_id, plan_id: product_id, currency, next_payment_at } = row;
  const product = { product_id, currency };
  const found = await findCoupon(reader, { code, product, customer_id, now });
  if ('no' in found || next_payment_at === null) return undefined;
  const { coupon } = found;
  const { discount_id } = coupon;
  if ((await couponUses(reader, { discount_id, customer_id })) > 0) return undefined;
  const at = Math.max(now, next_payment_at);
  const billing = (await readBilling(work, reader, row)).at(at);
  const before = nextPeriod(row, billing).bill.total_minor;
  const after = nextPeriod(asDiscounted(row, coupon, now), billing).bill.total_minor;
  if (after >= before) return undefined;
  const money = (minor: number) => fromMinor(minor, currency);
  return { coupon, total: money(after), full: money(before), at: isoInstant(at) };
}
