import type { Static } from 'typebox';
import { isoInstant } from '../core/time.ts';
import type { Reader } from '../db/database.ts';
import {
  fitted,
  INSTANCES_SHOWN,
  type License,
  type LivingLicense,
  showLicense,
} from './license.rules.ts';
import { listInstances } from './license.sql.ts';
import { asKept } from './license-key.rules.ts';
import type { Licensing } from './licensing.ts';

export type LicenseRecord = Static<typeof License>;

/** The record of a license for an event, which is stored: the key is not in it. */
export async function keptRecord(
  reader: Reader,
  row: LivingLicense,
  now: number,
): Promise<LicenseRecord> {
  const { license_id } = row;
  const instances = await listInstances(reader, { license_id, limit: INSTANCES_SHOWN });
  return showLicense(fitted(row, instances), { instances, keyOf: asKept, now });
}

/** The same for an answer: with the key, and with when its instances were seen last. */
export function withKey(
  kept: LicenseRecord,
  row: LivingLicense,
  { keyOf, seenAt }: Pick<Licensing, 'keyOf' | 'seenAt'>,
): LicenseRecord {
  const instances = kept.instances.map((one) => {
    const at = seenAt(one.instance_id);
    const last_validated_at = at === undefined ? one.last_validated_at : isoInstant(at);
    return last_validated_at > one.last_validated_at ? { ...one, last_validated_at } : one;
  });
  return { ...kept, instances, license_key: keyOf(row.key_seed) };
}
