import type { Static } from 'typebox';
import { isoInstant } from '../core/time.ts';
import type { Tx } from '../db/database.ts';
import { type License, type LivingLicense, showLicense } from './license.rules.ts';
import { listInstances } from './license.sql.ts';
import { asKept } from './license-key.rules.ts';
import type { Licensing } from './licensing.ts';

export type LicenseRecord = Static<typeof License>;

/** The record of a license that is locked, for an event, which is stored: the key is not in it. */
export async function keptRecord(tx: Tx, row: LivingLicense, now: number): Promise<LicenseRecord> {
  const instances = await listInstances(tx, row.license_id);
  return showLicense(row, { instances, keyOf: asKept, now });
}

/** The same for an answer: with the key, and with when its instances were seen last. */
export function withKey(
  kept: LicenseRecord,
  license_key: string,
  { seenAt }: Pick<Licensing, 'seenAt'>,
): LicenseRecord {
  const instances = kept.instances.map((one) => {
    const at = seenAt(one.instance_id);
    const last_validated_at = at === undefined ? one.last_validated_at : isoInstant(at);
    return last_validated_at > one.last_validated_at ? { ...one, last_validated_at } : one;
  });
  return { ...kept, instances, license_key };
}
