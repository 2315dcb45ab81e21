import type { Tx } from '../../../platform/db/database.ts';
import type { DisputeRow } from './dispute.rules.ts';
import { listDisputesOf } from './dispute.sql.ts';
import {
  afterReversal,
  afterUndoneInChange,
  afterUndoneReversal,
  afterUndoneUnnamed,
  type CountingChange,
  type PaidPeriod,
  paidBackAtEndMinor,
  unnamedRefundsMinor,
} from './period-refunds.rules.ts';
import { listRefundReversals, type StandingRefund } from './refund.sql.ts';
import {
  changeCredited,
  findPaidPeriod,
  listCountingChanges,
  saveEffect,
  savePaidPeriod,
} from './subscription-payments.sql.ts';
import { parseRows, type ReversedSoFar } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

/** What is reversed of what a payment has brought a customer, when its money goes back to them. */
export interface Reversal {
  /** Credit that was made of the same money. */
  credit_minor: number;
  /** A debt that this money had paid. */
  debt_minor: number;
  /** The rest is the price: so much less was paid for the current period. */
  rest_minor: number;
}

/** What a refund has reversed, as it is kept with it. */
export interface RefundReversal extends Reversal {
  /** It came with the end of the subscription: what a card refuses goes to the balance. */
  is_of_cancel: boolean;
}

export function parseReversal({
  effect,
  total_minor,
}: Pick<TransactionRow, 'effect' | 'total_minor'>): RefundReversal {
  const kept: Partial<RefundReversal> = JSON.parse(effect ?? '{}');
  const { credit_minor = 0, debt_minor = 0, is_of_cancel = false } = kept;
  const rest = kept.rest_minor ?? total_minor - credit_minor - debt_minor;
  return { credit_minor, debt_minor, rest_minor: rest, is_of_cancel };
}

export const reversedMinor = ({ credit_minor, debt_minor, rest_minor }: Reversal): number =>
  credit_minor + debt_minor + rest_minor;

/** What goes back of a payment: by refunds that are made or under way, and by disputes. */
export interface Reversals {
  refunds: StandingRefund[];
  disputes: DisputeRow[];
  /** How much they have reversed, and how much of that was a debt, or credit. */
  reversed_minor: number;
  debt_minor: number;
  credit_minor: number;
}

export async function readReversals(tx: Tx, payment: TransactionRow): Promise<Reversals> {
  const { transaction_id } = payment;
  const refunds = await listRefundReversals(tx, transaction_id);
  const disputes = payment.dispute === null ? [] : await listDisputesOf(tx, transaction_id);
  const all: Reversal[] = [...refunds.map(parseReversal), ...disputes];
  return {
    refunds,
    disputes,
    reversed_minor: all.reduce((sum, reversal) => sum + reversedMinor(reversal), 0),
    debt_minor: all.reduce((sum, { debt_minor }) => sum + debt_minor, 0),
    credit_minor: all.reduce((sum, { credit_minor }) => sum + credit_minor, 0),
  };
}

/** What was reversed, by its taxes. The payment is as it was before anything more is reversed. */
export const reversedSoFar = (
  { credited_minor }: TransactionRow,
  { refunds, disputes, credit_minor }: Pick<Reversals, 'refunds' | 'disputes' | 'credit_minor'>,
): ReversedSoFar => ({
  rows: [...refunds, ...disputes].map(parseRows),
  credited_minor: credited_minor + credit_minor,
});

/**
 * Reverses what an amount of a payment has brought the customer. The price goes back before a debt
 * that was paid with it, and of the price, what has become credit goes back first.
 *
 * A payment of 120 has paid a price of 100 and a debt of 20, and 30 of the price became credit when
 * a smaller plan was chosen. Of a refund of 110, 10 go beyond the price and are owed again, 30 are
 * taken from the credit, and 70 less are paid for the period.
 *
 * `reversed` is what stands already: a refund may have failed after later ones were made, and no
 * debt is owed again twice. `of` is the transaction of the refund, or the provider's name for the
 * dispute. The subscription, if any, and the payment are locked. The caller changes the balance by
 * the credit and the debt.
 */
