import assert from 'node:assert/strict';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { changeBalance } from '../../customers/balance.sql.ts';
import { countDisputeTaxes } from './count-taxes.ts';
import { type DisputeRow, newestDispute, shownDispute } from './dispute.rules.ts';
import { listDisputesOf, saveDispute, saveDisputed } from './dispute.sql.ts';
import { issueForDisputes } from './issue-for.ts';
import { disputeEntries, takenBackEntries } from './ledger.rules.ts';
import { returnHeld } from './return-held.ts';
import {
  type Reversal,
  reversedMinor,
  reversedSoFar,
  reversePayment,
  type Standing,
  standingOf,
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
  const standing = await standingOf(tx, payment);
  const refunded_minor = standing.refunds.reduce((sum, one) => sum + one.total_minor, 0);
  const goes_back = Math.min(payment.total_minor, refunded_minor + payment.disputed_minor);
  const missing_minor = goes_back - standing.reversed_minor;
  if (missing_minor > 0) await reverseMissing(context, payment, standing, missing_minor);
  if (missing_minor < 0) await restoreExcess(context, payment, standing, -missing_minor);
  await rebalanceDebt(context, payment, refunded_minor);
  issueForDisputes(context, payment, await listDisputesOf(tx, payment.transaction_id));
  return showNewestDispute(context, payment);
}

/** On account of the newest dispute. */
async function reverseMissing(
  context: StoreTx,
  payment: TransactionRow,
  standing: Standing,
  missing_minor: number,
): Promise<void> {
  const dispute = standing.disputes.at(-1);
  if (!dispute) return;
  const account = { ...standing, of: dispute.reference };
  const part = await reversePayment(context.tx, payment, missing_minor, account);
  await saveReversal(context, payment, { dispute, part, sign: 1, standing });
}

/** By the disputes that were won first. */
async function restoreExcess(
  context: StoreTx,
  payment: TransactionRow,
  standing: Standing,
  excess_minor: number,
): Promise<void> {
  const { transaction_id } = payment;
  let left = excess_minor;
  for (const dispute of standing.disputes.toSorted(wonFirst)) {
    if (left <= 0) break;
    const part = partOf(dispute, left);
    const of = dispute.reference;
    const held_minor = await undoReversal(context.tx, payment, part, { of });
    await saveReversal(context, payment, { dispute, part, sign: -1, standing });
    await returnHeld(context, transaction_id, held_minor);
    left -= reversedMinor(part);
  }
}

/**
 * What the customer has got back beyond what they paid is owed: of 100 that were paid, 40 were
 * refunded, and a dispute of 100 is lost: 40. It is theirs again if the refund fails after all, or
 * the dispute is won.
 */
async function rebalanceDebt(
  context: StoreTx,
  payment: TransactionRow,
  refunded_minor: number,
): Promise<void> {
  const { tx, now } = context;
  const { customer_id, currency, total_minor } = payment;
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
    await changeBalance(tx, { customer_id, currency, change_minor: -change_minor, now });
    const where = { transaction: payment, currency, created_at: now };
    await post(context, where, takenBackEntries(change_minor));
  }
}

const wonFirst = (a: DisputeRow, b: DisputeRow): number =>
  Number(b.status === 'won') - Number(a.status === 'won');

/** What was reversed last is restored first: the price, then credit, then a debt. */
function partOf(reversed: Reversal, amount_minor: number): Reversal {
  const rest_minor = Math.min(amount_minor, reversed.rest_minor);
  const credit_minor = Math.min(amount_minor - rest_minor, reversed.credit_minor);
  const debt_minor = Math.min(amount_minor - rest_minor - credit_minor, reversed.debt_minor);
  return { rest_minor, credit_minor, debt_minor };
}

interface Change {
  dispute: DisputeRow;
  part: Reversal;
  /** 1: it was reversed; -1: it was restored. */
  sign: 1 | -1;
  /** Before the change: reversing credit does not change how much has ever become credit. */
  standing: Standing;
}

/** Keeps with a dispute what it has reversed, with its tax, and moves the customer's balance. */
async function saveReversal(
  context: StoreTx,
  payment: TransactionRow,
  { dispute, part, sign, standing }: Change,
): Promise<void> {
  const { tx, now } = context;
  const { customer_id, currency } = payment;
  const { credited_minor } = reversedSoFar(payment, standing);
  const { refunds, disputes } = await standingOf(tx, payment);
  const others = disputes.filter(({ reference }) => reference !== dispute.reference);
  const rest_minor = dispute.rest_minor + sign * part.rest_minor;
  const rows = [...refunds, ...others].map(parseRows);
  const after: DisputeRow = {
    ...dispute,
    credit_minor: dispute.credit_minor + sign * part.credit_minor,
    debt_minor: dispute.debt_minor + sign * part.debt_minor,
    rest_minor,
    tax_rows: JSON.stringify(taxGivenBack(payment, rest_minor, { rows, credited_minor }).rows),
  };
  await saveDispute(tx, after);
  countDisputeTaxes(context, dispute, after);
  const where = { transaction: payment, currency, created_at: now };
  await post(context, where, disputeEntries(dispute, after));
  const from_balance = sign * (part.credit_minor + part.debt_minor);
  if (from_balance === 0) return;
  await changeBalance(tx, { customer_id, currency, change_minor: -from_balance, now });
  await post(context, where, takenBackEntries(from_balance));
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
