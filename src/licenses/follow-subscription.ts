import type { StoreTx } from '../operation/work.ts';
import { lockLicenseOfSubscription } from './license.sql.ts';
import { licenseEvent, withInstances } from './license-record.ts';

/** A subscription as it was before the step that is being recorded. */
interface Before {
  subscription_id: string;
  status: string;
}

/**
 * A subscription has been saved as paused or canceled: tells that its license cannot be used.
 * What a pause has told already, a cancel does not tell again.
 */
export async function stopLicense(inside: StoreTx, before: Before): Promise<void> {
  if (before.status !== 'paused') await tell(inside, before, 'license.disabled');
}

/** A subscription has been saved as resumed: tells that its license can be used again. */
export async function resumeLicense(inside: StoreTx, before: Before): Promise<void> {
  if (before.status === 'paused') await tell(inside, before, 'license.enabled');
}

/** What the seller, a refund or the plan has disabled stays disabled, and was told then. */
async function tell(
  { tx, emit, now }: StoreTx,
  { subscription_id }: Before,
  type: 'license.disabled' | 'license.enabled',
): Promise<void> {
  const license = await lockLicenseOfSubscription(tx, subscription_id);
  if (license?.disabled_at !== null) return;
  emit(type, licenseEvent(await withInstances(tx, license), now));
}
