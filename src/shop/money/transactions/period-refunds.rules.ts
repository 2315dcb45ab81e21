/** What a refund or a dispute of a payment has taken from the period that was paid with it. */
export interface PeriodRefund {
  /** The transaction of the refund, or the provider's name for the dispute. */
  of: string;
  /** The payment that it was taken from. */
  payment_id: string;
  /** So much less is paid for the rest of the period. */
  rest_minor: number;
  /** So much less was paid for the whole period: not more than was, as the rest may be of an earlier one. */
  paid_minor: number;
}

/** The part of a subscription that refunds of its payments change. */
export interface PaidPeriod {
  current_period_start: number;
  /** Payments from here on are for the current period. */
  paid_since: number;
  /** What of the price of its rest was refunded since the last change. */
  rest_refunded_minor: number;
  /** What was paid for the whole of it, less what was given back. */
  period_paid_minor: number;
  /** What has taken which part of the two: PeriodRefund[] as JSON. Older refunds are not in it. */
  period_refunds: string;
  /** What a cancel has given back of it: EndRefund as JSON; null: nothing, or it has not ended. */
  end_refund: string | null;
}

/** All that was paid for the period, or what was paid for its rest. */
export type EndRefund = { options: 'full' } | { options: 'prorated'; unused_minor: number };

/** What reversals and their undoing change. */
type Sums = Pick<PaidPeriod, 'rest_refunded_minor' | 'period_paid_minor' | 'period_refunds'>;

/** What a change of plan has counted, as it is kept with the change. */
export interface CountedRefunds {
  counted_refunds_minor: number;
  counted_refunds: PeriodRefund[];
  /** What the change would have given back without them. */
  unused_minor: number;
}

/** The same, with the period that the change has led to. */
export interface CountingChange extends CountedRefunds {
  current_period_start: number;
  period_paid: { add_minor: number } | { new_minor: number };
}

export const NO_REFUNDS = '[]';

export const COUNTING_NONE: CountedRefunds = {
  counted_refunds_minor: 0,
  counted_refunds: [],
  unused_minor: 0,
};

/** For a bill that counts every refund of the period. */
export const countingAll = (
  period: Pick<PaidPeriod, 'rest_refunded_minor' | 'period_refunds'>,
  unused_minor: number,
): CountedRefunds => ({
  counted_refunds_minor: period.rest_refunded_minor,
  counted_refunds: parsePeriodRefunds(period),
  unused_minor,
});

const parsePeriodRefunds = ({
  period_refunds,
}: Pick<PaidPeriod, 'period_refunds'>): PeriodRefund[] => JSON.parse(period_refunds);

/** The period after a refund of what was paid for it: of 20 that were paid 5 go back, 15 are left. */
export function afterReversal<Period extends Sums>(
  period: Period,
  { of, payment_id, rest_minor }: Omit<PeriodRefund, 'paid_minor'>,
): Period {
  const paid_minor = Math.min(rest_minor, period.period_paid_minor);
  const known = parsePeriodRefunds(period);
  const before = known.find((one) => one.of === of);
  const entry = {
    of,
    payment_id,
    rest_minor: rest_minor + (before?.rest_minor ?? 0),
    paid_minor: paid_minor + (before?.paid_minor ?? 0),
  };
  return {
    ...period,
    rest_refunded_minor: period.rest_refunded_minor + rest_minor,
    period_paid_minor: period.period_paid_minor - paid_minor,
    period_refunds: JSON.stringify([...known.filter((one) => one !== before), entry]),
  };
}

/**
 * The period after a part of such a refund has failed: 20 are paid for it again. As far as a change
 * of plan has counted the refund since, that stays to be undone there (`left_minor`).
 */
export function afterUndoing(
  period: PaidPeriod,
  part: Pick<PeriodRefund, 'of' | 'rest_minor'>,
): { period: PaidPeriod; left_minor: number } {
  const { left, given } = without(parsePeriodRefunds(period), part);
  return {
    left_minor: part.rest_minor - given.rest_minor,
    period: {
      ...period,
      rest_refunded_minor: Math.max(0, period.rest_refunded_minor - given.rest_minor),
      period_paid_minor: period.period_paid_minor + given.paid_minor,
      period_refunds: JSON.stringify(left),
    },
  };
}

/**
 * The same for a change of plan that has counted the refund: what it held back because of that part,
 * which is the customer's, and the period and the change as they are then. Of 8 for unused time a
 * change has given 3, because 5 were refunded. The refund fails: the change held back 5.
 */
