import type { Reader } from '../db/database.ts';
import { beyondLimit, type InstanceRow, type LicenseRow } from './license.rules.ts';
import { hasNewer, hasOlder } from './license.sql.ts';

/**
 * Whether an instance is one of those that the limit allows. The oldest are: a smaller quantity
 * takes the places of the newest. Only a license over its limit is looked into, from the end where
 * fewer instances have to be counted.
 */
export async function hasPlace(
  reader: Reader,
  license: LicenseRow,
  { license_id, instance_id }: InstanceRow,
): Promise<boolean> {
  const { activation_limit } = license;
  const beyond = beyondLimit(license);
  if (activation_limit === null || beyond === 0) return true;
  const which = { license_id, instance_id };
  return activation_limit <= beyond
    ? !(await hasOlder(reader, { ...which, count: activation_limit }))
    : await hasNewer(reader, { ...which, count: beyond });
}
