import { DAY_MS } from '../core/time.ts';
import type { Settings } from '../stores/store-settings.rules.ts';
import { expiresAt, type LivingLicense } from './license.rules.ts';

/**
 * Until when somebody without a network may go on: as many days as the license says, but not
 * beyond its end, nor beyond the time in which it would still be good if nothing more was paid.
 */
export function certificateEnd(row: LivingLicense, settings: Settings, now: number): number {
  const ends = [now + row.certificate_days * DAY_MS, expiresAt(row), graceEnd(row, settings)];
  return Math.min(...ends.filter((end) => end !== null));
}

/** The end of what is paid, and of the time in which a payment that failed is tried again. */
function graceEnd(row: LivingLicense, settings: Settings): number | null {
  const { subscription_status, current_period_end, grace_ends_at } = row;
  if (subscription_status === 'past_due' && grace_ends_at !== null) return grace_ends_at;
  if (current_period_end === null) return null;
  const retry_days = settings.retry_days.reduce((all, days) => all + days, 0);
  const days =
    subscription_status === 'trialing'
      ? settings.unpaid_license_days
      : (settings.past_due_license_days ?? retry_days);
  return current_period_end + Math.min(days, retry_days) * DAY_MS;
}
