import type { Tx } from '../db/database.ts';
import type { StoreTx } from '../operation/work.ts';
import { wholeSteps } from '../payments/chargeable.rules.ts';
import type { TaxRow } from '../taxes/calculate-tax.rules.ts';
import { parseTaxRows } from '../taxes/stored-tax.rules.ts';
import { beginRefund } from '../transactions/begin-refund.ts';
import { about } from '../transactions/line-about.rules.ts';
import { returnToBalance } from '../transactions/return-to-balance.ts';
import { changeCredited } from '../transactions/subscription-payments.sql.ts';
import { goneBack, standingOf } from '../transactions/take-back.ts';
import { grossOf, parseRows, taxGivenBack } from '../transactions/tax-given-back.rules.ts';
import { leftMinor, type TransactionRow } from '../transactions/transaction.rules.ts';
import { lockPaymentsSince } from '../transactions/transaction.sql.ts';
import { isDisputed } from '../transactions/transaction-status.rules.ts';
import { unusedPaidMinor } from './bill.rules.ts';
import { chargeableIn } from './chargeable-in.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/**
 * Opens refunds for the current period: all that was paid for it, or the part for its remaining
 * time. The newest payment is refunded first. What was paid from the balance returns to the balance,
 * and so does what the provider cannot give back because it is no whole step.
 */
export async function refundPeriod(
  inside: StoreTx,
  row: SubscriptionRow,
  how: 'prorated' | 'full',
): Promise<TransactionRow[]> {
  const { tx, now } = inside;
  const { subscription_id } = row;
  const chargeable = chargeableIn(inside, row);
  const payments = await lockPaymentsSince(tx, { subscription_id, since: row.paid_since });
  const refunds: TransactionRow[] = [];
  let credited = 0;
  let left = how === 'prorated' ? unusedPaidMinor(row, now) : row.period_paid_minor;
  for (const payment of payments) {
    // What had paid a debt, and what went to the balance, was not paid for this period.
    const debt_minor = Math.max(0, payment.balance_change_minor);
    const kept = leftMinor(payment) - payment.credited_minor - debt_minor;
    const most = Math.min(left - credited, kept);
    if (isDisputed(payment) && most > 0) {
      // It cannot be refunded: what was not disputed becomes credit, which is made of its money.
      await changeCredited(tx, { transaction_id: payment.transaction_id, amount_minor: most });
      credited += most;
      continue;
    }
    const amount_minor = wholeSteps(most, chargeable);
    if (amount_minor <= 0) continue;
    const terms = { amount_minor, reason: 'canceled', request_key: null, now, is_of_cancel: true };
    const refund = await beginRefund(tx, payment, terms);
    if (!refund) continue;
    refunds.push(refund);
    left -= amount_minor;
  }
  if (left > 0) {
    const description = `Unused time on ${row.plan_name}`;
    const told = { description, about: about('unused_time', row.plan_name) };
    const whose = { ...row, product_id: row.plan_id };
    const rows = await taxOfRest(tx, payments, left);
    await returnToBalance(inside, whose, { ...told, amount_minor: left, rows });
  }
  return refunds;
}

/** The taxes of what goes to the balance: those of the payments it comes from, the newest first. */
async function taxOfRest(
  tx: Tx,
  payments: TransactionRow[],
  amount_minor: number,
): Promise<TaxRow[]> {
  const rows: TaxRow[] = [];
  let left = amount_minor;
  for (const payment of payments) {
    if (left === 0) break;
    if (parseRows(payment).length === 0) continue;
    const gone = goneBack(payment, await standingOf(tx, payment));
    const share = taxGivenBack(payment, left, gone);
    rows.push(...share.rows);
    left -= grossOf(share.rows);
  }
  // The tax of what is left was given back before.
  return rows.length > 0 && left > 0 ? [...rows, ...parseTaxRows(null, { net_minor: left })] : rows;
}
