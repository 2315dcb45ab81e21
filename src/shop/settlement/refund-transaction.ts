import { Default, Line, OptionalOrNull } from '../../platform/core/fields.ts';
import { AMOUNT_MAX, fromMinor, toMinor } from '../../platform/core/money.ts';
import { TransactionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { beginRefund } from '../money/transactions/begin-refund.ts';
import { settleRefund } from '../money/transactions/settle-refund.ts';
import { lockSubscriptionOfPayment } from '../money/transactions/subscription-payments.sql.ts';
import {
  leftMinor,
  showTransaction,
  Transaction,
  type TransactionRow,
} from '../money/transactions/transaction.rules.ts';
import {
  findTransaction,
  findTransactionByRequest,
  lockTransaction,
} from '../money/transactions/transaction.sql.ts';
import { isDisputed } from '../money/transactions/transaction-status.rules.ts';
import { beginCollecting, collectDebt } from '../subscriptions/collect-debt.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import {
  type IdleSubscription,
  withIdleSubscription,
} from '../subscriptions/with-idle-subscription.ts';

export const refundTransaction = operation({
  method: 'POST',
  path: '/refund-transaction',
  summary: 'Refund a transaction, whole or in part',
  description:
    'Answers the refund, a transaction of type `refund`. Without `amount`: all that is left. ' +
    'All refunds of a transaction together never exceed what was paid. Credit that a change made ' +
    'of the same money is taken back (`balance_change`). A provider may need days: then it is ' +
    '`pending`, and `transaction.refunded` or `transaction.declined` says how it ended. One that ' +
    'was paid can still fail: `transaction.refund_failed`. What is disputed cannot be refunded.',
  scope: 'full',
  input: Type.Object({
    transaction_id: TransactionId,
    amount: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: AMOUNT_MAX,
        description:
          'How much to refund, in the currency of the payment. Default: all that is left',
        examples: [5],
      }),
    ),
    refunded_max: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: AMOUNT_MAX,
        description:
          'Refunds nothing if all refunds of this payment, those under way included, would be more ' +
          'than this together',
        examples: [100],
      }),
    ),
    reason: OptionalOrNull(
      Line(500, { description: 'Why, for your own records', examples: ['Bought twice'] }),
    ),
    cancel_subscription: Default(
      false,
      Type.Boolean({
        description:
          'Also end the subscription that was paid for, at once; what was owed before is collected',
      }),
    ),
  }),
  output: Transaction,
  errors: [
    'transaction_not_found',
    'transaction_disputed',
    'nothing_to_refund',
    'amount_too_large',
    'provider_disconnected',
    'refund_declined',
    'refund_unresolved',
  ],
  example: { transaction_id: 'txn_1tq3v9w0e00h4rk6m2x8pz7ycn5', amount: 5 },
  answer_example: {
    transaction_id: 'txn_1tq3v9w0e00h4rk6m2x8pz7ycn6',
    type: 'refund',
    refunded_transaction_id: 'txn_1tq3v9w0e00h4rk6m2x8pz7ycn5',
    subtotal: 4.2,
    tax: 0.8,
    total: 5,
    fee: null,
    fee_currency: null,
    lines: [
      {
        description: 'Refund: Photo editor',
        quantity: 1,
        amount: 5,
        tax: 0.8,
        reason: 'refund',
        name: 'Photo editor',
        period_start: null,
        period_end: null,
      },
    ],
    tax_breakdown: [
      {
        kind: 'charged',
        country: 'DE',
        region: null,
        name: 'VAT',
        rate: 19,
        net: 4.2,
        tax: 0.8,
        note: null,
        corrects: null,
      },
    ],
  },
  unanswered: 'refund_unresolved',
  async steps({ input, request_key, refuse, ...work }) {
    const { reader, write, store, now, services } = work;
    const { transaction_id } = input;
    const begin = async (context: StoreTx): Promise<TransactionRow> => {
      const { tx } = context;
      const original = await lockTransaction(tx, transaction_id);
      if (!original) throw refuse('transaction_not_found');
      const begun =
        request_key === null ? undefined : await findTransactionByRequest(tx, request_key);
      if (begun) return begun;

      if (isDisputed(original)) throw refuse('transaction_disputed');
      const left = leftMinor(original);
      if (left === 0) throw refuse('nothing_to_refund');
      const { currency } = original;
      const amount_minor = input.amount === undefined ? left : toMinor(input.amount, currency);
      if (amount_minor === undefined) {
        const message = `has more decimals than ${currency} has`;
        const detail = { param: 'amount', code: 'too_many_decimals', message };
        throw refuse('invalid_parameters', [detail]);
      }
      const together = fromMinor(original.refunding_minor + amount_minor, currency);
      if (together > (input.refunded_max ?? together)) {
        const message = `makes refunds of ${together} ${currency} together, more than refunded_max, ${input.refunded_max}`;
        throw refuse('amount_too_large', [{ param: 'amount', code: 'amount_too_large', message }]);
      }
      const reason = input.reason ?? null;
      const refund = await beginRefund(context, original, {
        amount_minor,
        reason,
        request_key,
        now,
      });
      if (refund) return refund;
      const message = `must be at most ${fromMinor(left, currency)} ${currency}: no more is left to refund`;
      const detail = { param: 'amount', code: 'amount_too_large', message };
      throw refuse('amount_too_large', [detail]);
    };
    const found = await findTransaction(reader, transaction_id);
    if (found && !(await services.connections.canAsk(store.store_id, found.provider))) {
      throw refuse('provider_disconnected');
    }
    const subscription_id = found?.subscription_id ?? null;
    const intent = await write(async (context) => {
      if (subscription_id !== null) await lockSubscriptionOfPayment(context.tx, subscription_id);
      return begin(context);
    });
    const refund = await settleRefund(work, intent);
    if (refund.status === 'declined') throw refuse('refund_declined');
    // Only after the refund has been accepted. A retry with the same key does this step if it is missing.
    if (subscription_id !== null && input.cancel_subscription) {
      await collectOwedBefore(work, refund, { subscription_id, request_key });
      const end = (found: IdleSubscription) =>
        endSubscription(found, found.before, { reason: 'refunded' });
      await withIdleSubscription(work, subscription_id, 'end', end);
    }
    const { base_url, licensing } = services;
    // Its credit note was issued last.
    const refunded = (await findTransaction(reader, refund.transaction_id)) ?? refund;
    return showTransaction(refunded, { base_url, revealKey: licensing.revealKey });
  },
});

/** Collects what the customer owed before the refund; what is owed because of it is not. */
const collectOwedBefore = (
  work: StoreWork,
  refund: TransactionRow,
  { subscription_id, request_key }: { subscription_id: string; request_key: string | null },
): Promise<void> =>
  collectDebt(work, (is_last) =>
    withIdleSubscription(work, subscription_id, 'end', async (found) => {
      const { before, unsettled } = found;
      if (unsettled || before.status === 'canceled') return undefined;
      const balance_minor = before.balance_minor - refund.balance_change_minor;
      const key = request_key === null ? null : `${request_key} debt`;
      const round = { request_key: key, is_last };
      return beginCollecting(found, { ...before, balance_minor }, round);
    }),
  );
