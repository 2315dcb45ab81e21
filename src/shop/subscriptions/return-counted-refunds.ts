import assert from 'node:assert/strict';
import type { StoreTx } from '../../platform/operation/work.ts';
import type { PeriodRefund } from '../money/transactions/period-refunds.rules.ts';
import { returnWithheld } from '../money/transactions/return-withheld.ts';
import { undoReversal } from '../money/transactions/reverse-payment.ts';
import { lockTransaction } from '../money/transactions/transaction.sql.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { findSubscription } from './subscription.sql.ts';

/**
 * Refunds that a change of plan has counted have failed while it was being paid for: what it has
 * returned less becomes credit, as if they had failed a moment later. Of 8 for unused time it has
 * returned 3, because 5 were being refunded: the 5 are credit. Returns the subscription after that.
 */
export async function returnCountedRefunds(
  context: StoreTx,
  changed: SubscriptionRow,
  failed: PeriodRefund[],
): Promise<SubscriptionRow> {
  const { tx } = context;
  for (const { of, payment_id, rest_minor } of failed) {
    const payment = await lockTransaction(tx, payment_id);
    assert(payment, 'a payment that was refunded exists');
    const reversal = { rest_minor, credit_minor: 0, debt_minor: 0 };
    const withheld_minor = await undoReversal(tx, payment, { of, reversal });
    await returnWithheld(context, payment_id, withheld_minor);
  }
  if (failed.length === 0) return changed;
  return (await findSubscription(tx, changed.subscription_id)) ?? changed;
}
