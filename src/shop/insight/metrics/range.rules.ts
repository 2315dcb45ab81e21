import type { Detail } from '../../../platform/core/errors.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import { dayOf, dayText, firstDayOf, monthOf } from '../../figures/day.rules.ts';

export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** How many of an interval are answered at most, and if nothing is said. */
const INTERVALS_MAX = { day: 400, week: 160, month: 60 };
const INTERVALS_DEFAULT = { day: 30, week: 12, month: 12 };

/** Days since 1970, the first and the last. */
export interface Days {
  from: number;
  to: number;
}

export interface Range extends Days {
  interval: Interval;
  /** The first day of each day, week or month. */
  starts: number[];
  /** The same number of them before that. */
  previous: Days;
}

/** The requested days, or what is wrong with them. `now` is the time of the store. */
export function rangeOf(
  { interval, from, to }: { interval: Interval; from?: string; to?: string },
  now: number,
): Range | Detail {
  const last = parseDay(to) ?? dayOf(now);
  const from_day = parseDay(from);
  // A week or a month that is begun is counted from its beginning.
  const first = startOf(
    interval,
    from_day ?? step(interval, last, 1 - INTERVALS_DEFAULT[interval]),
  );
  if ((from_day ?? first) > last) {
    return from_day === undefined || to !== undefined
      ? { param: 'to', code: 'too_early', message: 'must not be before from' }
      : { param: 'from', code: 'too_late', message: 'must not be after today' };
  }
  const most = INTERVALS_MAX[interval];
  if (step(interval, first, most) <= last) {
    const message = `must be within ${most} ${interval}s of from`;
    return { param: 'to', code: 'too_late', message };
  }
  const starts: number[] = [];
  for (let day = first; day <= last; day = step(interval, day, 1)) starts.push(day);
  const previous = { from: step(interval, first, -starts.length), to: 0 };
  previous.to = sameDayBefore(interval, last, starts.length);
  return { interval, from: first, to: last, starts, previous };
}

const parseDay = (text: string | undefined): number | undefined => {
  const at = text === undefined ? undefined : parseInstant(text, 'start');
  return at === undefined ? undefined : dayOf(at);
};

/** Weeks begin on Monday; the first day of 1970 was a Thursday. */
function startOf(interval: Interval, day: number): number {
  if (interval === 'week') return day - ((day + 3) % 7);
  return interval === 'month' ? firstDayOf(monthOf(day)) : day;
}

/** The beginning of the interval that is so many later. */
function step(interval: Interval, day: number, count: number): number {
  if (interval === 'month') return firstDayOf(monthOf(day) + count);
  return startOf(interval, day) + (interval === 'week' ? 7 : 1) * count;
}

/** The same day so many intervals before. The last day of a month stays the last. */
function sameDayBefore(interval: Interval, day: number, count: number): number {
  if (interval !== 'month') return day - (interval === 'week' ? 7 : 1) * count;
  const month = monthOf(day);
  const last = firstDayOf(month - count + 1) - 1;
  const is_last = firstDayOf(month + 1) - 1 === day;
  return is_last ? last : Math.min(last, firstDayOf(month - count) + day - firstDayOf(month));
}

/** Under which number the sums of an interval are read: that of its day, week or month. */
export const bucketOf = (interval: Interval, start: number): number => {
  if (interval === 'month') return monthOf(start);
  return interval === 'week' ? Math.floor((start + 3) / 7) : start;
};

export const showDays = ({ from, to }: Days) => ({ from: dayText(from), to: dayText(to) });
