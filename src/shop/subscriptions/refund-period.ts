import type { Tx } from '../../platform/db/database.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { beginRefund } from '../money/transactions/begin-refund.ts';
import { about } from '../money/transactions/line-about.rules.ts';
import { returnToBalance } from '../money/transactions/return-to-balance.ts';
import { readReversals, reversedSoFar } from '../money/transactions/reverse-payment.ts';
import { changeCredited } from '../money/transactions/subscription-payments.sql.ts';
import { grossOf, parseRows, taxGivenBack } from '../money/transactions/tax-given-back.rules.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { lockPaymentsSince } from '../money/transactions/transaction.sql.ts';
import type { TaxRow } from '../tax/calculate-tax.rules.ts';
import { parseTaxRows } from '../tax/stored-tax.rules.ts';
import { chargeableIn } from './chargeable-in.ts';
import { type Extent, plannedRefund } from './refund-period.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/** Opens the refunds for the current period, and puts on the balance what goes there. */
export async function refundPeriod(
  context: StoreTx,
  row: SubscriptionRow,
  extent: Extent,
): Promise<TransactionRow[]> {
  const { tx, now } = context;
  const { subscription_id } = row;
  const chargeable = chargeableIn(context, row);
  const payments = await lockPaymentsSince(tx, { subscription_id, since: row.paid_since });
  const planned = plannedRefund(row, payments, { extent, now, chargeable });
  for (const { payment, amount_minor } of planned.credited) {
    // It cannot be refunded: what was not disputed becomes credit, which is made of its money.
    await changeCredited(tx, { transaction_id: payment.transaction_id, amount_minor });
  }
  const refunds: TransactionRow[] = [];
  let to_balance_minor = planned.to_balance_minor;
  for (const { payment, amount_minor } of planned.refunds) {
    const terms = { amount_minor, reason: 'canceled', request_key: null, now, is_of_cancel: true };
    const refund = await beginRefund(context, payment, terms);
    if (refund) refunds.push(refund);
    else to_balance_minor += amount_minor;
  }
  if (to_balance_minor > 0) {
    const description = `Unused time on ${row.plan_name}`;
    const line_text = { description, about: about('unused_time', row.plan_name) };
    const whose = { ...row, product_id: row.plan_id };
    const rows = await taxOfRest(tx, payments, to_balance_minor);
    await returnToBalance(context, whose, { ...line_text, amount_minor: to_balance_minor, rows });
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
    const reversed = reversedSoFar(payment, await readReversals(tx, payment));
    const share = taxGivenBack(payment, left, reversed);
    rows.push(...share.rows);
    left -= grossOf(share.rows);
  }
  // The tax of what is left was given back before.
  return rows.length > 0 && left > 0 ? [...rows, ...parseTaxRows(null, { net_minor: left })] : rows;
}
