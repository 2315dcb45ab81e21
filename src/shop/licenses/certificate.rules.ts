import { DAY_MS } from '../../platform/core/time.ts';
import type { Settings } from '../store/store-settings.rules.ts';
import { expiresAt } from './license.rules.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';

/**
 * When a certificate expires: after as many days as the license says, but no later than the license
 * itself, and no later than it would end if no further payment was made.
 */
export function certificateEnd(
  row: LicenseWithSubscription,
  { now, ...grace }: Grace & { now: number },
): number {
  const days_end = now + row.certificate_days * DAY_MS;
  const ends = [days_end, expiresAt(row), graceEnd(row, grace), partialEnd(row, { ...grace, now })];
  return Math.min(...ends.filter((end) => end !== null));
}

/** What the days depend on for which a license stays valid after a payment failed. */
interface Grace {
  settings: Settings;
  /** Whether anything was ever paid for the subscription. */
  has_paid: boolean;
  /** Whether the place of this machine is paid for a whole period. */
  is_whole: boolean;
}

/** When the license would end if the next payment failed: the paid period plus the grace period. */
function graceEnd(row: LicenseWithSubscription, { settings, has_paid }: Grace): number | null {
  const { subscription_status, current_period_end, grace_ends_at } = row;
  if (subscription_status === 'past_due' && grace_ends_at !== null) return grace_ends_at;
  if (current_period_end === null) return null;
  const retry_days = settings.retry_days.reduce((all, days) => all + days, 0);
  const license_days = has_paid ? settings.past_due_license_days : settings.unpaid_license_days;
  return current_period_end + Math.min(license_days ?? retry_days, retry_days) * DAY_MS;
}

/**
 * A place that is paid for a part of a period only has no more than what is paid, and a day: twenty
 * places for the last second cost nothing, and were good for three weeks without a network.
 */
function partialEnd(
  { current_period_end }: LicenseWithSubscription,
  { is_whole, now }: Grace & { now: number },
): number | null {
  if (is_whole || current_period_end === null) return null;
  // While the next period is being paid for, the license is valid: for a day at a time.
  return Math.max(now, current_period_end) + DAY_MS;
}
