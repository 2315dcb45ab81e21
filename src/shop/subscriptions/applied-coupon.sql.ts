import type { Tx } from '../../platform/db/database.ts';
import { reads } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';

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

const LAST = reads('applied_coupons', 'discount_id', 'subscription_id')`
  SELECT a.applied_at FROM applied_coupons a
  WHERE a.store_id = :store_id AND a.discount_id = :discount_id
    AND a.subscription_id = :subscription_id ORDER BY a.applied_at DESC LIMIT 1`;

/**
 * Adds the redemption that a subscription has taken after it began. The subscription is locked. The
 * same code again at the same instant, after another change, differs from it by a millisecond.
 */
export async function insertAppliedCoupon(tx: Tx, row: AppliedCouponRow): Promise<void> {
  const { discount_id, subscription_id } = row;
  const last = await tx.maybe<{ applied_at: number }>(LAST, { discount_id, subscription_id });
  const applied_at = last ? Math.max(row.applied_at, last.applied_at + 1) : row.applied_at;
  await applied.insert(tx, { ...row, applied_at });
}
