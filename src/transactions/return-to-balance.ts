import { newId } from '../core/ids.ts';
import type { StoreTx } from '../operation/work.ts';
import { openTransaction } from './open-transaction.ts';
import { settleTransaction } from './settle-transaction.ts';
import { firstAttemptAt, pending_defaults, type TransactionRow } from './transaction.rules.ts';

type Whose = Pick<
  TransactionRow,
  'customer_id' | 'product_id' | 'subscription_id' | 'quantity' | 'currency' | 'metadata'
>;

/** Gives a customer credit instead of a refund, as a paid transaction of 0 with its lines. */
export async function returnToBalance(
  inside: StoreTx,
  whose: Whose,
  { description, amount_minor }: { description: string; amount_minor: number },
): Promise<void> {
  const { tx, now } = inside;
  const { customer_id, product_id, subscription_id, quantity, currency, metadata } = whose;
  const lines = [
    { description, quantity, amount_minor: -amount_minor },
    { description: 'Added to the balance', quantity: 1, amount_minor },
  ];
  const transaction: TransactionRow = {
    ...pending_defaults,
    ...{ customer_id, product_id, subscription_id, quantity, currency, metadata },
    transaction_id: newId('txn', now),
    type: 'plan_change',
    checkout_session_id: null,
    subtotal_minor: -amount_minor,
    discount_minor: 0,
    tax_minor: 0,
    balance_change_minor: amount_minor,
    total_minor: 0,
    lines: JSON.stringify(lines),
    request_key: null,
    next_attempt_at: firstAttemptAt(now),
    created_at: now,
  };
  await openTransaction(tx, transaction);
  await settleTransaction(inside, transaction, { status: 'paid' });
}
