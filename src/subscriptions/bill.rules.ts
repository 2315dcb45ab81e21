import { fromMinor, maxMinor, percentOf } from '../core/money.ts';
import { isoInstant } from '../core/time.ts';
import { type Chargeable, wholeSteps } from '../payments/chargeable.rules.ts';
import { type LineRow, untaxedLine } from '../transactions/lines.rules.ts';
import { isDiscounted, type PlanTerms, type SubscriptionRow } from './subscription.rules.ts';

/** What is to be paid; the lines add up to the total. */
export interface Bill {
  lines: LineRow[];
  /** Before discounts and before the customer's balance; below 0 when more is given back. */
  subtotal_minor: number;
  discount_minor: number;
  /** Below 0: credit that is used. Above 0: credit that is given, or a debt that is paid. */
  balance_change_minor: number;
  total_minor: number;
}

/** Lines without the customer's balance. */
export interface Charge {
  lines: LineRow[];
  discount_minor: number;
}

export const NO_CHARGE: Charge = { lines: [], discount_minor: 0 };

/** What one period of a plan costs. */
export const periodBill = (row: SubscriptionRow, terms: Period, chargeable: Chargeable): Bill =>
  billWithBalance(periodCharge(row, terms), row, chargeable);

interface Period {
  plan: PlanTerms;
  quantity: number;
  period_start: number;
  period_end: number;
}

/** A whole period at its price, and the discount on it. */
export function periodCharge(row: SubscriptionRow, terms: Period): Charge {
  const { plan, quantity, period_start, period_end } = terms;
  const full = plan.price_minor * quantity;
  const description = `${plan.plan_name} (${datesText(period_start, period_end)})`;
  const discount = full - netPrice(row, terms);
  return withDiscountLine(
    row,
    untaxedLine('sale', { description, quantity, amount_minor: full }),
    discount,
  );
}

/** The rest of a period at its price, and the discount on it. */
export function remainingTimeCharge(
  row: SubscriptionRow,
  terms: Period,
  rest: RemainingTime,
): Charge {
  const { plan, quantity } = terms;
  const full = prorated(plan.price_minor * quantity, rest);
  const net = prorated(netPrice(row, terms), rest);
  const description = `Remaining time on ${plan.plan_name} (${datesText(rest.from, rest.to)})`;
  const line = untaxedLine('sale', { description, quantity, amount_minor: full });
  return withDiscountLine(row, line, full - net);
}

function withDiscountLine(row: SubscriptionRow, line: LineRow, discount_minor: number): Charge {
  if (discount_minor === 0) return { lines: [line], discount_minor };
  const off =
    row.coupon_amount_minor === null
      ? `${(row.percent_bps ?? 0) / 100} %`
      : `${fromMinor(row.coupon_amount_minor, row.currency)} ${row.currency}`;
  const description = `Discount ${row.coupon_code} (${off})`;
  return {
    lines: [
      line,
      untaxedLine('discount', { description, quantity: 1, amount_minor: -discount_minor }),
    ],
    discount_minor,
  };
}

/** A period's price after the coupon, if it counts for this plan in a period that begins then. */
export function netPrice(
  row: SubscriptionRow,
  { plan, quantity, period_start }: Omit<Period, 'period_end'>,
): number {
  const full = plan.price_minor * quantity;
  if (!isDiscounted(row, { plan_id: plan.plan_id, period_start })) return full;
  // More units than it was bought with pay in full.
  const units = Math.min(quantity, row.coupon_quantity ?? quantity);
  const covered = plan.price_minor * units;
  return row.coupon_amount_minor === null
    ? full - percentOf(covered, row.percent_bps ?? 0)
    : full - Math.min(row.coupon_amount_minor, covered);
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

/** What was paid for the remaining time and not refunded: the most that can be returned. */
export const unusedPaidMinor = (row: SubscriptionRow, now: number): number =>
  Math.max(0, prorated(row.covered_minor, remainingTime(row, now)) - row.rest_refunded_minor);

/** The line that returns the price of the remaining time. */
export function unusedTimeLine(
  row: SubscriptionRow,
  amount_minor: number,
  rest: RemainingTime,
): LineRow {
  const description = `Unused time on ${row.plan_name} (${datesText(rest.from, rest.to)})`;
  return untaxedLine('unused', {
    description,
    quantity: row.quantity,
    amount_minor: -amount_minor || 0,
  });
}

/**
 * A bill that is charged now: uses credit as far as it goes, and adds what is owed. What the
 * provider cannot charge, because it is too little or no whole step, is owed with the next bill.
 */
export function billWithBalance(
  { lines, discount_minor }: Charge,
  { balance_minor, currency }: Pick<SubscriptionRow, 'balance_minor' | 'currency'>,
  chargeable: Chargeable,
): Bill {
  const due = sumLines(lines);
  const used = Math.min(Math.max(0, balance_minor), due);
  // No payment is larger than the largest amount: the rest of a debt waits for the next one.
  const owed = Math.min(Math.max(0, -balance_minor), Math.max(0, maxMinor(currency) - due));
  const total = chargeableMinor(due - used + owed, chargeable);
  const put_off = total - (due - used);
  return billOf({ lines, discount_minor }, [
    untaxedLine('balance', {
      description: 'Paid from the balance',
      quantity: 1,
      amount_minor: -used,
    }),
    untaxedLine('balance', {
      description: put_off > 0 ? 'Owed from earlier' : 'Owed with the next payment',
      quantity: 1,
      amount_minor: put_off,
    }),
  ]);
}

/** As much of an amount as a provider can charge: 0 if that is too little. */
export function chargeableMinor(minor: number, chargeable: Chargeable): number {
  const whole = wholeSteps(minor, chargeable);
  return whole < chargeable.charge_min_minor ? 0 : whole;
}

/** For a provider that charges everything, and for a store that has none. */
export const ANY_AMOUNT: Chargeable = { charge_min_minor: 1, charge_step_minor: 1 };

/** A bill that is not charged now: its amount becomes a debt or credit on the balance. */
export function billToBalance({ lines, discount_minor }: Charge): Bill {
  const due = sumLines(lines);
  const description = due > 0 ? 'Owed with the next payment' : 'Added to the balance';
  return billOf({ lines, discount_minor }, [
    untaxedLine('balance', { description, quantity: 1, amount_minor: -due }),
  ]);
}

function billOf({ lines, discount_minor }: Charge, balance_lines: LineRow[]): Bill {
  const due = sumLines(lines);
  const balance = balance_lines.filter(({ amount_minor }) => amount_minor !== 0);
  const balance_change_minor = sumLines(balance);
  return {
    lines: [...lines, ...balance],
    subtotal_minor: due + discount_minor,
    discount_minor,
    balance_change_minor,
    total_minor: due + balance_change_minor,
  };
}

/** `part` of `whole` of an amount, rounded half to even. */
export function prorated(
  minor: number,
  { part, whole }: Pick<RemainingTime, 'part' | 'whole'>,
): number {
  const [n, d] = [BigInt(minor) * BigInt(part), BigInt(whole)];
  const [quotient, twice_rest] = [n / d, (n % d) * 2n];
  const up = twice_rest > d || (twice_rest === d && quotient % 2n === 1n);
  return Number(up ? quotient + 1n : quotient);
}

export const sumLines = (lines: LineRow[]): number =>
  lines.reduce((all, one) => all + one.amount_minor, 0);

/** `2026-11-15 to 2026-12-01`. */
const datesText = (from: number, to: number): string =>
  `${isoInstant(from).slice(0, 10)} to ${isoInstant(to).slice(0, 10)}`;
