import { fromMinor, maxMinor, percentOf } from '../../platform/core/money.ts';
import { type Chargeable, wholeSteps } from '../money/payments/chargeable.rules.ts';
import { about, datesText } from '../money/transactions/line-about.rules.ts';
import {
  type ChargeLine,
  type LineRow,
  type TaxedLines,
  taxableLine,
  taxLines,
  untaxedLine,
} from '../money/transactions/lines.rules.ts';
import { includingTax } from '../tax/calculate-tax.rules.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import type { TaxCategory } from '../tax/tax-rate.rules.ts';
import { discountedPart, isDiscounted, withCouponOf } from './coupon.rules.ts';
import { coveredTaxOf } from './covered-tax.rules.ts';
import type { PlanTerms, SubscriptionRow } from './subscription.rules.ts';

/**
 * What is to be paid. The lines add up to the total, with tax; subtotal and discount are without
 * it, and before the customer's balance. Subtotal and tax are below 0 when more is given back.
 */
export interface Bill extends TaxedLines {
  /** Below 0: credit that is used. Above 0: credit that is given, or a debt that is paid. */
  balance_change_minor: number;
  total_minor: number;
}

/** What a bill depends on: the amounts that can be charged, and the tax on the day of the bill. */
export interface Billing {
  chargeable: Chargeable;
  taxOf(tax_category: TaxCategory): TaxDecision;
  /** Where the customer is, as it is stored with a payment; null where that does not matter. */
  tax_evidence: string | null;
}

export const NO_CHARGE: TaxedLines = taxLines([]);

export interface Period {
  plan: PlanTerms;
  quantity: number;
  period_start: number;
  period_end: number;
}

/** A whole period at its price, and the discount on it: with a coupon of 25 %, 20 and -5. */
export function periodLines(
  subscription: SubscriptionRow,
  terms: Period,
  tax: TaxDecision,
): ChargeLine[] {
  const { plan, quantity, period_start, period_end } = terms;
  const row = withCouponOf(subscription, terms);
  const full = plan.price_minor * quantity;
  const time = { from: period_start, to: period_end };
  const description = `${plan.plan_name} (${datesText(time)})`;
  const line_text = { description, about: about('period', plan.plan_name, time) };
  const sale = { kind: 'sale', ...line_text, quantity, amount_minor: full, tax } as const;
  const line = { ...sale, includes_tax: plan.includes_tax === 1, corrects: null };
  return withDiscountLine(row, line, full - netPrice(row, terms));
}

/** What a whole period costs, with tax. */
export const periodPrice = (
  row: SubscriptionRow,
  terms: Omit<Period, 'period_end'>,
  tax: TaxDecision,
): number =>
  sumLines(taxLines(periodLines(row, { ...terms, period_end: terms.period_start }, tax)).lines);

/**
 * The rest of a period at its price with tax, and the discount on it: of a month of 30 days at 40
 * with a coupon of 25 %, 26.67 and -6.67 for the last 20 days.
 */
export function remainingTimeLines(
  row: SubscriptionRow,
  { rest, ...terms }: Period & { rest: RemainingTime },
  tax: TaxDecision,
): ChargeLine[] {
  const { plan, quantity } = terms;
  // Shares of the whole price with tax: so unused time gives back what it had cost.
  const whole = includingTax(periodLines(row, terms, tax).map(taxableLine));
  const full = prorated(whole[0]?.amount_minor ?? 0, rest);
  const net = prorated(sumLines(whole), rest);
  const description = `Remaining time on ${plan.plan_name} (${datesText(rest)})`;
  const line_text = { description, about: about('remaining_time', plan.plan_name, rest) };
  const sale = { kind: 'sale', ...line_text, quantity, amount_minor: full, tax } as const;
  const line = { ...sale, includes_tax: true, corrects: null };
  return withDiscountLine(withCouponOf(row, terms), line, full - net);
}

function withDiscountLine(
  row: SubscriptionRow,
  line: ChargeLine,
  discount_minor: number,
): ChargeLine[] {
  if (discount_minor === 0) return [line];
  const off =
    row.coupon_amount_minor === null
      ? `${(row.percent_bps ?? 0) / 100} %`
      : `${fromMinor(row.coupon_amount_minor, row.currency)} ${row.currency}`;
  const description = `Discount ${row.coupon_code} (${off})`;
  const line_text = { description, about: about('discount', row.coupon_code) };
  const discount = { kind: 'discount', ...line_text, quantity: 1 } as const;
  return [line, { ...line, ...discount, amount_minor: -discount_minor }];
}

/**
 * A period's price as it is stated, after the coupon if that counts for the plan and period. Of
 * three seats at 10, two of which were bought with a coupon of 20 %, 26.
 */
function netPrice(
  row: SubscriptionRow,
  { plan, quantity, period_start }: Omit<Period, 'period_end'>,
): number {
  const full_price = plan.price_minor * quantity;
  if (!isDiscounted(row, { plan_id: plan.plan_id, period_start })) return full_price;
  // More units than it was bought with pay in full.
  const units = Math.min(quantity, row.coupon_quantity ?? quantity);
  const discountable = plan.price_minor * units;
  const discount =
    row.coupon_amount_minor === null
      ? percentOf(discountable, row.percent_bps ?? 0)
      : Math.min(row.coupon_amount_minor, discountable);
  const share = discountedPart(row, { plan, period_start });
  return full_price - (share ? prorated(discount, share) : discount);
}

