import { GRACE_DAYS } from '../core/periods.ts';
import { DAY_MS } from '../core/time.ts';
import { expiresAt, type LivingLicense } from './license.rules.ts';

/**
 * Until when somebody without a network may go on: as many days as the license says, but not
 * beyond its end, nor beyond the time in which it would still be good if nothing more was paid.
 */
export function certificateEnd(row: LivingLicense, now: number): number {
  const ends = [now + row.certificate_days * DAY_MS, expiresAt(row), graceEnd(row)];
  return Math.min(...ends.filter((end) => end !== null));
}

/** The end of what is paid, and of the time in which a payment that failed is tried again. */
function graceEnd(row: LivingLicense): number | null {
  const { subscription_status, current_period_end, grace_ends_at } = row;
  if (subscription_status === 'past_due' && grace_ends_at !== null) return grace_ends_at;
  return current_period_end === null ? null : current_period_end + GRACE_DAYS * DAY_MS;
}
