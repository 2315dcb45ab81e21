import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { openTransaction } from './open-transaction.ts';
import { changeCredited, recordPeriodRefund } from './subscription-payments.sql.ts';
import {
  firstAttemptAt,
  parseLines,
  pending_defaults,
  type TransactionRow,
} from './transaction.rules.ts';
import { claimRefund, standingRefunds } from './transaction.sql.ts';

interface Refund {
  amount_minor: number;
  reason: string | null;
  request_key: string | null;
  now: number;
  /** It comes with the end of the subscription: what a card refuses goes to the balance. */
  is_of_cancel?: boolean;
  /** False: it was not paid for the current period, so that nothing is counted against that. */
  is_of_period?: boolean;
}

/** What a refund takes back from the balance, as it is kept with it. */
export interface TakenBack {
  /** Credit that was made of the same money. */
  credit_minor: number;
  /** A debt that this money had paid. */
  debt_minor: number;
  is_of_cancel: boolean;
  is_of_period: boolean;
}

/**
 * The intent to refund a part of a payment; undefined when so much is not left of it. Credit that
 * was made of the same money is taken back first; what had paid a debt is owed again; the rest
 * counts against what a later change of the subscription would give back. The subscription, if
 * any, and the payment are locked.
 */
export async function beginRefund(
  tx: Tx,
  original: TransactionRow,
  { amount_minor, reason, request_key, now, is_of_cancel = false, is_of_period = true }: Refund,
): Promise<TransactionRow | undefined> {
  const { transaction_id, subscription_id } = original;
  if ((await claimRefund(tx, { transaction_id, amount_minor })) === 0) return undefined;
  const debt_minor = is_of_cancel ? 0 : await debtIn(tx, original, amount_minor);
  const credit_minor = is_of_cancel
    ? 0
    : Math.min(amount_minor - debt_minor, original.credited_minor);
  const taken: TakenBack = { credit_minor, debt_minor, is_of_cancel, is_of_period };
  await applyRefund(tx, original, { amount_minor, taken, sign: 1 });
  const [first] = parseLines(original);
  const description = `Refund: ${first?.description ?? 'Purchase'}`;
  const refund: TransactionRow = {
    ...pending_defaults,
    transaction_id: newId('txn', now),
    type: 'refund',
    customer_id: original.customer_id,
    product_id: original.product_id,
    subscription_id,
    checkout_session_id: original.checkout_session_id,
    refunded_transaction_id: transaction_id,
    quantity: original.quantity,
    subtotal_minor: amount_minor,
    discount_minor: 0,
    tax_minor: 0,
    balance_change_minor: 0 - credit_minor - debt_minor,
    total_minor: amount_minor,
    currency: original.currency,
    lines: JSON.stringify([{ description, quantity: 1, amount_minor }]),
    provider: original.provider,
    card_brand: original.card_brand,
    card_last_four: original.card_last_four,
    reason,
    metadata: original.metadata,
    request_key,
    effect: JSON.stringify(taken),
    next_attempt_at: firstAttemptAt(now),
    created_at: now,
  };
  await openTransaction(tx, refund);
  return refund;
}

/**
 * The price is given back first; what goes beyond it had paid a debt. Counted from the refunds that
 * stand: one may have failed after later ones were made, and no debt is owed again twice.
 */
async function debtIn(tx: Tx, original: TransactionRow, amount_minor: number): Promise<number> {
  const { transaction_id, total_minor, refunding_minor, balance_change_minor } = original;
  if (balance_change_minor <= 0) return 0;
  const standing = await standingRefunds(tx, transaction_id);
  const owed_again = standing.reduce((sum, one) => sum + parseTakenBack(one).debt_minor, 0);
  const price_left = total_minor - balance_change_minor - (refunding_minor - owed_again);
  return Math.max(0, amount_minor - price_left);
}

export const parseTakenBack = ({ effect }: Pick<TransactionRow, 'effect'>): TakenBack => ({
  credit_minor: 0,
  debt_minor: 0,
  is_of_cancel: false,
  is_of_period: true,
  ...JSON.parse(effect ?? '{}'),
});

/** What a refund takes from credit and from the rest of the period, or gives again (sign -1). */
export async function applyRefund(
  tx: Tx,
  original: TransactionRow,
  refund: { amount_minor: number; taken: TakenBack; sign: 1 | -1 },
): Promise<void> {
  const { taken, sign } = refund;
  const { transaction_id, subscription_id, created_at: paid_at } = original;
  if (taken.credit_minor > 0) {
    await changeCredited(tx, { transaction_id, amount_minor: -sign * taken.credit_minor });
  }
  const from_rest = refund.amount_minor - taken.credit_minor - taken.debt_minor;
  if (subscription_id === null || from_rest === 0 || !taken.is_of_period) return;
  await recordPeriodRefund(tx, { subscription_id, paid_at, amount_minor: sign * from_rest });
}
