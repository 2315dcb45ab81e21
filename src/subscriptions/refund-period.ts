import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { beginRefund } from '../transactions/begin-refund.ts';
import { openTransaction } from '../transactions/open-transaction.ts';
import { postLedger } from '../transactions/post-ledger.ts';
import {
  new_pending,
  refundableMinor,
  type TransactionRow,
} from '../transactions/transaction.rules.ts';
import { creditFromPayments, lockPaymentsSince } from '../transactions/transaction.sql.ts';
import { givenBack, keptForRest, onBalance, restOf } from './bill.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/**
 * The intents to refund what was paid for the current period, whole or for its rest: to the cards
 * that paid it, the newest payment first, and to the balance what was paid from there.
 */
export async function refundPeriod(
  tx: Tx,
  row: SubscriptionRow,
  { how, now }: { how: 'prorated' | 'full'; now: number },
): Promise<TransactionRow[]> {
  const { subscription_id } = row;
  const payments = await lockPaymentsSince(tx, { subscription_id, since: row.paid_since });
  const paid_from_balance = payments.reduce((all, one) => all - one.balance_change_minor, 0);
  const refundable = payments.reduce((all, one) => all + refundableMinor(one), 0);
  const wanted =
    how === 'prorated' ? keptForRest(row, now) : refundable + Math.max(0, paid_from_balance);
  const refunds: TransactionRow[] = [];
  let left = wanted;
  for (const payment of payments) {
    // The rest of the period is none of what a change has put on the balance.
    const keeps_credit = how === 'prorated';
    const most = refundableMinor(payment) - (keeps_credit ? payment.credited_minor : 0);
    const amount_minor = Math.min(left, most);
    if (amount_minor <= 0) continue;
    const terms = { amount_minor, reason: 'canceled', request_key: null, now, keeps_credit };
    const refund = await beginRefund(tx, payment, terms);
    if (!refund) continue;
    refunds.push(refund);
    left -= amount_minor;
  }
  const to_balance = Math.min(left, Math.max(0, paid_from_balance));
  if (to_balance > 0) await returnToBalance(tx, row, { amount_minor: to_balance, now });
  return refunds;
}

async function returnToBalance(
  tx: Tx,
  row: SubscriptionRow,
  { amount_minor, now }: { amount_minor: number; now: number },
): Promise<void> {
  const rest = restOf(row, now);
  const bill = onBalance({ lines: [givenBack(row, amount_minor, rest)], discount_minor: 0 });
  const { subscription_id } = row;
  const transaction: TransactionRow = {
    ...new_pending,
    transaction_id: newId('txn', now),
    type: 'plan_change',
    status: 'paid',
    customer_id: row.customer_id,
    product_id: row.plan_id,
    subscription_id,
    checkout_session_id: null,
    quantity: row.quantity,
    subtotal_minor: bill.subtotal_minor,
    discount_minor: 0,
    tax_minor: 0,
    balance_change_minor: bill.balance_change_minor,
    total_minor: 0,
    currency: row.currency,
    lines: JSON.stringify(bill.lines),
    period_start: row.current_period_start,
    period_end: row.current_period_end,
    metadata: row.metadata,
    request_key: null,
    next_attempt_at: null,
    created_at: now,
    settled_at: now,
  };
  await openTransaction(tx, transaction);
  await postLedger(tx, transaction);
  await creditFromPayments(tx, { subscription_id, amount_minor });
}
