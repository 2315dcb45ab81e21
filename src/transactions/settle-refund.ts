import assert from 'node:assert/strict';
import type { StoreWrite } from '../events/outbox.ts';
import { disablePurchase } from '../licenses/disable-purchase.ts';
import { type Gateway, type RefundResult, withinTimeout } from '../payments/gateway.ts';
import { postLedger } from './post-ledger.ts';
import {
  settledAt,
  showTransaction,
  type TransactionRow,
  withRefund,
} from './transaction.rules.ts';
import {
  findTransaction,
  lockTransaction,
  returnRefund,
  saveRefunded,
  settleTransaction,
} from './transaction.sql.ts';

interface Context {
  write: StoreWrite;
  gateway: Gateway;
  store: { store_id: string };
  now: number;
}

/** Calls the provider for a pending refund, with the key it was kept under, and settles it. */
export async function settleRefund(
  { write, gateway, store, now }: Context,
  refund: TransactionRow,
): Promise<TransactionRow> {
  if (refund.status !== 'pending') return refund;
  const { transaction_id, total_minor: amount_minor, currency } = refund;
  const charge_key = refund.refunded_transaction_id;
  assert(charge_key !== null);
  const call = { store_id: store.store_id, key: transaction_id, charge_key, amount_minor };
  const result = await withinTimeout(gateway.refund({ ...call, currency, now }));

  return write(async (tx, emit) => {
    const original = await lockTransaction(tx, charge_key);
    assert(original, 'what is refunded exists');
    const settled = settledRefund(refund, result, now);
    if ((await settleTransaction(tx, settled)) === 0) {
      return (await findTransaction(tx, transaction_id)) ?? settled; // Somebody else was faster.
    }
    if (result.status === 'declined') {
      await returnRefund(tx, { transaction_id: charge_key, amount_minor });
      emit('transaction.declined', showTransaction(settled));
      return settled;
    }
    await postLedger(tx, settled);
    const after = withRefund(original, amount_minor);
    await saveRefunded(tx, after);
    emit('transaction.refunded', showTransaction(after));
    const is_over = after.type === 'purchase' && after.status === 'refunded';
    if (is_over) await disablePurchase({ tx, emit, now }, charge_key);
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
