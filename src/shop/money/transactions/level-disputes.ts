import assert from 'node:assert/strict';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { changeBalance } from '../../customers/balance.sql.ts';
import { countDisputeTaxes } from './count-taxes.ts';
import { type DisputeRow, newestDispute, shownDispute } from './dispute.rules.ts';
import { listDisputesOf, saveDispute, saveDisputed } from './dispute.sql.ts';
import { issueForDisputes } from './issue-for.ts';
import { disputeEntries, takenBackEntries } from './ledger.rules.ts';
import { returnHeld } from './return-held.ts';
import { post } from './settle-transaction.ts';
import {
  giveAgain,
  goneBack,
  standingOf,
  sumTaken,
  type TakenBack,
  takeBack,
} from './take-back.ts';
import { parseRows, taxGivenBack } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { withPaidStatus } from './transaction-status.rules.ts';

/**
 * What goes back of a payment by refunds and disputes takes back what it has brought the customer:
 * all of it, and never more than was paid, whatever fails, is won or lost, in any order. What is
 * missing is taken on account of a dispute, and what is too much is given again by one. The
 * subscription, if any, and the payment are locked.
 */
export async function levelDisputes(
  inside: StoreTx,
  payment: TransactionRow,
): Promise<TransactionRow> {
  if (payment.dispute === null) return payment;
  const { tx } = inside;
  const standing = await standingOf(tx, payment);
  const { refunds, disputes, taken_minor } = standing;
  // Taking credit back does not change how much has ever become credit.
  const { credited_minor } = goneBack(payment, standing);
  const save = (dispute: DisputeRow, taken: TakenBack, sign: 1 | -1) =>
    saveTaken(inside, payment, { dispute, taken, sign, credited_minor });
  const refunded = refunds.reduce((sum, one) => sum + one.total_minor, 0);
  const goes_back = Math.min(payment.total_minor, refunded + payment.disputed_minor);
  const newest = disputes.at(-1);
  if (taken_minor < goes_back && newest) {
    const account = { ...standing, of: newest.reference };
    const taken = await takeBack(tx, payment, goes_back - taken_minor, account);
    await save(newest, taken, 1);
  }
  let too_much = taken_minor - goes_back;
  for (const dispute of disputes.toSorted(wonFirst)) {
    if (too_much <= 0) break;
    const given = partOf(dispute, too_much);
    const held_minor = await giveAgain(tx, payment, given, { of: dispute.reference });
    await save(dispute, given, -1);
    await returnHeld(inside, payment.transaction_id, held_minor);
    too_much -= sumTaken(given);
  }
  await levelExcess(inside, payment, refunded);
  issueForDisputes(inside, payment, await listDisputesOf(tx, payment.transaction_id));
  return showNewestDispute(inside, payment);
}

/**
 * What the customer has got back beyond what they paid is owed: of 100 that were paid, 40 were
 * refunded, and a dispute of 100 is lost: 40. It is theirs again if the refund fails after all, or
 * the dispute is won.
 */
async function levelExcess(
  inside: StoreTx,
  payment: TransactionRow,
  refunded_minor: number,
): Promise<void> {
  const { tx, now } = inside;
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
    await post(inside, where, takenBackEntries(change_minor));
  }
}

const wonFirst = (a: DisputeRow, b: DisputeRow): number =>
  Number(b.status === 'won') - Number(a.status === 'won');

/** What was taken last is given first. */
function partOf(taken: TakenBack, amount_minor: number): TakenBack {
  const rest_minor = Math.min(amount_minor, taken.rest_minor);
  const credit_minor = Math.min(amount_minor - rest_minor, taken.credit_minor);
  const debt_minor = Math.min(amount_minor - rest_minor - credit_minor, taken.debt_minor);
  return { rest_minor, credit_minor, debt_minor };
}

interface Change {
  dispute: DisputeRow;
  taken: TakenBack;
  sign: 1 | -1;
  credited_minor: number;
}

async function saveTaken(
  inside: StoreTx,
  payment: TransactionRow,
  { dispute, taken, sign, credited_minor }: Change,
): Promise<void> {
  const { tx, now } = inside;
  const { customer_id, currency } = payment;
  const { refunds, disputes } = await standingOf(tx, payment);
  const others = disputes.filter(({ reference }) => reference !== dispute.reference);
  const rest_minor = dispute.rest_minor + sign * taken.rest_minor;
  const rows = [...refunds, ...others].map(parseRows);
  const after: DisputeRow = {
    ...dispute,
    credit_minor: dispute.credit_minor + sign * taken.credit_minor,
    debt_minor: dispute.debt_minor + sign * taken.debt_minor,
    rest_minor,
    tax_rows: JSON.stringify(taxGivenBack(payment, rest_minor, { rows, credited_minor }).rows),
  };
  await saveDispute(tx, after);
  countDisputeTaxes(inside, dispute, after);
  const where = { transaction: payment, currency, created_at: now };
  await post(inside, where, disputeEntries(dispute, after));
  const from_balance = sign * (taken.credit_minor + taken.debt_minor);
  if (from_balance === 0) return;
  await changeBalance(tx, { customer_id, currency, change_minor: -from_balance, now });
  await post(inside, where, takenBackEntries(from_balance));
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
