import { shareOf } from '../core/money.ts';
import { isoInstant } from '../core/time.ts';
import type { LineRow } from '../transactions/transaction.rules.ts';
import {
  intervalOf,
  isDiscounted,
  type PlanTerms,
  period,
  type SubscriptionRow,
} from './subscription.rules.ts';

/** What is to be paid, with its working; the lines add up to the total. */
export interface Bill {
  lines: LineRow[];
  subtotal_minor: number;
  discount_minor: number;
  total_minor: number;
  /** What remains of the credit, or is owed if it is below 0. */
  credit_after_minor: number;
}

type Discounted = Pick<
  SubscriptionRow,
  'percent_bps' | 'discount_ends_at' | 'coupon_code' | 'coupon_duration'
>;

/** What one period of a plan costs. */
export function periodBill(
  row: Discounted & { credit_minor: number },
  terms: { plan: PlanTerms; quantity: number; period_start: number; period_end: number },
): Bill {
  const { plan, quantity, period_start, period_end } = terms;
  const full = plan.price_minor * quantity;
  const discount_minor = discountOn(full, row, period_start);
  const dates = datesText(period_start, period_end);
  const lines = [{ description: `${plan.plan_name} (${dates})`, quantity, amount_minor: full }];
  if (discount_minor > 0) {
    const description = `Discount ${row.coupon_code} (${(row.percent_bps ?? 0) / 100} %)`;
    lines.push({ description, quantity: 1, amount_minor: -discount_minor });
  }
  return withCredit({ lines, discount_minor }, row.credit_minor);
}

/** Takes the credit off what is due, as far as it goes; what is owed comes on top. */
function withCredit(
  { lines, discount_minor }: { lines: LineRow[]; discount_minor: number },
  credit_minor: number,
): Bill {
  const due = sum(lines);
  const used = Math.min(credit_minor, Math.max(due, 0));
  const all =
    used === 0
      ? lines
      : [
          ...lines,
          {
            description: used > 0 ? 'Credit of an earlier change' : 'Owed from an earlier change',
            quantity: 1,
            amount_minor: -used,
          },
        ];
  const total_minor = sum(all);
  return {
    lines: all,
    subtotal_minor: total_minor + discount_minor,
    discount_minor,
    total_minor,
    credit_after_minor: credit_minor - used,
  };
}

/** A change of plan or quantity that takes effect now. */
export interface ChangeBill extends Bill {
  /** The lines of the change alone, before any credit. */
  change_lines: LineRow[];
  /** What the change costs before any credit: below 0, it is worth something. */
  difference_minor: number;
  /** From when the periods count, and which one is the current one afterwards. */
  anchor_at: number;
  period_number: number;
  current_period_start: number;
  current_period_end: number;
  discount_ends_at: number | null;
}

export interface Change {
  plan: PlanTerms;
  quantity: number;
  now: number;
  /** Whether the rest of the period is settled; if not, only a new period is charged. */
  prorates: boolean;
}

/**
 * The rest of the period is given back at the old terms and charged at the new ones, each by the
 * millisecond and rounded half to even. Another interval begins a new period now.
 */
