import type { Tx } from '../../../platform/db/database.ts';
import type { DisputeRow } from './dispute.rules.ts';
import { listDisputesOf } from './dispute.sql.ts';
import {
  afterReversal,
  afterUndoing,
  afterUndoingInChange,
  afterUndoingUnnamed,
  type CountingChange,
  endReturnsMinor,
  type PaidPeriod,
  unnamedMinor,
} from './period-refunds.rules.ts';
import { type StandingRefund, standingRefunds } from './refund.sql.ts';
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
  /** The rest: so much less was paid for the current period. */
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
export interface Standing {
  refunds: StandingRefund[];
  disputes: DisputeRow[];
  /** How much of what it has brought is reversed, and what of that was a debt, or credit. */
  reversed_minor: number;
  debt_minor: number;
  credit_minor: number;
}

export async function standingOf(tx: Tx, payment: TransactionRow): Promise<Standing> {
  const { transaction_id } = payment;
  const refunds = await standingRefunds(tx, transaction_id);
  const disputes = payment.dispute === null ? [] : await listDisputesOf(tx, transaction_id);
  const all = [...refunds.map(parseReversal), ...disputes];
  return {
    refunds,
    disputes,
    reversed_minor: all.reduce((sum, one) => sum + reversedMinor(one), 0),
    debt_minor: all.reduce((sum, one) => sum + one.debt_minor, 0),
    credit_minor: all.reduce((sum, one) => sum + one.credit_minor, 0),
  };
}

/** What was reversed by its taxes. The payment is as it was before anything more is reversed. */
export const reversedSoFar = (
  { credited_minor }: TransactionRow,
  { refunds, disputes, credit_minor }: Pick<Standing, 'refunds' | 'disputes' | 'credit_minor'>,
): ReversedSoFar => ({
  rows: [...refunds, ...disputes].map(parseRows),
  credited_minor: credited_minor + credit_minor,
});

/** On whose account: the transaction of the refund, or the provider's name for the dispute. */
interface ReversedBy {
  of: string;
}

/**
 * Reverses what an amount of a payment has brought the customer: credit that was made of the same
 * money first; the price next; what goes beyond it had paid a debt, which is owed again.
 *
 * A payment of 120 has paid a price of 100 and a debt of 20, and 30 of the price became credit when
 * a smaller plan was chosen. Of a refund of 110 are 10 a debt again, 30 are taken from the credit,
 * and for the period 70 less are paid.
 *
 * Counted from what stands: a refund may have failed after later ones were made, and no debt is
 * owed again twice. The subscription, if any, and the payment are locked. The caller changes the
 * balance by the credit and the debt.
 */
export async function reversePayment(
  tx: Tx,
  payment: TransactionRow,
  amount_minor: number,
  {
    reversed_minor,
    debt_minor: owed_again,
    of,
  }: Pick<Standing, 'reversed_minor' | 'debt_minor'> & ReversedBy,
): Promise<Reversal> {
  const { total_minor, balance_change_minor } = payment;
  const price_left = total_minor - balance_change_minor - (reversed_minor - owed_again);
  const debt_minor = balance_change_minor > 0 ? Math.max(0, amount_minor - price_left) : 0;
  const credit_minor = Math.min(amount_minor - debt_minor, payment.credited_minor);
  const rest_minor = amount_minor - debt_minor - credit_minor;
  const { transaction_id: payment_id, created_at: paid_at } = payment;
  if (credit_minor > 0) {
    await changeCredited(tx, { transaction_id: payment_id, amount_minor: -credit_minor });
  }
  const subscription_id = rest_minor > 0 ? paidSubscription(payment) : null;
  const period = subscription_id !== null && (await findPaidPeriod(tx, subscription_id));
  const is_of_period = period && period.paid_since <= paid_at && period.end_refund === null;
  if (is_of_period) {
    await savePaidPeriod(
      tx,
      subscription_id,
      afterReversal(period, { of, payment_id, rest_minor }),
    );
  }
  return { credit_minor, debt_minor, rest_minor };
}

/**
 * The money did not go back after all, so the customer has again what was reversed: in the example
 * above the credit of 30, and 70 are paid for the period once more. If a change of plan or a cancel
 * has given back less meanwhile because of the 70, what it held back is returned: the caller puts
 * that on the balance, and pays the debt.
 */
export async function undoReversal(
  tx: Tx,
  payment: TransactionRow,
  { credit_minor, rest_minor }: Reversal,
  { of }: ReversedBy,
): Promise<number> {
  const { transaction_id, created_at: paid_at } = payment;
  if (credit_minor > 0) await changeCredited(tx, { transaction_id, amount_minor: credit_minor });
  const subscription_id = rest_minor > 0 ? paidSubscription(payment) : null;
  const found = subscription_id !== null && (await findPaidPeriod(tx, subscription_id));
  if (!found) return 0;
  const unnamed_minor = found.paid_since <= paid_at ? unnamedMinor(found) : 0;
  const named = afterUndoing(found, { of, rest_minor });
  const late = await undoInChanges(tx, { subscription_id, since: paid_at }, { of, ...named });
  const period = afterUndoingUnnamed(late.period, Math.min(late.left_minor, unnamed_minor));
  await savePaidPeriod(tx, subscription_id, period);
  return late.held_minor + endReturnsMinor(period) - endReturnsMinor(found);
}

/** Changes of plan that have counted the reversal do so no more. */
async function undoInChanges(
  tx: Tx,
  changes: { subscription_id: string; since: number },
  { of, period, left_minor }: { of: string; period: PaidPeriod; left_minor: number },
) {
  let given = { period, left_minor, held_minor: 0 };
  const found = left_minor > 0 ? await listCountingChanges(tx, changes) : [];
  for (const { transaction_id, effect } of found) {
    const change: CountingChange = JSON.parse(effect);
    const late = afterUndoingInChange(given.period, change, { of, rest_minor: given.left_minor });
    given = { ...late, held_minor: given.held_minor + late.held_minor };
    await saveEffect(tx, { transaction_id, effect: JSON.stringify(late.change) });
  }
  return given;
}

/** Whose period was paid with it. What an abandoned charge brought counts for none. */
const paidSubscription = ({ subscription_id, give_back_minor }: TransactionRow): string | null =>
  give_back_minor === null ? subscription_id : null;
