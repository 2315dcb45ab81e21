import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import type { Gateway } from '../money/payments/gateway.ts';
import { ifAnswered } from '../money/payments/if-answered.ts';
import type { FraudWarning } from '../money/payments/provider-record.rules.ts';
import { beginRefund } from '../money/transactions/begin-refund.ts';
import { noteFraudWarning, seeFraudWarning } from '../money/transactions/fraud-warning.sql.ts';
import { settleRefund } from '../money/transactions/settle-refund.ts';
import { lockSubscriptionOfPayment } from '../money/transactions/subscription-payments.sql.ts';
import { leftMinor, type TransactionRow } from '../money/transactions/transaction.rules.ts';
import { lockTransaction } from '../money/transactions/transaction.sql.ts';
import { readSettings } from '../store/read-settings.ts';
import { endLost } from '../subscriptions/end-lost.ts';
import { findWithPayment, type SettlePending } from './payment-at-provider.ts';

const REASON = 'A bank has warned of fraud';

/**
 * A bank has reported to the provider that the owner of a card did not make a payment. It is kept for
 * somebody to decide; or, as the store's setting says, all that is left of the payment is refunded
 * at once, before it becomes a dispute, and its subscription ends. Any number of times.
 */
export async function learnOfFraud(
  work: StoreWork,
  gateway: Gateway,
  { reference }: { reference: string },
  settlePending: SettlePending,
): Promise<void> {
  const named = { gateway, reference };
  const lookUp = gateway.lookUpWarning?.bind(gateway);
  const known = await findWithPayment(work, named, lookUp, settlePending);
  if (!known) return;
  const refund = await work.write((context) => record(context, known.payment, known.found));
  if (refund) await tryRefund(work, refund);
  await endLost(work, 'refunded');
}

/** Keeps the warning; answers the refund that was begun because of it. */
async function record(
  context: StoreTx,
  { transaction_id, subscription_id }: TransactionRow,
  { reference, fraud_type }: FraudWarning,
): Promise<TransactionRow | undefined> {
  const { tx, now } = context;
  if (subscription_id !== null) await lockSubscriptionOfPayment(tx, subscription_id);
  const payment = await lockTransaction(tx, transaction_id);
  if (!payment) return undefined;
  const is_automatic = (await readSettings(tx)).on_fraud_warning === 'refund';
  // A bank decides about what is, or was, disputed; what is left of it may even have been won.
  const amount_minor = is_automatic && payment.dispute === null ? leftMinor(payment) : 0;
  const is_new = await noteFraudWarning(tx, {
    transaction_id,
    reference,
    fraud_type,
    warned_at: now,
    seen_at: null,
    ends_subscription: amount_minor > 0 && subscription_id !== null ? 1 : 0,
  });
  if (is_new === 0 || amount_minor === 0) return undefined;
  const request_key = `fraud warning ${transaction_id}`;
  return beginRefund(context, payment, { amount_minor, reason: REASON, request_key, now });
}

/** It is stored: if the provider does not answer now, a job settles it later. */
async function tryRefund(work: StoreWork, refund: TransactionRow): Promise<void> {
  const { refunded_transaction_id: transaction_id } = refund;
  const settled = await ifAnswered(settleRefund(work, refund));
  if (!settled || settled.status === 'declined' || transaction_id === null) return;
  await work.write(async ({ tx, now }) => seeFraudWarning(tx, { transaction_id, now }));
}
