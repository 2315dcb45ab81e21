import type { StoreTx } from '../../platform/operation/work.ts';
import { countDeactivation, usageOf } from './license.rules.ts';
import { freeSeat, type LicenseWithInstances, removeInstance, wasRemoved } from './license.sql.ts';
import { licenseEvent, withInstances } from './license-record.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';

/**
 * Frees the place of an instance of a locked license; again, it changes nothing. Undefined when the
 * license never had such an instance.
 */
export async function freePlace(
  { tx, emit, audit, now }: StoreTx,
  before: LicenseWithSubscription,
  instance_id: string,
): Promise<LicenseWithInstances | undefined> {
  const { license_id } = before;
  const ends = (await removeInstance(tx, { license_id, instance_id, now })) === 1;
  if (!ends) {
    const was_removed = await wasRemoved(tx, { license_id, instance_id });
    return was_removed ? withInstances(tx, before) : undefined;
  }
  await freeSeat(tx, { license_id, now });
  const row = countDeactivation(before, now);
  const license = await withInstances(tx, row);
  audit({ target: license_id, before: usageOf(before), after: usageOf(row) });
  emit('license.deactivated', licenseEvent(license, now));
  return license;
}
