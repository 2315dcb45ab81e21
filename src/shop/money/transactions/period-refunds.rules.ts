// What was paid for the current period of a subscription, less what went back. In the examples a
// month was paid with 20; a refund of it is called re_1.

/** What one refund or dispute has deducted from the period. It is stored: names stay as they are. */
export interface PeriodRefund {
  /** The transaction of the refund, or the provider's name for the dispute. */
  of: string;
  /** The payment that was refunded or disputed. */
  payment_id: string;
  /** So much less is paid for the rest of the period. */
  rest_minor: number;
  /** So much less was paid for the whole period: at most what was, as the rest may be of an earlier one. */
  paid_minor: number;
}

/** The part of a subscription that refunds of its payments change. */
export interface PaidPeriod {
  current_period_start: number;
  /** Payments from here on are for the current period. */
  paid_since: number;
  /** How much of the price of its rest was refunded since the last change of plan. */
  rest_refunded_minor: number;
  /** What was paid for the whole of it, less what was refunded. */
  period_paid_minor: number;
  /** The refunds behind these two sums: PeriodRefund[] as JSON. Older refunds are not in it. */
  period_refunds: string;
  /** What a cancel has paid back of it: EndRefund as JSON; null: nothing, or it has not ended. */
  end_refund: string | null;
}

/** All that was paid for the period, or what was paid for its rest. It is stored, as `how` too. */
export type EndRefund = { how: 'full' } | { how: 'prorated'; unused_minor: number };

/** What reversing a payment changes, and undoing that. */
type Sums = Pick<PaidPeriod, 'rest_refunded_minor' | 'period_paid_minor' | 'period_refunds'>;

/**
 * Refunds that a change of plan has counted: it has returned so much less for unused time. Of 8
 * unused, 5 are refunded: it returns 3. It is stored with the change, as long as that is kept.
 */
export interface CountedRefunds {
  counted_refunds_minor: number;
  counted_refunds: PeriodRefund[];
  /** What the change would have returned without them. */
  unused_minor: number;
}

/** The same, with the period that the change has led to. */
export interface CountingChange extends CountedRefunds {
  current_period_start: number;
  period_paid: { add_minor: number } | { new_minor: number };
}

export const NO_REFUNDS = '[]';

export const NO_COUNTED_REFUNDS: CountedRefunds = {
  counted_refunds_minor: 0,
  counted_refunds: [],
  unused_minor: 0,
};

