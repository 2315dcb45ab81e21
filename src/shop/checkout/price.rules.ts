import assert from 'node:assert/strict';
import type { Detail } from '../../platform/core/errors.ts';
import { fromMinor, maxMinor, percentOf } from '../../platform/core/money.ts';
import { addMonths, periodStart } from '../../platform/core/periods.ts';
import type { DiscountRow } from '../catalogue/discounts/discount.rules.ts';
import { type Chargeable, wholeSteps } from '../money/payments/chargeable.rules.ts';
import { about } from '../money/transactions/line-about.rules.ts';
import {
  type ChargeLine,
  type LineRow,
  type TaxedLines,
  taxLines,
  untaxedLine,
} from '../money/transactions/lines.rules.ts';
import {
  firstAttemptAt,
  pending_defaults,
} from '../money/transactions/pending-transaction.rules.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import { parseTaxDecision } from '../tax/stored-tax.rules.ts';
import { amountDue, type CheckoutRow } from './checkout.rules.ts';

type Terms = Pick<
  CheckoutRow,
  | 'unit_price_minor'
  | 'quantity'
  | 'currency'
  | 'billing_interval'
  | 'billing_interval_count'
  | 'trial_days'
  | 'includes_tax'
  | 'tax_decision'
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

/** Whether tax has made more of it than can be charged. */
export const isTooLarge = ({ total_minor, renewal_total_minor, currency }: CheckoutRow): boolean =>
  Math.max(total_minor, renewal_total_minor ?? 0) > maxMinor(currency);

/** What makes the price of a coupon. */
type CouponTerms = Pick<
  DiscountRow,
  'discount_id' | 'code' | 'percent_bps' | 'amount_minor' | 'duration' | 'duration_months'
>;

/**
 * What is to be paid today and at the next payment, with the tax that was decided on. With a trial,
 * nothing is due today. A coupon takes off a little more where the provider could not charge the
 * rest exactly.
 */
export function calculatePrice(terms: Terms, coupon: CouponTerms | undefined, now: number) {
  const full = terms.unit_price_minor * terms.quantity;
  const saved = coupon ? discountMinor(coupon, full) : 0;
  const { lines, tax_rows, ...today } = taxedLines(terms, dueToday(terms, { full, saved }));
  const then = { full, saved: couponAppliesNext(terms, coupon, now) ? saved : 0 };
  const recurring = terms.billing_interval !== null;
  return {
    discount_id: coupon?.discount_id ?? null,
    coupon_code: coupon?.code ?? null,
    percent_bps: coupon?.percent_bps ?? null,
    coupon_amount_minor: coupon?.amount_minor ?? null,
    coupon_duration: coupon?.duration ?? null,
    coupon_months: coupon?.duration_months ?? null,
    ...today,
    total_minor: sumLines(lines),
    tax_rows: JSON.stringify(tax_rows),
    // What cannot be charged of a renewal is owed with the next one.
    renewal_total_minor: recurring
      ? sumLines(taxedLines({ ...terms, charge_step_minor: 1 }, then).lines)
      : null,
  };
}

/** The session with the price that its terms have now. */
export const repriced = (row: CheckoutRow): CheckoutRow => ({
  ...row,
  ...calculatePrice(row, couponOf(row), row.created_at),
});

/** The coupon of a session, as far as it makes the price. */
function couponOf(row: CheckoutRow): CouponTerms | undefined {
  const { discount_id, coupon_code: code, coupon_duration: duration } = row;
  if (discount_id === null || code === null || duration === null) return undefined;
  const { percent_bps, coupon_amount_minor: amount_minor, coupon_months: duration_months } = row;
  return { discount_id, code, percent_bps, amount_minor, duration, duration_months };
}

/** The session with the tax of a decision; null: none is known, and none is charged. */
export const withDecision = (before: CheckoutRow, tax: TaxDecision | null): CheckoutRow =>
  repriced({ ...before, tax_decision: tax && JSON.stringify(tax) });

interface Amounts {
  full: number;
  saved: number;
}

const dueToday = ({ trial_days }: Pick<Terms, 'trial_days'>, amounts: Amounts): Amounts =>
  trial_days > 0 ? { full: 0, saved: 0 } : amounts;

type LineText = Pick<ChargeLine, 'description' | 'about'>;

const ROUNDING: LineText = { description: 'Rounding', about: about('rounding') };
/** Where only the amounts are needed. */
const NO_TEXT = { sale: ROUNDING, discount: ROUNDING };