export async function reversePayment(
  tx: Tx,
  payment: TransactionRow,
  amount_minor: number,
  { of, reversed }: { of: string; reversed: Pick<Reversals, 'reversed_minor' | 'debt_minor'> },
): Promise<Reversal> {
  const reversal = splitAmount(payment, amount_minor, reversed);
  const { credit_minor, rest_minor } = reversal;
  const { transaction_id: payment_id, created_at: paid_at } = payment;
  if (credit_minor > 0) {
    await changeCredited(tx, { transaction_id: payment_id, amount_minor: -credit_minor });
  }
  const subscription_id = rest_minor > 0 ? paidSubscription(payment) : null;
  if (subscription_id === null) return reversal;
  const period = await findPaidPeriod(tx, subscription_id);
  const is_of_period = period && period.paid_since <= paid_at && period.end_refund === null;
  if (is_of_period) {
    const after = afterReversal(period, { of, payment_id, rest_minor });
    await savePaidPeriod(tx, subscription_id, after);
  }
  return reversal;
}

/** The parts of the example above: the debt is what goes beyond the price, the credit comes next. */
function splitAmount(
  { total_minor, balance_change_minor, credited_minor }: TransactionRow,
  amount_minor: number,
  { reversed_minor, debt_minor: owed_again }: Pick<Reversals, 'reversed_minor' | 'debt_minor'>,
): Reversal {
  const price_left = total_minor - balance_change_minor - (reversed_minor - owed_again);
  const debt_minor = balance_change_minor > 0 ? Math.max(0, amount_minor - price_left) : 0;
  const credit_minor = Math.min(amount_minor - debt_minor, credited_minor);
  return { credit_minor, debt_minor, rest_minor: amount_minor - debt_minor - credit_minor };
}

/**
 * The money did not go back after all, so the customer has again what was reversed: in the example
 * above the credit of 30, and 70 are paid for the period once more. A change of plan or a cancel may
 * have returned less meanwhile because of the 70. Returns how much was withheld so: the caller puts
 * that on the balance, and pays the debt.
 */
export async function undoReversal(
  tx: Tx,
  payment: TransactionRow,
  { of, reversal }: { of: string; reversal: Reversal },
): Promise<number> {
  const { transaction_id, created_at: paid_at } = payment;
  const { credit_minor, rest_minor } = reversal;
  if (credit_minor > 0) await changeCredited(tx, { transaction_id, amount_minor: credit_minor });
  const subscription_id = rest_minor > 0 ? paidSubscription(payment) : null;
  const before = subscription_id !== null && (await findPaidPeriod(tx, subscription_id));
  if (!before) return 0;
  const unnamed_minor = before.paid_since <= paid_at ? unnamedRefundsMinor(before) : 0;
  const in_period = afterUndoneReversal(before, { of, rest_minor });
  const changes = { subscription_id, since: paid_at };
  const in_changes = await undoInChanges(tx, changes, { of, ...in_period });
  const left_minor = Math.min(in_changes.left_minor, unnamed_minor);
  const after = afterUndoneUnnamed(in_changes.period, left_minor);
  await savePaidPeriod(tx, subscription_id, after);
  return in_changes.withheld_minor + paidBackAtEndMinor(after) - paidBackAtEndMinor(before);
}

/** Changes of plan that have counted the reversal count it no more, the newest first. */
async function undoInChanges(
  tx: Tx,
  changes: { subscription_id: string; since: number },
  { of, period, left_minor }: { of: string; period: PaidPeriod; left_minor: number },
): Promise<{ period: PaidPeriod; left_minor: number; withheld_minor: number }> {
  let sums = { period, left_minor, withheld_minor: 0 };
  const counting = left_minor > 0 ? await listCountingChanges(tx, changes) : [];
  for (const { transaction_id, effect } of counting) {
    const change: CountingChange = JSON.parse(effect);
    const failed = { of, rest_minor: sums.left_minor };
    const after = afterUndoneInChange(sums.period, change, failed);
    sums = { ...after, withheld_minor: sums.withheld_minor + after.withheld_minor };
    await saveEffect(tx, { transaction_id, effect: JSON.stringify(after.change) });
  }
  return sums;
}

/** The subscription whose period was paid with it. What an abandoned charge brought counts for none. */
const paidSubscription = ({ subscription_id, give_back_minor }: TransactionRow): string | null =>
  give_back_minor === null ? subscription_id : null;