/** The remaining time of the current period: `part` of `whole`, in milliseconds. */
export interface RemainingTime {
  from: number;
  to: number;
  part: number;
  whole: number;
}

/** Never less than nothing or more than the whole period, whatever the clock says. */
export function remainingTime(row: SubscriptionRow, now: number): RemainingTime {
  const { current_period_start: start, current_period_end: to } = row;
  const from = Math.min(Math.max(row.paused_at ?? now, start), to);
  // A pause has moved the end, not what was paid for.
  const whole = to - start - row.paused_ms;
  return { from, to, part: Math.min(to - from, whole), whole };
}

/** What was paid for the remaining time: of a month of 30 days at 20, 13.33 for the last 20 days. */
export const unusedMinor = (row: SubscriptionRow, now: number): number =>
  prorated(row.covered_minor, remainingTime(row, now));

/** The most of it that can be returned: 8.33, if 5 were refunded. */
export const unusedPaidMinor = (row: SubscriptionRow, now: number): number =>
  Math.max(0, unusedMinor(row, now) - row.rest_refunded_minor);

/** The line that returns the price of the remaining time, with the tax that was paid for it. */
export function unusedTimeLine(
  row: SubscriptionRow,
  amount_minor: number,
  rest: RemainingTime,
): ChargeLine {
  const { tax, paid_on } = coveredTaxOf(row);
  return {
    kind: 'unused',
    description: `Unused time on ${row.plan_name} (${datesText(rest)})`,
    about: about('unused_time', row.plan_name, rest),
    quantity: row.quantity,
    amount_minor: -amount_minor || 0,
    includes_tax: true,
    tax,
    corrects: paid_on,
  };
}

/**
 * A bill that is charged now: uses credit as far as it goes, and adds what is owed. Of 20, 15 are
 * charged with credit of 5, nothing with credit of 30, and 25 with a debt of 5. What the provider
 * cannot charge, because it is too little or no whole step, is owed with the next bill: 0.30, where
 * the least charge is 0.50.
 */
export function billWithBalance(
  charge: TaxedLines,
  { balance_minor, currency }: Pick<SubscriptionRow, 'balance_minor' | 'currency'>,
  chargeable: Chargeable,
): Bill {
  const due = sumLines(charge.lines);
  const used = Math.min(Math.max(0, balance_minor), due);
  // No payment is larger than the largest amount: the rest of a debt waits for the next one.
  const most = maxMinor(currency);
  const owed = Math.min(Math.max(0, -balance_minor), Math.max(0, most - due));
  const total = chargeableMinor(Math.min(due - used + owed, most), chargeable);
  const put_off = total - (due - used);
  return billOf(charge, [
    untaxedLine('balance', {
      description: 'Paid from the balance',
      about: about('paid_from_balance'),
      quantity: 1,
      amount_minor: -used,
    }),
    untaxedLine('balance', {
      ...(put_off > 0 ? OWED_EARLIER : OWED_NEXT),
      quantity: 1,
      amount_minor: put_off,
    }),
  ]);
}

/** As much of an amount as a provider can charge: of 4.57 in steps of 0.05, 4.55; 0 if it is too little. */
export function chargeableMinor(minor: number, chargeable: Chargeable): number {
  const whole = wholeSteps(minor, chargeable);
  return whole < chargeable.charge_min_minor ? 0 : whole;
}

/** For a provider that charges everything, and for a store that has none. */
export const ANY_AMOUNT: Chargeable = { charge_min_minor: 1, charge_step_minor: 1 };

/** A bill that is not charged now: 5 to be paid become a debt on the balance, 8 given back credit. */
export function billToBalance(charge: TaxedLines): Bill {
  const due = sumLines(charge.lines);
  const line_text = due > 0 ? OWED_NEXT : ADDED_TO_BALANCE;
  return billOf(charge, [
    untaxedLine('balance', { ...line_text, quantity: 1, amount_minor: -due }),
  ]);
}

const OWED_EARLIER = { description: 'Owed from earlier', about: about('owed_earlier') };
const OWED_NEXT = { description: 'Owed with the next payment', about: about('owed_next') };
const ADDED_TO_BALANCE = {
  description: 'Added to the balance',
  about: about('added_to_balance'),
};

function billOf(charge: TaxedLines, balance_lines: LineRow[]): Bill {
  const balance = balance_lines.filter(({ amount_minor }) => amount_minor !== 0);
  const lines = [...charge.lines, ...balance];
  return {
    ...charge,
    lines,
    balance_change_minor: sumLines(balance),
    total_minor: sumLines(lines),
  };
}

/** `part` of `whole` of an amount, rounded half to even: 20 of 30 days of 20.00 are 13.33. */
export function prorated(
  minor: number,
  { part, whole }: Pick<RemainingTime, 'part' | 'whole'>,
): number {
  const [n, d] = [BigInt(minor) * BigInt(part), BigInt(whole)];
  const [quotient, twice_rest] = [n / d, (n % d) * 2n];
  const up = twice_rest > d || (twice_rest === d && quotient % 2n === 1n);
  return Number(up ? quotient + 1n : quotient);
}

export const sumLines = (lines: readonly Pick<LineRow, 'amount_minor'>[]): number =>
  lines.reduce((all, one) => all + one.amount_minor, 0);
