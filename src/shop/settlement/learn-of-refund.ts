import { ProviderUnanswered } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import type { Gateway, Hint } from '../money/payments/gateway.ts';
import type { ProviderRecord } from '../money/payments/provider-record.rules.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';
import { waitForProvider } from '../money/transactions/ask-provider.ts';
import { beginRefund } from '../money/transactions/begin-refund.ts';
import { checkReturn } from '../money/transactions/return-late-payment.ts';
import { disableIfOver, recheckRefund } from '../money/transactions/settle-refund.ts';
import { settleTransaction } from '../money/transactions/settle-transaction.ts';
import { lockSubscriptionOfPayment } from '../money/transactions/subscription-payments.sql.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import {
  findByReference,
  findTransaction,
  listStandingRefunds,
  lockTransaction,
} from '../money/transactions/transaction.sql.ts';
import { findPaymentAt, type SettlePending } from './payment-at-provider.ts';

type RefundHint = Pick<Hint, 'reference' | 'key'>;

/**
 * The provider has reported a refund: one of ours, which may have ended, or have failed after it was
 * paid; or one that was made there, in the provider's own dashboard, which is recorded here with
 * everything that follows from a refund. Any number of times and in any order.
 */
export async function learnOfRefund(
  work: StoreWork,
  gateway: Gateway,
  hint: RefundHint,
  settlePending: SettlePending,
): Promise<void> {
  const ours = await findOurs(work, gateway, hint);
  if (ours) {
    await recheckRefund(work, ours);
    return;
  }
  const { store_id } = work.store;
  const { reference } = hint;
  const records = await withTimeout(gateway.recordsOf({ store_id, references: [reference] }));
  const made = records.find((one) => one.reference === reference);
  if (made?.kind !== 'refund' || made.charge_reference === null) return;
  // One that has failed already has moved nothing in the end.
  if (made.status === 'declined') return checkReturn(work, gateway, made.charge_reference);
  const charge = { gateway, reference: made.charge_reference };
  const payment = await findPaymentAt(work, charge, settlePending);
  if (payment) await recordMade(work, payment, made);
}

/** By the provider's name; or by ours, while we do not know the provider's name yet. */
async function findOurs(
  { reader }: StoreWork,
  { provider }: Gateway,
  { reference, key }: RefundHint,
): Promise<TransactionRow | undefined> {
  const named = await findByReference(reader, { provider, reference });
  if (named || key === null) return named;
  const started = await findTransaction(reader, key);
  const is_ours = started?.type === 'refund' && started.provider_reference === null;
  return is_ours && started.status === 'pending' ? started : undefined;
}

const REASON = 'Made at the payment provider';
const TRIES = 3;

async function recordMade(
  work: StoreWork,
  payment: TransactionRow,
  made: ProviderRecord,
): Promise<void> {
  const { transaction_id, currency } = payment;
  if (made.currency !== currency) throw new Error(`${made.reference} is in another currency`);
  for (let tries = 0; tries < TRIES; tries++) {
    if (await recordOnce(work, payment, made)) return;
    // Less is left here than at the provider: a refund of ours will be refused there, or has
    // failed since.
    for (const one of await listStandingRefunds(work.reader, transaction_id)) {
      await recheckRefund(work, one);
    }
  }
  throw new ProviderUnanswered(`${made.reference} gives back more than is left here`);
}

/** False when so much is not left of the payment here. */
async function recordOnce(
  work: StoreWork,
  { transaction_id, subscription_id, provider }: TransactionRow,
  { reference, status, amount_minor }: ProviderRecord,
): Promise<boolean> {
  return work.write(async (context) => {
    const { tx, now } = context;
    if (subscription_id !== null) await lockSubscriptionOfPayment(tx, subscription_id);
    const locked = await lockTransaction(tx, transaction_id);
    if (!locked) return true;
    const named = { provider: provider ?? '', reference };
    if (await findByReference(tx, named)) return true;
    const terms = { amount_minor, reason: REASON, request_key: null, now, made_as: reference };
    const refund = await beginRefund(context, locked, terms);
    if (!refund) return false;
    if (status !== 'paid') await waitForProvider(context, refund);
    else {
      await settleTransaction(context, refund, { status: 'paid' });
      await disableIfOver(context, transaction_id);
    }
    return true;
  });
}