export function changeBill(
  row: SubscriptionRow,
  { plan, quantity, now, prorates }: Change,
): ChangeBill {
  const same_interval = isSameInterval(row, plan);
  const is_once = row.coupon_duration === 'once';
  const kept = {
    anchor_at: row.anchor_at,
    period_number: row.period_number,
    current_period_start: row.current_period_start,
    current_period_end: row.current_period_end,
    discount_ends_at: row.discount_ends_at,
  };
  if (row.status === 'trialing') {
    const { current_period_end: first_end } = period(row.anchor_at, plan, 0);
    const discount_ends_at = is_once ? first_end : row.discount_ends_at;
    return { ...NOTHING, credit_after_minor: row.credit_minor, ...kept, discount_ends_at };
  }
  const end = row.current_period_end;
  // Whatever the clock says: of a period no less than nothing is left, and no more than all.
  const from = Math.min(Math.max(now, row.current_period_start), end);
  const share = { part: end - from, whole: end - row.current_period_start };
  const rest = datesText(from, end);
  const unused = prorated(netPrice(row, row, row.quantity, row.current_period_start), share);
  const given_back = line(`Unused time on ${row.plan_name} (${rest})`, row.quantity, -unused);
  const charged = same_interval
    ? line(
        `Remaining time on ${plan.plan_name} (${rest})`,
        quantity,
        prorated(netPrice(row, plan, quantity, row.current_period_start), share),
      )
    : wholePeriod(row, plan, quantity, now);
  const lines = prorates ? [given_back, charged] : same_interval ? [] : [charged];
  const difference_minor = sum(lines);
  // A coupon for the first payment does not count for another first one.
  const discount_ends_at = is_once
    ? Math.min(now, row.discount_ends_at ?? now)
    : row.discount_ends_at;
  const next = same_interval ? kept : { anchor_at: now, ...period(now, plan, 0), discount_ends_at };
  const found = { change_lines: lines, difference_minor, ...next };
  if (difference_minor <= 0) {
    return { ...NOTHING, ...found, lines, credit_after_minor: row.credit_minor };
  }
  return { ...withCredit({ lines, discount_minor: 0 }, row.credit_minor), ...found };
}

export const isSameInterval = (one: PlanTerms, other: PlanTerms): boolean =>
  one.billing_interval === other.billing_interval &&
  one.billing_interval_count === other.billing_interval_count;

const NOTHING = {
  lines: [] as LineRow[],
  change_lines: [] as LineRow[],
  subtotal_minor: 0,
  discount_minor: 0,
  total_minor: 0,
  difference_minor: 0,
};

function wholePeriod(
  row: SubscriptionRow,
  plan: PlanTerms,
  quantity: number,
  now: number,
): LineRow {
  const { current_period_end } = period(now, plan, 0);
  const dates = datesText(now, current_period_end);
  const full = plan.price_minor * quantity;
  const net = row.coupon_duration === 'once' ? full : netPrice(row, plan, quantity, now);
  return line(`${plan.plan_name} (${dates})`, quantity, net);
}

/** A period's price after the coupon, if it counts for a period that begins then. */
function netPrice(
  row: Discounted,
  plan: PlanTerms,
  quantity: number,
  period_start: number,
): number {
  const full = plan.price_minor * quantity;
  return full - discountOn(full, row, period_start);
}

const discountOn = (full: number, row: Discounted, period_start: number): number =>
  isDiscounted(row, period_start) ? shareOf(full, row.percent_bps ?? 0) : 0;

/** `part` of `whole` of an amount, rounded half to even. */
export function prorated(minor: number, { part, whole }: { part: number; whole: number }): number {
  const [n, d] = [BigInt(minor) * BigInt(part), BigInt(whole)];
  const [quotient, twice_rest] = [n / d, (n % d) * 2n];
  const up = twice_rest > d || (twice_rest === d && quotient % 2n === 1n);
  return Number(up ? quotient + 1n : quotient);
}

/** A larger tier where both have one; else a larger price per day. */
export function isHigher(plan: PlanTerms, than: PlanTerms): boolean {
  if (plan.tier !== null && than.tier !== null) return plan.tier > than.tier;
  return pricePerDay(plan) > pricePerDay(than);
}

const DAYS = { day: 1, week: 7, month: 365.25 / 12, year: 365.25 };
const pricePerDay = (plan: PlanTerms): number => {
  const { interval, interval_count } = intervalOf(plan);
  return plan.price_minor / (DAYS[interval] * interval_count);
};

const line = (description: string, quantity: number, amount_minor: number): LineRow => ({
  description,
  quantity,
  amount_minor: amount_minor === 0 ? 0 : amount_minor,
});

const sum = (lines: LineRow[]): number => lines.reduce((all, one) => all + one.amount_minor, 0);

/** `2026-11-15 to 2026-12-01`. */
const datesText = (from: number, to: number): string =>
  `${isoInstant(from).slice(0, 10)} to ${isoInstant(to).slice(0, 10)}`;
