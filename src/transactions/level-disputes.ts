import { changeBalance } from '../customers/balance.sql.ts';
import type { StoreTx } from '../operation/work.ts';
import type { DisputeRow } from './dispute.rules.ts';
import { saveDispute } from './dispute.sql.ts';
import { takenBackEntries } from './ledger.rules.ts';
import { post } from './settle-transaction.ts';
import { giveAgain, standingOf, sumTaken, type TakenBack, takeBack } from './take-back.ts';
import type { TransactionRow } from './transaction.rules.ts';

/**
 * What goes back of a payment by refunds and disputes takes back what it has brought the customer:
 * all of it, and never more than was paid, whatever fails, is won or lost, in any order. What is
 * missing is taken on account of a dispute, and what is too much is given again by one. The
 * subscription, if any, and the payment are locked.
 */
export async function levelDisputes(inside: StoreTx, payment: TransactionRow): Promise<void> {
  if (payment.dispute === null) return;
  const { tx } = inside;
  const standing = await standingOf(tx, payment);
  const { refunds, disputes, taken_minor } = standing;
  const refunded = refunds.reduce((sum, one) => sum + one.total_minor, 0);
  const goes_back = Math.min(payment.total_minor, refunded + payment.disputed_minor);
  const newest = disputes.at(-1);
  if (taken_minor < goes_back && newest) {
    const taken = await takeBack(tx, payment, goes_back - taken_minor, standing);
    await saveTaken(inside, payment, newest, taken, 1);
  }
  let too_much = taken_minor - goes_back;
  for (const dispute of disputes.toSorted(wonFirst)) {
    if (too_much <= 0) break;
    const given = partOf(dispute, too_much);
    await giveAgain(tx, payment, given);
    await saveTaken(inside, payment, dispute, given, -1);
    too_much -= sumTaken(given);
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

async function saveTaken(
  { tx, now }: StoreTx,
  { transaction_id, customer_id, currency }: TransactionRow,
  dispute: DisputeRow,
  { credit_minor, debt_minor, rest_minor }: TakenBack,
  sign: 1 | -1,
): Promise<void> {
  await saveDispute(tx, {
    ...dispute,
    credit_minor: dispute.credit_minor + sign * credit_minor,
    debt_minor: dispute.debt_minor + sign * debt_minor,
    rest_minor: dispute.rest_minor + sign * rest_minor,
  });
  const from_balance = sign * (credit_minor + debt_minor);
  if (from_balance === 0) return;
  await changeBalance(tx, { customer_id, currency, change_minor: -from_balance, now });
  const where = { transaction_id, currency, created_at: now };
  await post(tx, where, takenBackEntries(from_balance));
}
