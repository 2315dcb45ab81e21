import { table } from '../db/table.ts';

interface AppliedCouponRow {
  discount_id: string;
  subscription_id: string;
  customer_id: string;
  applied_at: number;
}

const applied = table<AppliedCouponRow>('applied_coupons', 'a', {
  discount_id: 'key',
  subscription_id: 'key',
  customer_id: 'fixed',
  applied_at: 'key',
});

/** The redemption that a subscription has taken after it began. */
export const insertAppliedCoupon = applied.insert;
