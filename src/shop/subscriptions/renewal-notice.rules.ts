import type { Interval } from '../../platform/core/periods.ts';
import { DAY_MS } from '../../platform/core/time.ts';

/** What of a subscription decides when its renewal is announced. */
interface Renewing {
  status: string;
  cancel_at_period_end: number;
  billing_interval: Interval['interval'];
  billing_interval_count: number;
  current_period_end: number;
  notice_after: number;
}

/** The longest time before a renewal at which a store can have it announced. */
const NOTICE_DAYS_MAX = 60;

/**
 * When to check whether the customer is to be notified of the coming renewal: of plans of a year or
 * longer. `notice_after` is the day that the store has chosen, once it was checked, and the end of
 * the period once the notice was sent. If the period then ends later, it is sent again.
 */
export function renewalNoticeAt(row: Renewing): number | undefined {
  const renews = row.status === 'active' && row.cancel_at_period_end === 0 && isYearly(row);
  const at = Math.max(row.current_period_end - NOTICE_DAYS_MAX * DAY_MS, row.notice_after);
  return renews && at < row.current_period_end ? at : undefined;
}

export const isRenewalNoticeDue = (row: Renewing, now: number): boolean =>
  (renewalNoticeAt(row) ?? Number.POSITIVE_INFINITY) <= now;

const isYearly = ({ billing_interval, billing_interval_count }: Renewing): boolean =>
  billing_interval_count >= { day: 365, week: 52, month: 12, year: 1 }[billing_interval];