export function afterUndoingInChange<Change extends CountingChange>(
  period: PaidPeriod,
  change: Change,
  part: Pick<PeriodRefund, 'of' | 'rest_minor'>,
): { held_minor: number; period: PaidPeriod; change: Change; left_minor: number } {
  const { counted_refunds_minor, unused_minor } = change;
  const { left, given } = without(change.counted_refunds, part);
  const counted = counted_refunds_minor - given.rest_minor;
  const held_minor =
    Math.min(counted_refunds_minor, unused_minor) - Math.min(counted, unused_minor);
  // Another interval has begun a period of its own, and so has a renewal since.
  const is_same_period =
    'add_minor' in change.period_paid &&
    change.current_period_start === period.current_period_start;
  const paid_minor = is_same_period ? given.paid_minor - held_minor : 0;
  return {
    held_minor,
    left_minor: part.rest_minor - given.rest_minor,
    change: { ...change, counted_refunds_minor: counted, counted_refunds: left },
    period: { ...period, period_paid_minor: Math.max(0, period.period_paid_minor + paid_minor) },
  };
}

/** What of the current period was refunded before refunds were kept by their names. */
export const unnamedMinor = (period: PaidPeriod): number =>
  Math.max(0, period.rest_refunded_minor - sumRest(parsePeriodRefunds(period)));

/** The period after a part of that has failed. */
export const afterUndoingUnnamed = (period: PaidPeriod, rest_minor: number): PaidPeriod => ({
  ...period,
  rest_refunded_minor: Math.max(0, period.rest_refunded_minor - rest_minor),
  period_paid_minor: period.period_paid_minor + rest_minor,
});

/** The period after a change that has counted some of its refunds. */
export function afterCounting(
  period: Sums,
  {
    counted_refunds_minor,
    counted_refunds,
    period_paid,
  }: Omit<CountingChange, 'current_period_start' | 'unused_minor'>,
): Sums {
  const known = parsePeriodRefunds(period);
  const left = counted_refunds.reduce((list, one) => without(list, one).left, known);
  const rest_refunded_minor = Math.max(0, period.rest_refunded_minor - counted_refunds_minor);
  if ('add_minor' in period_paid) {
    const period_paid_minor = Math.max(0, period.period_paid_minor + period_paid.add_minor);
    return { rest_refunded_minor, period_paid_minor, period_refunds: JSON.stringify(left) };
  }
  // What was refunded while a period of its own was paid for had paid a part of its price: the rest
  // of the period before.
  const unnamed_minor = Math.max(0, rest_refunded_minor - sumRest(left));
  const fresh: Sums = {
    rest_refunded_minor: unnamed_minor,
    period_paid_minor: Math.max(0, period_paid.new_minor - unnamed_minor),
    period_refunds: NO_REFUNDS,
  };
  return left.reduce((sums, one) => afterReversal(sums, one), fresh);
}

/** What of the refunds that a change has counted failed while it was paid for: `rest_minor` of each. */
export const failedSinceCounted = (
  period: Pick<PaidPeriod, 'period_refunds'>,
  { counted_refunds }: Pick<CountedRefunds, 'counted_refunds'>,
): PeriodRefund[] => {
  const known = parsePeriodRefunds(period);
  return counted_refunds.flatMap((one) => {
    const stands = known.find(({ of }) => of === one.of) ?? { rest_minor: 0, paid_minor: 0 };
    const rest_minor = one.rest_minor - stands.rest_minor;
    return rest_minor > 0
      ? [{ ...one, rest_minor, paid_minor: one.paid_minor - stands.paid_minor }]
      : [];
  });
};

/** The period with them, as it was when they were counted. */
export const withCounted = <Period extends Sums>(period: Period, failed: PeriodRefund[]): Period =>
  failed.reduce((sums, one) => afterReversal(sums, one), period);

/**
 * What a cancel gave back of the period, or would give if it were made again: for unused time of 8,
 * of which 5 were refunded, 3; and 8 once that refund has failed.
 */
export function endReturnsMinor({
  end_refund,
  ...period
}: Omit<PaidPeriod, 'current_period_start' | 'paid_since' | 'period_refunds'>): number {
  const end: EndRefund | null = JSON.parse(end_refund ?? 'null');
  if (end === null) return 0;
  return end.options === 'full'
    ? period.period_paid_minor
    : Math.max(0, end.unused_minor - period.rest_refunded_minor);
}

/** The list without a part of a refund, as far as that is in it. */
function without(
  list: PeriodRefund[],
  { of, rest_minor }: Pick<PeriodRefund, 'of' | 'rest_minor'>,
): { left: PeriodRefund[]; given: Pick<PeriodRefund, 'rest_minor' | 'paid_minor'> } {
  const found = list.find((one) => one.of === of);
  if (!found) return { left: list, given: { rest_minor: 0, paid_minor: 0 } };
  const rest = Math.max(0, found.rest_minor - rest_minor);
  const after = { ...found, rest_minor: rest, paid_minor: Math.min(found.paid_minor, rest) };
  const others = list.filter((one) => one !== found);
  return {
    left: rest === 0 ? others : [...others, after],
    given: {
      rest_minor: found.rest_minor - after.rest_minor,
      paid_minor: found.paid_minor - after.paid_minor,
    },
  };
}

const sumRest = (list: PeriodRefund[]): number =>
  list.reduce((sum, { rest_minor }) => sum + rest_minor, 0);
