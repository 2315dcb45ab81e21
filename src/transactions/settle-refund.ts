import assert from 'node:assert/strict';
import { disablePurchase } from '../licenses/disable-purchase.ts';
import type { StoreWork } from '../operation/work.ts';
import { type RefundResult, requireGateway, withinTimeout } from '../payments/gateway.ts';
import { moveRefund, takenBy } from './begin-refund.ts';
import { settleDeclined } from './open-transaction.ts';
import { postLedger } from './post-ledger.ts';
import { returnToBalance } from './return-to-balance.ts';
import { lockPaidSubscription } from './subscription-payments.sql.ts';
import {
  settledAt,
  showTransaction,
  type TransactionRow,
  withRefund,
} from './transaction.rules.ts';
import {
  lockTransaction,
  returnRefund,
  saveRefunded,
  settleTransaction,
} from './transaction.sql.ts';

/** Calls the provider for a pending refund, with the key it was kept under, and settles it. */
export async function settleRefund(
  work: StoreWork,
  refund: TransactionRow,
): Promise<TransactionRow> {
  if (refund.status !== 'pending') return refund;
  const { write, store, now } = work;
  const { transaction_id, total_minor: amount_minor, currency } = refund;
  const charge_key = refund.refunded_transaction_id;
  assert(charge_key !== null);
  const call = { store_id: store.store_id, key: transaction_id, charge_key, amount_minor };
  const result = await withinTimeout(requireGateway(work).refund({ ...call, currency, now }));

  return write(async (inside) => {
    const { tx, emit } = inside;
    if (refund.subscription_id !== null) await lockPaidSubscription(tx, refund.subscription_id);
    const original = await lockTransaction(tx, charge_key);
    assert(original, 'what is refunded exists');
    const pending = await lockTransaction(tx, transaction_id);
    assert(pending, 'what is settled exists');
    if (pending.status !== 'pending') return pending; // Somebody else was faster.
    const settled = settledRefund(pending, result, now);
    if (result.status === 'declined') {
      await settleDeclined(tx, settled);
      await returnRefund(tx, { transaction_id: charge_key, amount_minor });
      const taken = takenBy(settled);
      await moveRefund(tx, original, { amount_minor, taken, sign: -1 });
      if (taken.is_of_cancel) {
        const description = 'A refund that was refused';
        await returnToBalance(tx, settled, { description, amount_minor, now });
      }
      emit('transaction.declined', showTransaction(settled));
      return settled;
    }
    assert.equal(await settleTransaction(tx, settled), 1);
    await postLedger(tx, settled);
    const after = withRefund(original, amount_minor);
    await saveRefunded(tx, after);
    emit('transaction.refunded', showTransaction(after));
    const is_over = after.type === 'purchase' && after.status === 'refunded';
    if (is_over) await disablePurchase(inside, charge_key);
    return settled;
  });
}

const settledRefund = (
  refund: TransactionRow,
  result: RefundResult,
  now: number,
): TransactionRow => ({
  ...refund,
  status: result.status,
  decline_code: result.status === 'declined' ? result.decline_code : null,
  next_attempt_at: null,
  settled_at: settledAt(refund, now),
});
