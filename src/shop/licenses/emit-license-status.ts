import type { StoreTx } from '../../platform/operation/work.ts';
import { lockLicenseOfSubscription } from './license.sql.ts';
import { licenseEvent, withInstances } from './license-record.ts';

/** A subscription as it was before the current change. */
interface Before {
  subscription_id: string;
  status: string;
}

/**
 * Emits license.disabled after a subscription was saved as paused or canceled. Canceling a paused
 * subscription emits nothing: the pause already did.
 */
export async function emitLicenseDisabled(context: StoreTx, before: Before): Promise<void> {
  if (before.status !== 'paused') await emitIfEnabled(context, before, 'license.disabled');
}

/** Emits license.enabled after a paused subscription was saved as resumed. */
export async function emitLicenseEnabled(context: StoreTx, before: Before): Promise<void> {
  if (before.status === 'paused') await emitIfEnabled(context, before, 'license.enabled');
}

/** A license that the seller, a refund or the plan has disabled stays disabled: no event. */
async function emitIfEnabled(
  { tx, emit, now }: StoreTx,
  { subscription_id }: Before,
  type: 'license.disabled' | 'license.enabled',
): Promise<void> {
  const license = await lockLicenseOfSubscription(tx, subscription_id);
  if (license?.disabled_at !== null) return;
  emit(type, licenseEvent(await withInstances(tx, license), now));
}
