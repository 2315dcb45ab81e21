import assert from 'node:assert/strict';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { changeBalance } from '../../customers/balance.sql.ts';
import { countDisputeTaxes } from './count-taxes.ts';
import { type DisputeRow, newestDispute, shownDispute } from './dispute.rules.ts';
import { listDisputesOf, saveDispute, saveDisputed } from './dispute.sql.ts';
import { issueForDisputes } from './issue-for.ts';
import { disputeEntries, reversedBalanceEntries } from './ledger.rules.ts';
import { returnWithheld } from './return-withheld.ts';
import {
  type Reversal,
  type Reversals,
  readReversals,
  reversedMinor,
  reversedSoFar,
  reversePayment,
  undoReversal,
} from './reverse-payment.ts';
import { post } from './settle-transaction.ts';
import { parseRows, taxGivenBack } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { withPaidStatus } from './transaction-status.rules.ts';

/**
 * A payment that goes back by refunds and disputes reverses what it has brought the customer: all
 * of it, and never more than was paid, in whatever order they fail, are won or lost. Rebalancing
 * reverses what is missing on account of a dispute, and restores by disputes what is too much.
 *
 * Of 100 that were paid 30 are refunded, and a dispute of 100 is opened: 100 go back in all, of which
 * the refund has reversed 30, so the dispute reverses 70. The refund fails: the dispute reverses 30
 * more. The dispute is won: nothing goes back, and it restores its 100.
 *
 * The subscription, if any, and the payment are locked.
 */
export async function rebalanceDisputes(
  context: StoreTx,
  payment: TransactionRow,
): Promise<TransactionRow> {
  if (payment.dispute === null) return payment;
  const { tx } = context;
  const reversals = await readReversals(tx, payment);
  const refunded_minor = reversals.refunds.reduce((sum, { total_minor }) => sum + total_minor, 0);
  const goes_back_minor = Math.min(payment.total_minor, refunded_minor + payment.disputed_minor);
  const missing_minor = goes_back_minor - reversals.reversed_minor;
  if (missing_minor > 0) await reverseMissing(context, payment, reversals, missing_minor);
  if (missing_minor < 0) await restoreExcess(context, payment, reversals, -missing_minor);
  await rebalanceDebt(context, payment, refunded_minor);
  issueForDisputes(context, payment, await listDisputesOf(tx, payment.transaction_id));
  return showNewestDispute(context, payment);
}

/** The newest dispute reverses what no refund or earlier dispute has: 70 in the example. */
async function reverseMissing(
  context: StoreTx,
  payment: TransactionRow,
  reversals: Reversals,
  missing_minor: number,
): Promise<void> {
  const dispute = reversals.disputes.at(-1);
  if (!dispute) return;
  const options = { of: dispute.reference, reversed: reversals };
  const change = await reversePayment(context.tx, payment, missing_minor, options);
  await saveReversal(context, payment, { dispute, change, reversals });
}

/** Disputes restore what they have reversed too much, those that were won first. */
async function restoreExcess(
  context: StoreTx,
  payment: TransactionRow,
  reversals: Reversals,
  excess_minor: number,
): Promise<void> {
  const { transaction_id } = payment;
  let left = excess_minor;
  for (const dispute of reversals.disputes.toSorted(wonFirst)) {
    if (left <= 0) break;
    const reversal = restorablePart(dispute, left);
    const of = dispute.reference;
    const withheld_minor = await undoReversal(context.tx, payment, { of, reversal });
    await saveReversal(context, payment, { dispute, change: opposite(reversal), reversals });
    await returnWithheld(context, transaction_id, withheld_minor);
    left -= reversedMinor(reversal);
  }
}

/**
 * What the customer has got back beyond what they paid is owed: of 100 that were paid, 40 were
 * refunded, and a dispute of 100 is lost. They have got 140, and owe 40. That is theirs again if the
 * refund fails after all, or the dispute is won.
 */
