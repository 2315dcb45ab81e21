import { DAY_MS } from './time.ts';

export interface Interval {
  interval: 'day' | 'week' | 'month' | 'year';
  interval_count: number;
}

/**
 * When period `n` begins. It is computed from the anchor, not from the period before: what began
 * on 31 January renews on 28 or 29 February, and then on 31 March. In UTC, at the anchor's time.
 */
export function periodStart(anchor: number, { interval, interval_count }: Interval, n: number) {
  const count = interval_count * n;
  if (interval === 'day') return anchor + count * DAY_MS;
  if (interval === 'week') return anchor + count * 7 * DAY_MS;
  return addMonths(anchor, interval === 'year' ? count * 12 : count);
}

/** The same day and time in another month, or the last day of that month if it is shorter. */
export function addMonths(instant: number, months: number): number {
  const from = new Date(instant);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last_day = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), last_day);
  return Date.UTC(year, month, day) + (instant - Math.floor(instant / DAY_MS) * DAY_MS);
}

/** Days until a failed payment is tried again: after the first failure, the second, and so on. */
export const RETRY_DAYS = [3, 5, 7, 7];
