import assert from 'node:assert/strict';
import { disablePurchase } from '../licenses/disable-purchase.ts';
import type { StoreWork } from '../operation/work.ts';
import { askAboutRefund, PROVIDER_WORKS_MS, referenceIn } from './ask-provider.ts';
import { moveRefund, takenBy } from './begin-refund.ts';
import { returnToBalance } from './return-to-balance.ts';
import { settleTransaction } from './settle-transaction.ts';
import { changeCredited, lockPaidSubscription } from './subscription-payments.sql.ts';
import { type TransactionRow, withRefund } from './transaction.rules.ts';
import { keepWaiting, lockTransaction } from './transaction.sql.ts';

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
    const { tx, now } = inside;
    if (refund.subscription_id !== null) await lockPaidSubscription(tx, refund.subscription_id);
    const original = await lockTransaction(tx, refunded_transaction_id);
    const found = await lockTransaction(tx, transaction_id);
    assert(original && found, 'what is refunded and what is settled exist');
    if (found.status !== 'pending') return found; // Somebody else was faster.
    const provider_reference = referenceIn(found, answer);
    const pending = { ...found, provider_reference };
    if (answer.status === 'pending') {
      const next_attempt_at = now + PROVIDER_WORKS_MS;
      await keepWaiting(tx, {
        transaction_id,
        action_url: null,
        provider_reference,
        next_attempt_at,
      });
      return { ...pending, next_attempt_at };
    }
    const settled = await settleTransaction(inside, pending, answer);
    if (answer.status === 'declined') {
      const taken = takenBy(settled);
      await moveRefund(tx, original, { amount_minor, taken, sign: -1 });
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
      await disablePurchase(inside, refunded_transaction_id);
    }
    return settled;
  });
}
