import type { Reader } from '../../platform/db/database.ts';
import { allowedActivations, type InstanceRow, instancesOverLimit } from './license.rules.ts';
import { hasNewerInstances, hasOlderInstances } from './license.sql.ts';
import type { LicenseRow } from './license-row.rules.ts';

/**
 * Whether an instance has one of the seats that the limit allows. The oldest instances keep theirs
 * when the limit becomes smaller. Instances are counted only if the license is over its limit, and
 * from the end where there are fewer to count.
 */
export async function hasSeat(
  reader: Reader,
  license: LicenseRow,
  { license_id, instance_id }: InstanceRow,
): Promise<boolean> {
  const activation_limit = allowedActivations(license);
  const beyond = instancesOverLimit({ ...license, activation_limit });
  if (activation_limit === null || beyond === 0) return true;
  if (activation_limit === 0) return false;
  const which = { license_id, instance_id };
  return activation_limit <= beyond
    ? !(await hasOlderInstances(reader, { ...which, count: activation_limit }))
    : await hasNewerInstances(reader, { ...which, count: beyond });
}
