import assert from 'node:assert/strict';
import type { StoreTx, StoreWork } from '../../../platform/operation/work.ts';
import { disableLicenseOfPurchase } from '../../licenses/disable-license-of-purchase.ts';
import { askAboutRefund, checkedReference, waitForProvider } from './ask-provider.ts';
import { about } from './line-about.rules.ts';
import { rebalanceDisputes } from './rebalance-disputes.ts';
import { returnToBalance } from './return-to-balance.ts';
import { returnWithheld } from './return-withheld.ts';
import { parseReversal, undoReversal } from './reverse-payment.ts';
import { failRefund, settleTransaction } from './settle-transaction.ts';
import { changeCredited, lockSubscriptionOfPayment } from './subscription-payments.sql.ts';
import { parseRows } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { lockTransaction } from './transaction.sql.ts';

/**
 * Asks the provider about a pending refund and records what follows from it. It may stay pending
 * for days, and fail after that: what it has reversed is restored then.
 */
export async function settleRefund(
  work: StoreWork,
  refund: TransactionRow,
): Promise<TransactionRow> {
  return refund.status === 'pending' ? recheckRefund(work, refund) : refund;
}

/** The same, and asks also about a refund that was paid: it may have failed since. */
export async function recheckRefund(
  work: StoreWork,
  refund: TransactionRow,
): Promise<TransactionRow> {
  const { status, provider_reference } = refund;
  const may_change = status === 'pending' || (status === 'paid' && provider_reference !== null);
  if (!may_change) return refund;
  const { transaction_id, refunded_transaction_id, subscription_id } = refund;
  assert(refunded_transaction_id !== null);
  const answer = await askAboutRefund(work, refund);
  if (status === 'paid' && answer.status !== 'declined') return refund;

  return work.write(async (context) => {
    const { tx } = context;
    if (subscription_id !== null) await lockSubscriptionOfPayment(tx, subscription_id);
    const original = await lockTransaction(tx, refunded_transaction_id);
    const found = await lockTransaction(tx, transaction_id);
    assert(original && found, 'what is refunded and what is settled exist');
    if (found.status === 'paid' && answer.status === 'declined') {
      const failed = await failRefund(context, found, answer.decline_code);
      await undoRefund(context, failed);
      return failed;
    }
    if (found.status !== 'pending') return found; // Somebody else was faster.
    const pending = { ...found, provider_reference: checkedReference(found, answer) };
    if (answer.status === 'pending') return waitForProvider(context, pending);
    const settled = await settleTransaction(context, pending, answer);
    if (settled.status === 'declined') await undoRefund(context, settled);
    else {
      await disableIfOver(context, refunded_transaction_id);
      await rebalanceDisputesOf(context, refunded_transaction_id);
    }
    return settled;
  });
}

/** After a refund that was not made: the customer has again what it had reversed. */
async function undoRefund(context: StoreTx, refund: TransactionRow): Promise<void> {
  const { tx } = context;
  const { total_minor: amount_minor, refunded_transaction_id: transaction_id } = refund;
  const payment = transaction_id === null ? undefined : await lockTransaction(tx, transaction_id);
  assert(payment && transaction_id !== null, 'what was to be refunded exists');
  const reversal = parseReversal(refund);
  if (!reversal.is_of_cancel) {
    const of = refund.transaction_id;
    const withheld_minor = await undoReversal(tx, payment, { of, reversal });
    await returnWithheld(context, transaction_id, withheld_minor);
  } else {
    const description = 'Refund that could not be made';
    const rows = parseRows(refund);
    await returnToBalance(context, refund, {
      description,
      about: about('failed_refund'),
      amount_minor,
      rows,
    });
    // It is credit of that payment: a later refund of it takes it back.
    await changeCredited(tx, { transaction_id, amount_minor });
  }
  await rebalanceDisputesOf(context, transaction_id);
}

/** The provider may have made a refund before we knew of the dispute, or it failed after it. */
async function rebalanceDisputesOf(context: StoreTx, transaction_id: string): Promise<void> {
  const payment = await lockTransaction(context.tx, transaction_id);
  assert(payment);
  await rebalanceDisputes(context, payment);
}

/**
 * A purchase whose price was given back has no license any more. A debt that it has paid beside is
 * no part of its price, and goes back last.
 */
export async function disableIfOver(context: StoreTx, transaction_id: string): Promise<void> {
  const payment = await lockTransaction(context.tx, transaction_id);
  if (payment?.type !== 'purchase') return;
  const price_minor = payment.total_minor - Math.max(0, payment.balance_change_minor);
  if (payment.refunded_minor < price_minor) return;
  await disableLicenseOfPurchase(context, transaction_id);
}
