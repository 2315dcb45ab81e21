import type { Tx } from '../db/database.ts';
import { findDiscountById } from '../discounts/discount.sql.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import { calculatePrice } from './price.rules.ts';

/** The customer has used the trial in another session: this one now costs the full price. */
export async function removeTrial(tx: Tx, checkout_session_id: string, now: number): Promise<void> {
  const before = await lockCheckout(tx, checkout_session_id);
  if (before?.status !== 'open') return;
  const { discount_id, created_at } = before;
  const coupon = discount_id === null ? undefined : await findDiscountById(tx, discount_id);
  const terms = { ...before, trial_days: 0 };
  await saveCheckout(tx, {
    ...terms,
    ...calculatePrice(terms, coupon, created_at),
    updated_at: now,
  });
}