/** The lines of the bill with their tax, rounded down to what the provider can charge. */
function taxedLines(
  terms: Pick<Terms, 'quantity' | 'includes_tax' | 'tax_decision' | 'charge_step_minor'>,
  { full, saved }: Amounts,
  text: Record<'sale' | 'discount', LineText> = NO_TEXT,
): TaxedLines {
  const stated = {
    includes_tax: terms.includes_tax === 1,
    tax: parseTaxDecision(terms.tax_decision),
    corrects: null,
  };
  const { quantity } = terms;
  const sale: ChargeLine = {
    ...stated,
    kind: 'sale',
    ...text.sale,
    quantity,
    amount_minor: full,
  };
  const off = (amount_minor: number, discount: LineText): ChargeLine => ({
    ...stated,
    kind: 'discount',
    ...discount,
    quantity: 1,
    amount_minor,
  });
  const bill = taxLines(saved > 0 ? [sale, off(-saved, text.discount)] : [sale]);
  const over = sumLines(bill.lines) % terms.charge_step_minor;
  if (over === 0) return bill;
  const [sold, discount] = bill.lines;
  const rest = (discount?.amount_minor ?? 0) - over;
  const gross = { ...sale, includes_tax: true, amount_minor: sold?.amount_minor ?? full };
  const rounded = off(rest, discount ? text.discount : ROUNDING);
  return taxLines([gross, { ...rounded, includes_tax: true }]);
}

/** What a coupon takes off: a percentage, or an amount, but never more than the price. */
const discountMinor = (
  { percent_bps, amount_minor }: Pick<DiscountRow, 'percent_bps' | 'amount_minor'>,
  full: number,
): number =>
  percent_bps === null ? Math.min(amount_minor ?? 0, full) : percentOf(full, percent_bps);

/** Whether a coupon applies to the next payment; with a trial, that is the first one. */
function couponAppliesNext(terms: Terms, coupon: CouponTerms | undefined, now: number): boolean {
  const { billing_interval: interval, billing_interval_count: interval_count } = terms;
  if (!coupon || interval === null || interval_count === null) return false;
  if (terms.trial_days > 0 || coupon.duration === 'forever') return true;
  const next = periodStart(now, { interval, interval_count }, 1);
  return coupon.duration === 'repeating' && next < addMonths(now, coupon.duration_months ?? 0);
}

/** The pending transaction that pays a session. */
export function paymentOf(
  row: CheckoutRow,
  payment: {
    transaction_id: string;
    customer_id: string;
    billed_to: string | null;
    request_key: string | null;
    now: number;
  },
): TransactionRow {
  const bill = billOf(row);
  const lines = [...bill.lines];
  const { balance_change_minor, due_minor } = amountDue(row);
  if (balance_change_minor !== 0) {
    const text =
      balance_change_minor < 0
        ? { description: 'Paid from the balance', about: about('paid_from_balance') }
        : { description: 'Owed from earlier', about: about('owed_earlier') };
    lines.push(
      untaxedLine('balance', { ...text, quantity: 1, amount_minor: balance_change_minor }),
    );
  }
  return {
    ...pending_defaults,
    transaction_id: payment.transaction_id,
    type: row.billing_interval === null ? 'purchase' : 'subscription_start',
    customer_id: payment.customer_id,
    billed_to: payment.billed_to,
    custom_values: row.custom_values,
    product_id: row.product_id,
    checkout_session_id: row.checkout_session_id,
    discount_id: row.discount_id,
    sold_code: row.discount_id ?? '',
    sold_link: row.payment_link_id ?? '',
    quantity: row.quantity,
    subtotal_minor: bill.subtotal_minor,
    discount_minor: bill.discount_minor,
    tax_minor: bill.tax_minor,
    tax_rows: JSON.stringify(bill.tax_rows),
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

/** What every payment would come to without a coupon, with tax. */
export const fullPriceMinor = (row: CheckoutRow): number =>
  sumLines(
    taxedLines(
      { ...row, charge_step_minor: 1 },
      { full: row.unit_price_minor * row.quantity, saved: 0 },
    ).lines,
  );

/** What is sold, as its payment says it. The price that the session shows is the price of this. */
export function billOf(row: CheckoutRow): TaxedLines {
  const full = row.unit_price_minor * row.quantity;
  const saved = discountMinor({ ...row, amount_minor: row.coupon_amount_minor }, full);
  const { product_name: name, trial_days } = row;
  const sale =
    trial_days > 0
      ? { description: `${name} (${trial_days}-day free trial)`, about: about('trial', name) }
      : { description: name, about: about('product', name) };
  const discount = {
    description: `Discount ${row.coupon_code} (${couponText(row)})`,
    about: about('discount', row.coupon_code),
  };
  const bill = taxedLines(row, dueToday(row, { full, saved }), { sale, discount });
  assert.equal(sumLines(bill.lines), row.total_minor, 'what is shown is what is paid');
  return bill;
}

const sumLines = (lines: readonly LineRow[]): number =>
  lines.reduce((all, one) => all + one.amount_minor, 0);

/** `20 %` or `5 EUR`. */
export const couponText = (
  row: Pick<CheckoutRow, 'percent_bps' | 'coupon_amount_minor' | 'currency'>,
): string =>
  row.coupon_amount_minor === null
    ? `${(row.percent_bps ?? 0) / 100} %`
    : `${fromMinor(row.coupon_amount_minor, row.currency)} ${row.currency}`;