async function rebalanceDebt(
  context: StoreTx,
  payment: TransactionRow,
  refunded_minor: number,
): Promise<void> {
  const { tx } = context;
  const { total_minor } = payment;
  const disputes = await listDisputesOf(tx, payment.transaction_id);
  const lost = disputes.filter(({ status }) => status === 'lost');
  const lost_minor = lost.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  let left = Math.max(0, refunded_minor + lost_minor - total_minor);
  for (const dispute of [...lost, ...disputes.filter(({ status }) => status !== 'lost')]) {
    const most = dispute.status === 'lost' ? dispute.amount_minor : 0;
    const excess_minor = Math.min(left, most);
    left -= excess_minor;
    const change_minor = excess_minor - dispute.excess_minor;
    if (change_minor === 0) continue;
    await saveDispute(tx, { ...dispute, excess_minor });
    await takeFromBalance(context, payment, change_minor);
  }
}

const wonFirst = (a: DisputeRow, b: DisputeRow): number =>
  Number(b.status === 'won') - Number(a.status === 'won');

/**
 * What was reversed last is restored first: the price, then credit, then a debt. A dispute has
 * reversed a price of 40, credit of 20 and a debt of 10; of 50 that are restored, 40 are price and
 * 10 credit.
 */
function restorablePart(reversed: Reversal, amount_minor: number): Reversal {
  const rest_minor = Math.min(amount_minor, reversed.rest_minor);
  const credit_minor = Math.min(amount_minor - rest_minor, reversed.credit_minor);
  const debt_minor = Math.min(amount_minor - rest_minor - credit_minor, reversed.debt_minor);
  return { credit_minor, debt_minor, rest_minor };
}

const opposite = ({ credit_minor, debt_minor, rest_minor }: Reversal): Reversal => ({
  credit_minor: -credit_minor,
  debt_minor: -debt_minor,
  rest_minor: -rest_minor,
});

interface Change {
  dispute: DisputeRow;
  /** What it has reversed more; below 0: what it has restored. */
  change: Reversal;
  /** Before the change: reversing credit does not change how much has ever become credit. */
  reversals: Reversals;
}

/** Keeps with a dispute what it has reversed, with its tax, and moves the customer's balance. */
async function saveReversal(
  context: StoreTx,
  payment: TransactionRow,
  { dispute, change, reversals }: Change,
): Promise<void> {
  const { tx, now } = context;
  const { credited_minor } = reversedSoFar(payment, reversals);
  const { refunds, disputes } = await readReversals(tx, payment);
  const others = disputes.filter(({ reference }) => reference !== dispute.reference);
  const rest_minor = dispute.rest_minor + change.rest_minor;
  const rows = [...refunds, ...others].map(parseRows);
  const after: DisputeRow = {
    ...dispute,
    credit_minor: dispute.credit_minor + change.credit_minor,
    debt_minor: dispute.debt_minor + change.debt_minor,
    rest_minor,
    tax_rows: JSON.stringify(taxGivenBack(payment, rest_minor, { rows, credited_minor }).rows),
  };
  await saveDispute(tx, after);
  countDisputeTaxes(context, dispute, after);
  const where = { transaction: payment, currency: payment.currency, created_at: now };
  await post(context, where, disputeEntries(dispute, after));
  const from_balance_minor = change.credit_minor + change.debt_minor;
  if (from_balance_minor !== 0) await takeFromBalance(context, payment, from_balance_minor);
}

/** Takes an amount from the customer's balance; below 0, gives it back to them. */
async function takeFromBalance(
  context: StoreTx,
  payment: TransactionRow,
  amount_minor: number,
): Promise<void> {
  const { tx, now } = context;
  const { customer_id, currency } = payment;
  await changeBalance(tx, { customer_id, currency, change_minor: -amount_minor, now });
  const where = { transaction: payment, currency, created_at: now };
  await post(context, where, reversedBalanceEntries(amount_minor));
}

/** The payment shows its open dispute; if there is none, the lost one; else the last. */
export async function showNewestDispute(
  { tx }: StoreTx,
  payment: TransactionRow,
): Promise<TransactionRow> {
  const all = await listDisputesOf(tx, payment.transaction_id);
  const shown = newestDispute(all);
  assert(shown, 'it has a dispute');
  const standing = all.filter(({ status }) => status !== 'won');
  const disputed = withPaidStatus({
    ...payment,
    disputed_minor: standing.reduce((sum, one) => sum + one.amount_minor, 0),
    dispute: JSON.stringify(shownDispute(shown)),
  });
  await saveDisputed(tx, disputed);
  return disputed;
}
