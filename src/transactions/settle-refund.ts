import assert from 'node:assert/strict';
import { disableLicenseOfPurchase } from '../licenses/disable-license-of-purchase.ts';
import type { StoreWork } from '../operation/work.ts';
import { askAboutRefund, checkedReference, waitForProvider } from './ask-provider.ts';
import { applyRefund, parseTakenBack } from './begin-refund.ts';
import { returnToBalance } from './return-to-balance.ts';
import { settleTransaction } from './settle-transaction.ts';
import { changeCredited, lockSubscriptionOfPayment } from './subscription-payments.sql.ts';
import { type TransactionRow, withRefund } from './transaction.rules.ts';
import { lockTransaction } from './transaction.sql.ts';

/**
 * Asks the provider about a pending refund and records what follows from it. It may stay pending
 * for days, and fail after that: what it took is given back then.
 */
export async function settleRefund(
  work: StoreWork,
  refund: TransactionRow,
): Promise<TransactionRow> {
  if (refund.status !== 'pending') return refund;
  const { transaction_id, total_minor: amount_minor, refunded_transaction_id } = refund;
  assert(refunded_transaction_id !== null);
  const answer = await askAboutRefund(work, refund);

  return work.write(async (inside) => {
    const { tx } = inside;
    if (refund.subscription_id !== null)
      await lockSubscriptionOfPayment(tx, refund.subscription_id);
    const original = await lockTransaction(tx, refunded_transaction_id);
    const found = await lockTransaction(tx, transaction_id);
    assert(original && found, 'what is refunded and what is settled exist');
    if (found.status !== 'pending') return found; // Somebody else was faster.
    const provider_reference = checkedReference(found, answer);
    const pending = { ...found, provider_reference };
    if (answer.status === 'pending') return waitForProvider(inside, pending);
    const settled = await settleTransaction(inside, pending, answer);
    if (answer.status === 'declined') {
      const taken = parseTakenBack(settled);
      await applyRefund(tx, original, { amount_minor, taken, sign: -1 });
      if (taken.is_of_cancel) {
        const description = 'A refund that was refused';
        await returnToBalance(inside, settled, { description, amount_minor });
        // It is credit of that payment: a later refund of it takes it back.
        await changeCredited(tx, { transaction_id: refunded_transaction_id, amount_minor });
      }
      return settled;
    }
    const is_over = withRefund(original, amount_minor).status === 'refunded';
    if (original.type === 'purchase' && is_over) {
      await disableLicenseOfPurchase(inside, refunded_transaction_id);
    }
    return settled;
  });
}
