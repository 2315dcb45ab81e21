import type { SalesSum, Sums } from '../../figures/figure-change.rules.ts';
import type { LedgerEntry } from './ledger.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

/** What a movement of the ledger adds to the sales of its day. */
export function salesOfEntry(
  { type }: Pick<TransactionRow, 'type'>,
  { debit_account: to, credit_account: from, amount_minor }: LedgerEntry,
): Sums<SalesSum> {
  if (to === 'tax') return { tax_minor: -amount_minor };
  if (from === 'tax') return { tax_minor: amount_minor };
  if (to !== 'gateway' && from !== 'gateway') return {};
  const other = to === 'gateway' ? from : to;
  const sign = to === 'gateway' ? 1 : -1;
  if (other === 'sales') return { gross_minor: sign * amount_minor, payments: sign };
  if (other === 'fees') return { fees_minor: -sign * amount_minor };
  if (type === 'refund') return { refunded_minor: -sign * amount_minor, refunds: -sign };
  return { disputed_minor: -sign * amount_minor };
}

/** What was never charged, so that nobody has declined it. */
const UNTRIED_CODES = ['charge_canceled', 'payment_not_made', 'trial_used'];

const isTried = ({ decline_code }: Pick<TransactionRow, 'decline_code'>): boolean =>
  !UNTRIED_CODES.includes(decline_code ?? '');

/**
 * What the end of a payment adds to the sales of its day, beside what it moves. `is_after_others`:
 * something was paid for its subscription before.
 */
export function salesOfEnding(
  row: TransactionRow,
  { is_after_others }: { is_after_others: boolean },
): Sums<SalesSum> {
  const { type, status, total_minor, discount_minor } = row;
  if (type === 'refund' || !isTried(row)) return {};
  if (status === 'declined') return { declined_payments: 1, declined_minor: total_minor };
  const is_first = hasCode(row) && !is_after_others;
  return { discounts_minor: discount_minor, coupon_purchases: Number(is_first) };
}

/**
 * Whether it is a purchase or a payment of a subscription with a discount code. The beginning of a
 * trial is no payment: that comes after it, if it comes.
 */
function hasCode({ type, discount_id, discount_minor, subtotal_minor }: TransactionRow): boolean {
  if (type === 'purchase') return discount_id !== null;
  if (type === 'subscription_start') return discount_id !== null && subtotal_minor > 0;
  return discount_minor > 0;
}

/** Whether it may be the first payment with a code only if nothing was paid before. */
export const mayFollowTrial = (row: TransactionRow): boolean =>
  (row.type === 'renewal' || row.type === 'plan_change') && hasCode(row);

/** Whether it is a renewal that was tried: what comes of these in a row is counted. */
export const isTriedRenewal = (row: TransactionRow): boolean =>
  row.type === 'renewal' && row.give_back_minor === null && isTried(row);

/** A renewal fails with its first decline, and recovers when a later one is paid. */
export function salesOfRenewal(
  { status, total_minor }: TransactionRow,
  earlier_status: TransactionRow['status'] | undefined,
): Sums<SalesSum> {
  const [is_declined, was_declined] = [status === 'declined', earlier_status === 'declined'];
  if (is_declined === was_declined) return {};
  return is_declined
    ? { failed_renewals: 1, failed_minor: total_minor }
    : { recovered_renewals: 1, recovered_minor: total_minor };
}
