import Type from 'typebox';
import { Id, Line, Nullable } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { AMOUNT_MAX, fromMinor, toMinor } from '../core/money.ts';
import { operation } from '../http/operation.ts';
import { settleRefund } from './settle-refund.ts';
import {
  firstAttemptAt,
  new_pending,
  refundableMinor,
  showTransaction,
  Transaction,
  type TransactionRow,
} from './transaction.rules.ts';
import {
  claimRefund,
  findTransactionByRequest,
  insertTransaction,
  lockTransaction,
} from './transaction.sql.ts';

export const refundTransaction = operation({
  method: 'POST',
  path: '/refund-transaction',
  summary: 'Refund a transaction, whole or in part',
  description:
    'Answers the refund, a transaction of type `refund`. Without `amount`: all that is left. ' +
    'All refunds of a transaction together never exceed what was paid.',
  scope: 'full',
  input: Type.Object({
    transaction_id: Id('txn_1tq3v9w0e00h4rk6m2x8pz7ycn5'),
    amount: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: AMOUNT_MAX, examples: [5] })),
    reason: Type.Optional(Nullable(Line(500, { examples: ['Bought twice'] }))),
  }),
  output: Transaction,
  errors: [
    'transaction_not_found',
    'nothing_to_refund',
    'amount_too_large',
    'refund_declined',
    'refund_unresolved',
  ],
  example: { transaction_id: 'txn_1tq3v9w0e00h4rk6m2x8pz7ycn5', amount: 5 },
  async steps({ input, write, gateway, store, licensing, now, request_key, refuse }) {
    const { transaction_id } = input;
    const intent = await write(async (tx): Promise<TransactionRow> => {
      const original = await lockTransaction(tx, transaction_id);
      if (!original) throw refuse('transaction_not_found');
      const begun =
        request_key === null ? undefined : await findTransactionByRequest(tx, request_key);
      if (begun) return begun;

      const left = refundableMinor(original);
      if (left === 0) throw refuse('nothing_to_refund');
      const { currency } = original;
      const amount_minor = input.amount === undefined ? left : toMinor(input.amount, currency);
      if (amount_minor === undefined) {
        const message = `has more decimals than ${currency} has`;
        const detail = { param: 'amount', code: 'too_many_decimals', message };
        throw refuse('invalid_parameters', [detail]);
      }
      if ((await claimRefund(tx, { transaction_id, amount_minor })) === 0) {
        const message = `must be at most ${fromMinor(left, currency)} ${currency}: no more is left to refund`;
        const detail = { param: 'amount', code: 'amount_too_large', message };
        throw refuse('amount_too_large', [detail]);
      }
      const reason = input.reason ?? null;
      const refund = newRefund(original, { amount_minor, reason, request_key, now });
      await insertTransaction(tx, refund);
      return refund;
    });
    if (!gateway) throw new Error('what was paid was paid through a gateway');
    const refund = await settleRefund({ write, gateway, store, now }, intent);
    if (refund.status === 'declined') throw refuse('refund_declined');
    return showTransaction(refund, licensing.keyOf);
  },
});

function newRefund(
  original: TransactionRow,
  refund: { amount_minor: number; reason: string | null; request_key: string | null; now: number },
): TransactionRow {
  const { amount_minor, reason, request_key, now } = refund;
  const of = JSON.parse(original.lines)[0]?.description ?? 'Purchase';
  const line = { description: `Refund: ${of}`, quantity: 1, amount_minor };
  return {
    ...new_pending,
    transaction_id: newId('txn', now),
    type: 'refund',
    customer_id: original.customer_id,
    product_id: original.product_id,
    subscription_id: original.subscription_id,
    checkout_session_id: original.checkout_session_id,
    refunded_transaction_id: original.transaction_id,
    quantity: original.quantity,
    subtotal_minor: amount_minor,
    discount_minor: 0,
    tax_minor: 0,
    total_minor: amount_minor,
    currency: original.currency,
    lines: JSON.stringify([line]),
    card_brand: original.card_brand,
    card_last_four: original.card_last_four,
    reason,
    metadata: original.metadata,
    request_key,
    next_attempt_at: firstAttemptAt(now),
    created_at: now,
  };
}
