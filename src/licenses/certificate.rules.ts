import { DAY_MS } from '../core/time.ts';
import type { Settings } from '../stores/store-settings.rules.ts';
import { expiresAt, type LicenseWithSubscription } from './license.rules.ts';

/**
 * When a certificate expires: after as many days as the license says, but no later than the license
 * itself, and no later than it would end if no further payment was made.
 */
export function certificateEnd(
  row: LicenseWithSubscription,
  settings: Settings,
  now: number,
): number {
  const ends = [now + row.certificate_days * DAY_MS, expiresAt(row), graceEnd(row, settings)];
  return Math.min(...ends.filter((end) => end !== null));
}

/** When the license would end if the next payment failed: the paid period plus the grace period. */
function graceEnd(row: LicenseWithSubscription, settings: Settings): number | null {
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
