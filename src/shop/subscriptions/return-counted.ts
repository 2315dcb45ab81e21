import assert from 'node:assert/strict';
import type { StoreTx } from '../../platform/operation/work.ts';
import type { PeriodRefund } from '../money/transactions/period-refunds.rules.ts';
import { returnHeld } from '../money/transactions/return-held.ts';
import { undoReversal } from '../money/transactions/reverse-payment.ts';
import { lockTransaction } from '../money/transactions/transaction.sql.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { findSubscription } from './subscription.sql.ts';

/**
 * A change of plan that is paid gave back less because of refunds that have failed since it began:
 * that becomes credit, as if they had failed a moment later. Of 8 for unused time it gave 3, because
 * 5 were being refunded, and those 5 failed: they are credit. Returns the subscription after it.
 */
export async function returnCounted(
  context: StoreTx,
  changed: SubscriptionRow,
  failed: PeriodRefund[],
): Promise<SubscriptionRow> {
  const { tx } = context;
  for (const { of, payment_id, rest_minor } of failed) {
    const payment = await lockTransaction(tx, payment_id);
    assert(payment, 'something was taken from it');
    const part = { rest_minor, credit_minor: 0, debt_minor: 0 };
    await returnHeld(context, payment_id, await undoReversal(tx, payment, part, { of }));
  }
  if (failed.length === 0) return changed;
  return (await findSubscription(tx, changed.subscription_id)) ?? changed;
}
