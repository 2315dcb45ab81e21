import type { StoreTx } from '../../platform/operation/work.ts';
import { findProduct } from '../catalogue/products/product.sql.ts';
import { applyPlanToLicense } from '../licenses/apply-plan-to-license.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { costsMorePerDay, planOf } from './plan.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/** The license follows the plan and the quantity that are paid for. */
export async function changeLicense(
  context: StoreTx,
  before: SubscriptionRow,
  after: SubscriptionRow,
  { transaction_id }: TransactionRow,
): Promise<void> {
  const { subscription_id, customer_id, quantity, plan_id, current_period_start } = after;
  const plan = plan_id === before.plan_id ? undefined : await findProduct(context.tx, plan_id);
  const whose = { subscription_id, customer_id, transaction_id };
  const is_new = before.current_period_start !== current_period_start;
  const is_dearer = plan !== undefined && costsMorePerDay(aSeatOf(after), aSeatOf(before));
  const paid_from = { current_period_start, is_new, is_dearer };
  await applyPlanToLicense(context, { ...whose, quantity, plan, ...paid_from });
}

const aSeatOf = (row: SubscriptionRow) => ({ plan: planOf(row), quantity: 1 });
