import type { Static } from 'typebox';
import { toMinor } from '../../../../platform/core/money.ts';
import type { Transaction } from '../../../../shop/money/transactions/transaction.rules.ts';
import { type CreemMode, orderIdOf, transactionEntity } from './entities.rules.ts';

// Money that goes back, as Creem's entities: what was paid is inside of them.

type TransactionRecord = Static<typeof Transaction>;

interface Around {
  payment: TransactionRecord;
  /** Entities, or identifiers. */
  order?: object | undefined;
  subscription?: object | undefined;
  customer: object;
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

export const refundEntity = (
  refund: Pick<
    TransactionRecord,
    'transaction_id' | 'total' | 'currency' | 'created_at' | 'reason'
  >,
  around: Around,
  mode: CreemMode,
) => ({
  id: refund.transaction_id.replace(/^txn_/, 'ref_'),
  mode,
  object: 'refund',
  status: 'succeeded',
  refund_amount: toMinor(refund.total, refund.currency) ?? 0,
  refund_currency: refund.currency,
  reason: REASONS.find((one) => one === refund.reason) ?? 'other',
  ...parts(around, mode),
  created_at: Date.parse(refund.created_at),
});

export function disputeEntity(
  dispute: Pick<NonNullable<TransactionRecord['dispute']>, 'amount' | 'opened_at'>,
  around: Around,
  mode: CreemMode,
) {
  const { transaction_id, currency } = around.payment;
  const opened_at = Date.parse(dispute.opened_at);
  return {
    // A payment may be disputed more than once.
    id: `${transaction_id.replace(/^txn_/, 'disp_')}_${opened_at}`,
    mode,
    object: 'dispute',
    amount: toMinor(dispute.amount, currency) ?? 0,
    currency,
    ...parts(around, mode),
    created_at: opened_at,
  };
}

const parts = ({ payment, order, subscription, customer }: Around, mode: CreemMode) => ({
  transaction: transactionEntity(payment, mode),
  ...(payment.checkout_session_id !== null && { checkout: payment.checkout_session_id }),
  ...((order ?? orderIdOf(payment)) !== null && { order: order ?? orderIdOf(payment) }),
  ...((subscription ?? payment.subscription_id) !== null && {
    subscription: subscription ?? payment.subscription_id,
  }),
  customer,
});