/** For a bill that counts every refund of the period. */
export const countAllRefunds = (
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

/** The period after a refund: of the 20 that were paid 5 go back, and 15 are left. */
export function afterReversal<Period extends Sums>(
  period: Period,
  { of, payment_id, rest_minor }: Omit<PeriodRefund, 'paid_minor'>,
): Period {
  const paid_minor = Math.min(rest_minor, period.period_paid_minor);
  const refunds = parsePeriodRefunds(period);
  const before = refunds.find((refund) => refund.of === of);
  const after = {
    of,
    payment_id,
    rest_minor: rest_minor + (before?.rest_minor ?? 0),
    paid_minor: paid_minor + (before?.paid_minor ?? 0),
  };
  const others = refunds.filter((refund) => refund !== before);
  return {
    ...period,
    rest_refunded_minor: period.rest_refunded_minor + rest_minor,
    period_paid_minor: period.period_paid_minor - paid_minor,
    period_refunds: JSON.stringify([...others, after]),
  };
}

/**
 * The period after a refund, or a part of it, has failed: with the 5 of re_1, 20 are paid again. What
 * the period does not know of it was counted by a change of plan, and is undone there: `left_minor`.
 */
export function afterUndoneReversal(
  period: PaidPeriod,
  failed: Pick<PeriodRefund, 'of' | 'rest_minor'>,
): { period: PaidPeriod; left_minor: number } {
  const { left, removed } = withoutPart(parsePeriodRefunds(period), failed);
  return {
    left_minor: failed.rest_minor - removed.rest_minor,
    period: {
      ...period,
      rest_refunded_minor: Math.max(0, period.rest_refunded_minor - removed.rest_minor),
      period_paid_minor: period.period_paid_minor + removed.paid_minor,
      period_refunds: JSON.stringify(left),
    },
  };
}

/**
 * The same where a change of plan has counted the refund. Of 8 for unused time the change has
 * returned 3, because 5 were refunded with re_1. That fails: the change has withheld 5, which are
 * due to the customer, and counts no refund any more.
 */
export function afterUndoneInChange<Change extends CountingChange>(
  period: PaidPeriod,
  change: Change,
  failed: Pick<PeriodRefund, 'of' | 'rest_minor'>,
): { withheld_minor: number; period: PaidPeriod; change: Change; left_minor: number } {
  const { counted_refunds_minor, unused_minor } = change;
  const { left, removed } = withoutPart(change.counted_refunds, failed);
  const still_counted_minor = counted_refunds_minor - removed.rest_minor;
  // No change withholds more than it would have returned.
  const withheld_minor =
    Math.min(counted_refunds_minor, unused_minor) - Math.min(still_counted_minor, unused_minor);
  // Another interval has begun a period of its own, and so has a renewal since.
  const is_same_period =
    'add_minor' in change.period_paid &&
    change.current_period_start === period.current_period_start;
  // What is paid for the period again, less what now leaves it as credit.
  const paid_minor = is_same_period ? removed.paid_minor - withheld_minor : 0;
  return {
    withheld_minor,
    left_minor: failed.rest_minor - removed.rest_minor,
    change: {
      ...change,
      counted_refunds_minor: still_counted_minor,
      counted_refunds: left,
    },
    period: { ...period, period_paid_minor: Math.max(0, period.period_paid_minor + paid_minor) },
  };
}

/** How much of the current period was refunded before refunds were kept one by one. */
export const unnamedRefundsMinor = (period: PaidPeriod): number =>
  Math.max(0, period.rest_refunded_minor - sumRestMinor(parsePeriodRefunds(period)));

/** The period after a part of those has failed. */
export const afterUndoneUnnamed = (period: PaidPeriod, rest_minor: number): PaidPeriod => ({
  ...period,
  rest_refunded_minor: Math.max(0, period.rest_refunded_minor - rest_minor),
  period_paid_minor: period.period_paid_minor + rest_minor,
});

/**
 * The period after a change of plan that has counted refunds: they are deducted once. 20 are paid for
 * it, of which re_1 took 5; the change returns 3 of 8 unused and charges 16 for a larger plan, which
 * adds 13: 28 are paid for it, and nothing of its rest is refunded any more.
 */
export function afterCounting(
  period: Sums,
  {
    counted_refunds_minor,
    counted_refunds,
    period_paid,
  }: Omit<CountingChange, 'current_period_start' | 'unused_minor'>,
): Sums {
  const refunds = parsePeriodRefunds(period);
  const left = counted_refunds.reduce((list, one) => withoutPart(list, one).left, refunds);
  const rest_refunded_minor = Math.max(0, period.rest_refunded_minor - counted_refunds_minor);
  if ('new_minor' in period_paid) {
    return newPeriod(period_paid.new_minor, left, rest_refunded_minor);
  }
  const period_paid_minor = Math.max(0, period.period_paid_minor + period_paid.add_minor);
  return { rest_refunded_minor, period_paid_minor, period_refunds: JSON.stringify(left) };
}

/**
 * A new period, less what was refunded while it was being paid for: that refund was of the period
 * before, the rest of which has paid a part of the new price. A year is paid with 120; re_1 of 5 came
 * in between: 115 are paid for the year.
 */
function newPeriod(price_minor: number, refunds: PeriodRefund[], refunded_minor: number): Sums {
  const unnamed_minor = Math.max(0, refunded_minor - sumRestMinor(refunds));
  const begun: Sums = {
    rest_refunded_minor: unnamed_minor,
    period_paid_minor: Math.max(0, price_minor - unnamed_minor),
    period_refunds: NO_REFUNDS,
  };
  return refunds.reduce((sums, refund) => afterReversal(sums, refund), begun);
}

/**
 * The parts of refunds that a change has counted and that failed while it was being paid for: it has
 * counted 5 of re_1, and the period knows 2 of it now, so 3 have failed.
 */
export const failedSinceCounted = (
  period: Pick<PaidPeriod, 'period_refunds'>,
  { counted_refunds }: Pick<CountedRefunds, 'counted_refunds'>,
): PeriodRefund[] => {
  const refunds = parsePeriodRefunds(period);
  return counted_refunds.flatMap((counted) => {
    const standing = refunds.find(({ of }) => of === counted.of);
    const rest_minor = counted.rest_minor - (standing?.rest_minor ?? 0);
    const paid_minor = counted.paid_minor - (standing?.paid_minor ?? 0);
    return rest_minor > 0 ? [{ ...counted, rest_minor, paid_minor }] : [];
  });
};

/** The period with these, as it was when the change counted them. */
export const withFailedRefunds = <Period extends Sums>(
  period: Period,
  failed: PeriodRefund[],
): Period => failed.reduce((sums, refund) => afterReversal(sums, refund), period);

/**
 * What a cancel has paid back of the period, or would if it were made again. For 8 of unused time,
 * 5 of which were refunded, 3; and 8 once that refund has failed.
 */
export function paidBackAtEndMinor({
  end_refund,
  ...period
}: Omit<PaidPeriod, 'current_period_start' | 'paid_since' | 'period_refunds'>): number {
  const end: EndRefund | null = JSON.parse(end_refund ?? 'null');
  if (end === null) return 0;
  return end.how === 'full'
    ? period.period_paid_minor
    : Math.max(0, end.unused_minor - period.rest_refunded_minor);
}

/** The list without a part of a refund, as far as it is in there: of 5 of re_1, 2 removed, 3 left. */
function withoutPart(
  refunds: PeriodRefund[],
  { of, rest_minor }: Pick<PeriodRefund, 'of' | 'rest_minor'>,
): { left: PeriodRefund[]; removed: Pick<PeriodRefund, 'rest_minor' | 'paid_minor'> } {
  const before = refunds.find((refund) => refund.of === of);
  if (!before) return { left: refunds, removed: { rest_minor: 0, paid_minor: 0 } };
  const rest_left_minor = Math.max(0, before.rest_minor - rest_minor);
  const after = {
    ...before,
    rest_minor: rest_left_minor,
    paid_minor: Math.min(before.paid_minor, rest_left_minor),
  };
  const others = refunds.filter((refund) => refund !== before);
  return {
    left: rest_left_minor === 0 ? others : [...others, after],
    removed: {
      rest_minor: before.rest_minor - after.rest_minor,
      paid_minor: before.paid_minor - after.paid_minor,
    },
  };
}

const sumRestMinor = (refunds: PeriodRefund[]): number =>
  refunds.reduce((sum, { rest_minor }) => sum + rest_minor, 0);
