import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { openTransaction } from './open-transaction.ts';
import { firstAttemptAt, linesOf, new_pending, type TransactionRow } from './transaction.rules.ts';
import { changeCredited, claimRefund, refundRest } from './transaction.sql.ts';

interface Refund {
  amount_minor: number;
  reason: string | null;
  request_key: string | null;
  now: number;
  /** What is refunded is not what went to the balance, so that stays there. */
  keeps_credit?: boolean;
}

/**
 * The intent to refund a part of a payment; undefined when so much is not left of it. Credit that
 * was made of the same money is taken back first; the rest counts against what a later change of
 * the subscription would give back. The subscription, if any, and the payment are locked.
 */
export async function beginRefund(
  tx: Tx,
  original: TransactionRow,
  { amount_minor, reason, request_key, now, keeps_credit = false }: Refund,
): Promise<TransactionRow | undefined> {
  const { transaction_id, subscription_id } = original;
  if ((await claimRefund(tx, { transaction_id, amount_minor })) === 0) return undefined;
  const taken_back = keeps_credit ? 0 : Math.min(amount_minor, original.credited_minor);
  await moveRefund(tx, original, { amount_minor, taken_back });
  const [first] = linesOf(original);
  const line = {
    description: `Refund: ${first?.description ?? 'Purchase'}`,
    quantity: 1,
    amount_minor,
  };
  const refund: TransactionRow = {
    ...new_pending,
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
    balance_change_minor: taken_back === 0 ? 0 : -taken_back,
    total_minor: amount_minor,
    currency: original.currency,
    lines: JSON.stringify([line]),
    card_brand: original.card_brand,
    card_last_four: original.card_last_four,
    reason,
    metadata: original.metadata,
    request_key,
    next_attempt_at: firstAttemptAt(now),
    created_at: now,
  };
  await openTransaction(tx, refund);
  return refund;
}

/** What a refund takes from credit and from the rest of the period; negative: gives it again. */
export async function moveRefund(
  tx: Tx,
  original: TransactionRow,
  { amount_minor, taken_back }: { amount_minor: number; taken_back: number },
): Promise<void> {
  const { transaction_id, subscription_id, created_at: paid_at } = original;
  if (taken_back !== 0) await changeCredited(tx, { transaction_id, amount_minor: -taken_back });
  const from_rest = amount_minor - taken_back;
  if (subscription_id === null || from_rest === 0) return;
  await refundRest(tx, { subscription_id, paid_at, amount_minor: from_rest });
}
