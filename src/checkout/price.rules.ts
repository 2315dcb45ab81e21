import type { Detail } from '../core/errors.ts';
import { fromMinor, maxMinor, percentOf } from '../core/money.ts';
import { addMonths, periodStart } from '../core/periods.ts';
import type { DiscountRow } from '../discounts/discount.rules.ts';
import { type Chargeable, wholeSteps } from '../payments/chargeable.rules.ts';
import { type LineRow, untaxedLine } from '../transactions/lines.rules.ts';
import {
  firstAttemptAt,
  pending_defaults,
  type TransactionRow,
} from '../transactions/transaction.rules.ts';
import { amountDue, type CheckoutRow } from './checkout.rules.ts';

type Terms = Pick<
  CheckoutRow,
  | 'unit_price_minor'
  | 'quantity'
  | 'currency'
  | 'billing_interval'
  | 'billing_interval_count'
  | 'trial_days'
> &
  Chargeable;

/** Whether price times quantity is too large, or an amount that the provider cannot charge. */
export function whyNotAmount(
  terms: Terms,
): (Detail & { code: 'amount_too_large' | 'amount_not_chargeable' }) | undefined {
  const { unit_price_minor, quantity, currency, charge_step_minor } = terms;
  const full = unit_price_minor * quantity;
  if (full > maxMinor(currency)) {
    return { param: 'quantity', code: 'amount_too_large', message: 'makes the amount too large' };
  }
  if (wholeSteps(full, terms) === full) return undefined;
  const step = `${fromMinor(charge_step_minor, currency)} ${currency}`;
  const message = `has a price that the payment provider cannot charge: only multiples of ${step}`;
  return { param: 'product_id', code: 'amount_not_chargeable', message };
}

/** Whether there is something to pay, but less than the provider charges. */
export const isTooSmall = (row: CheckoutRow): boolean => {
  const { due_minor } = amountDue(row);
  return due_minor > 0 && due_minor < row.charge_min_minor;
};

/** `0.5 USD` */
export const smallestText = ({ charge_min_minor, currency }: CheckoutRow): string =>
  `${fromMinor(charge_min_minor, currency)} ${currency}`;

/**
 * What is to be paid today and at the next payment. With a trial, nothing is due today. A coupon
 * takes off a little more where the provider could not charge the rest exactly.
 */
export function calculatePrice(terms: Terms, coupon: DiscountRow | undefined, now: number) {
  const full = terms.unit_price_minor * terms.quantity;
  const saved = coupon ? discountMinor(coupon, full) : 0;
  const subtotal_minor = terms.trial_days > 0 ? 0 : full;
  const total_minor = terms.trial_days > 0 ? 0 : wholeSteps(full - saved, terms);
  const recurring = terms.billing_interval !== null;
  return {
    discount_id: coupon?.discount_id ?? null,
    coupon_code: coupon?.code ?? null,
    percent_bps: coupon?.percent_bps ?? null,
    coupon_amount_minor: coupon?.amount_minor ?? null,
    coupon_duration: coupon?.duration ?? null,
    coupon_months: coupon?.duration_months ?? null,
    subtotal_minor,
    discount_minor: subtotal_minor - total_minor,
    tax_minor: 0,
    total_minor,
    renewal_total_minor: recurring
      ? full - (couponAppliesNext(terms, coupon, now) ? saved : 0)
      : null,
  };
}

/** What a coupon takes off: a percentage, or an amount, but never more than the price. */
const discountMinor = ({ percent_bps, amount_minor }: DiscountRow, full: number): number =>
  percent_bps === null ? Math.min(amount_minor ?? 0, full) : percentOf(full, percent_bps);

/** Whether a coupon applies to the next payment; with a trial, that is the first one. */
function couponAppliesNext(terms: Terms, coupon: DiscountRow | undefined, now: number): boolean {
  const { billing_interval: interval, billing_interval_count: interval_count } = terms;
  if (!coupon || interval === null || interval_count === null) return false;
  if (terms.trial_days > 0 || coupon.duration === 'forever') return true;
  const next = periodStart(now, { interval, interval_count }, 1);
  return coupon.duration === 'repeating' && next < addMonths(now, coupon.duration_months ?? 0);
}

/** The pending transaction that pays a session. */
export function paymentOf(
  row: CheckoutRow,
  payment: { transaction_id: string; request_key: string | null; now: number },
): TransactionRow {
  const lines: LineRow[] = [
    untaxedLine('sale', {
      description:
        row.trial_days > 0
          ? `${row.product_name} (${row.trial_days} days of trial)`
          : row.product_name,
      quantity: row.quantity,
      amount_minor: row.subtotal_minor,
    }),
  ];
  if (row.discount_minor > 0) {
    const description = `Discount ${row.coupon_code} (${couponText(row)})`;
    lines.push(
      untaxedLine('discount', { description, quantity: 1, amount_minor: -row.discount_minor }),
    );
  }
  const { balance_change_minor, due_minor } = amountDue(row);
  if (balance_change_minor !== 0) {
    const description = balance_change_minor < 0 ? 'Paid from the balance' : 'Owed from earlier';
    lines.push(
      untaxedLine('balance', { description, quantity: 1, amount_minor: balance_change_minor }),
    );
  }
  return {
    ...pending_defaults,
    transaction_id: payment.transaction_id,
    type: row.billing_interval === null ? 'purchase' : 'subscription_start',
    customer_id: row.customer_id,
    product_id: row.product_id,
    checkout_session_id: row.checkout_session_id,
    discount_id: row.discount_id,
    quantity: row.quantity,
    subtotal_minor: row.subtotal_minor,
    discount_minor: row.discount_minor,
    tax_minor: row.tax_minor,
    balance_change_minor,
    total_minor: due_minor,
    currency: row.currency,
    lines: JSON.stringify(lines),
    metadata: row.metadata,
    request_key: payment.request_key,
    next_attempt_at: firstAttemptAt(payment.now),
    created_at: payment.now,
  };
}

/** `20 %` or `5 EUR`. */
export const couponText = (
  row: Pick<CheckoutRow, 'percent_bps' | 'coupon_amount_minor' | 'currency'>,
): string =>
  row.coupon_amount_minor === null
    ? `${(row.percent_bps ?? 0) / 100} %`
    : `${fromMinor(row.coupon_amount_minor, row.currency)} ${row.currency}`;
