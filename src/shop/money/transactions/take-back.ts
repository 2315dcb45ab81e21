import type { Tx } from '../../../platform/db/database.ts';
import type { DisputeRow } from './dispute.rules.ts';
import { listDisputesOf } from './dispute.sql.ts';
import {
  afterGiving,
  afterGivingLate,
  afterGivingUnnamed,
  afterTaking,
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
import { type GoneBack, parseRows } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

/** What is taken back from a customer when the money of a payment goes back to them. */
export interface TakenBack {
  /** Credit that was made of the same money. */
  credit_minor: number;
  /** A debt that this money had paid. */
  debt_minor: number;
  /** The rest: so much less was paid for the current period. */
  rest_minor: number;
}

/** The same of a refund, as it is kept with it. */
export interface TakenByRefund extends TakenBack {
  /** It came with the end of the subscription: what a card refuses goes to the balance. */
  is_of_cancel: boolean;
}

export function parseTakenBack({
  effect,
  total_minor,
}: Pick<TransactionRow, 'effect' | 'total_minor'>): TakenByRefund {
  const kept: Partial<TakenByRefund> = JSON.parse(effect ?? '{}');
  const { credit_minor = 0, debt_minor = 0, is_of_cancel = false } = kept;
  const rest = kept.rest_minor ?? total_minor - credit_minor - debt_minor;
  return { credit_minor, debt_minor, rest_minor: rest, is_of_cancel };
}

export const sumTaken = ({ credit_minor, debt_minor, rest_minor }: TakenBack): number =>
  credit_minor + debt_minor + rest_minor;

/** What goes back of a payment: by refunds that are made or under way, and by disputes. */
export interface Standing {
  refunds: StandingRefund[];
  disputes: DisputeRow[];
  taken_minor: number;
  debt_minor: number;
  credit_minor: number;
}

export async function standingOf(tx: Tx, payment: TransactionRow): Promise<Standing> {
  const { transaction_id } = payment;
  const refunds = await standingRefunds(tx, transaction_id);
  const disputes = payment.dispute === null ? [] : await listDisputesOf(tx, transaction_id);
  const all = [...refunds.map(parseTakenBack), ...disputes];
  return {
    refunds,
    disputes,
    taken_minor: all.reduce((sum, one) => sum + sumTaken(one), 0),
    debt_minor: all.reduce((sum, one) => sum + one.debt_minor, 0),
    credit_minor: all.reduce((sum, one) => sum + one.credit_minor, 0),
  };
}

/** The same by its taxes. The payment is as it was before anything more is taken back. */
export const goneBack = (
  { credited_minor }: TransactionRow,
  { refunds, disputes, credit_minor }: Pick<Standing, 'refunds' | 'disputes' | 'credit_minor'>,
): GoneBack => ({
  rows: [...refunds, ...disputes].map(parseRows),
  credited_minor: credited_minor + credit_minor,
});

/** On whose account: the transaction of the refund, or the provider's name for the dispute. */
interface TakenFor {
  of: string;
}

/**
 * Takes back what an amount of a payment has brought the customer: credit that was made of the
 * same money first; the price next, and what goes beyond it had paid a debt, which is owed again.
 * Counted from what stands: a refund may have failed after later ones were made, and no debt is
 * owed again twice. The subscription, if any, and the payment are locked. The caller changes the
 * balance by the credit and the debt.
 */
export async function takeBack(
  tx: Tx,
  payment: TransactionRow,
  amount_minor: number,
  {
    taken_minor,
    debt_minor: owed_again,
    of,
  }: Pick<Standing, 'taken_minor' | 'debt_minor'> & TakenFor,
): Promise<TakenBack> {
  const { total_minor, balance_change_minor } = payment;
  const price_left = total_minor - balance_change_minor - (taken_minor - owed_again);
  const debt_minor = balance_change_minor > 0 ? Math.max(0, amount_minor - price_left) : 0;
  const credit_minor = Math.min(amount_minor - debt_minor, payment.credited_minor);
  const rest_minor = amount_minor - debt_minor - credit_minor;
  const taken = { credit_minor, debt_minor, rest_minor };
  const { transaction_id: payment_id, created_at: paid_at } = payment;
  if (credit_minor > 0) {
    await changeCredited(tx, { transaction_id: payment_id, amount_minor: -credit_minor });
  }
  const subscription_id = rest_minor > 0 ? paidSubscription(payment) : null;
  const period = subscription_id !== null && (await findPaidPeriod(tx, subscription_id));
  const is_of_period = period && period.paid_since <= paid_at && period.end_refund === null;
  if (is_of_period) {
    await savePaidPeriod(tx, subscription_id, afterTaking(period, { of, payment_id, rest_minor }));
  }
  return taken;
}

/**
 * The customer has it again, because the money did not go back after all. Returns what changes of
 * plan and a cancel have held back meanwhile because of it: the caller returns that to the balance.
 */
export async function giveAgain(
  tx: Tx,
  payment: TransactionRow,
  { credit_minor, rest_minor }: TakenBack,
  { of }: TakenFor,
): Promise<number> {
  const { transaction_id, created_at: paid_at } = payment;
  if (credit_minor > 0) await changeCredited(tx, { transaction_id, amount_minor: credit_minor });
  const subscription_id = rest_minor > 0 ? paidSubscription(payment) : null;
  const found = subscription_id !== null && (await findPaidPeriod(tx, subscription_id));
  if (!found) return 0;
  const unnamed_minor = found.paid_since <= paid_at ? unnamedMinor(found) : 0;
  const named = afterGiving(found, { of, rest_minor });
  const late = await giveLate(tx, { subscription_id, since: paid_at }, { of, ...named });
  const period = afterGivingUnnamed(late.period, Math.min(late.left_minor, unnamed_minor));
  await savePaidPeriod(tx, subscription_id, period);
  return late.held_minor + endReturnsMinor(period) - endReturnsMinor(found);
}

/** What changes of plan have counted by now is taken out of them. */
async function giveLate(
  tx: Tx,
  changes: { subscription_id: string; since: number },
  { of, period, left_minor }: { of: string; period: PaidPeriod; left_minor: number },
) {
  let given = { period, left_minor, held_minor: 0 };
  const found = left_minor > 0 ? await listCountingChanges(tx, changes) : [];
  for (const { transaction_id, effect } of found) {
    const change: CountingChange = JSON.parse(effect);
    const late = afterGivingLate(given.period, change, { of, rest_minor: given.left_minor });
    given = { ...late, held_minor: given.held_minor + late.held_minor };
    await saveEffect(tx, { transaction_id, effect: JSON.stringify(late.change) });
  }
  return given;
}

/** Whose period was paid with it. What a charge brought that was left behind counts for none. */
const paidSubscription = ({ subscription_id, give_back_minor }: TransactionRow): string | null =>
  give_back_minor === null ? subscription_id : null;
