import { newId } from '../../platform/core/ids.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { lockProvider } from '../money/payments/provider-connection.sql.ts';
import { findUsableCard } from '../money/payments/usable-card.ts';
import { openTransaction } from '../money/transactions/open-transaction.ts';
import {
  firstAttemptAt,
  pending_defaults,
} from '../money/transactions/pending-transaction.rules.ts';
import { hasDebtCharge } from '../money/transactions/subscription-payments.sql.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { billWithBalance, NO_CHARGE } from './bill.rules.ts';
import { chargeableIn } from './chargeable-in.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/**
 * Opens a charge for what a customer owes, before a subscription ends. Returns undefined when
 * nothing is owed, it is too little to be charged, there is no card, it was already tried, or the
 * provider was disconnected meanwhile: then the debt stays on the balance. While charges are held it
 * waits, and a job charges it afterwards.
 */
export async function beginDebtCharge(
  context: StoreTx,
  row: SubscriptionRow,
  request_key: string | null,
): Promise<TransactionRow | undefined> {
  const { tx, now } = context;
  const bill = billWithBalance(NO_CHARGE, row, chargeableIn(context, row));
  if (bill.total_minor === 0 || row.balance_minor >= 0) return undefined;
  const method = await findUsableCard(context, tx, row.customer_id);
  const { subscription_id, customer_id, currency } = row;
  if (!method || (await hasDebtCharge(tx, { subscription_id, since: row.paid_since }))) {
    return undefined;
  }
  if (!(await lockProvider(tx, method.provider))) return undefined;
  const transaction: TransactionRow = {
    ...pending_defaults,
    ...method,
    transaction_id: newId('txn', now),
    type: 'plan_change',
    customer_id,
    product_id: row.plan_id,
    subscription_id,
    checkout_session_id: null,
    quantity: row.quantity,
    subtotal_minor: bill.subtotal_minor,
    discount_minor: 0,
    tax_minor: 0,
    balance_change_minor: bill.balance_change_minor,
    total_minor: bill.total_minor,
    currency,
    lines: JSON.stringify(bill.lines),
    metadata: row.metadata,
    request_key,
    next_attempt_at: firstAttemptAt(now),
    created_at: now,
  };
  await openTransaction(tx, transaction);
  return transaction;
}
