import type { Static } from 'typebox';
import { isoInstant, isoInstantOrNull } from '../core/time.ts';
import type { Tx } from '../db/database.ts';
import {
  expiresAt,
  type Instance,
  type InstanceRow,
  type License,
  type LivingLicense,
  statusOf,
} from './license.rules.ts';
import { listInstances, type WholeLicense } from './license.sql.ts';
import type { Licensing } from './licensing.ts';

// Every record of a license is made here, and none can be answered without asking when its
// instances were last seen: their rows may be an hour behind (see last-seen.ts).

type LicenseRecord = Static<typeof License>;

/** For an answer: with the key, and with when its instances were last seen. */
export const licenseAnswer = (
  { keyOf, lastSeenAt }: Pick<Licensing, 'keyOf' | 'lastSeenAt'>,
  license: WholeLicense,
  now: number,
  license_key = keyOf(license.row.key_seed),
): LicenseRecord => show(license, { license_key, lastSeenAt, now });

export const instanceAnswer = (
  { lastSeenAt }: Pick<Licensing, 'lastSeenAt'>,
  instance: InstanceRow,
): Static<typeof Instance> => showInstance(instance, lastSeenAt);

/**
 * For an event, which is stored: with the seed in the place of the key, and with what the rows say.
 * Its type says nothing about it, so that no operation can answer with it.
 */
export const licenseEvent = (license: WholeLicense, now: number): object =>
  show(license, { license_key: license.row.key_seed, lastSeenAt: writtenAt, now });

/** A license that is locked, and its newest instances. */
export const withInstances = async (tx: Tx, row: LivingLicense): Promise<WholeLicense> => ({
  row,
  instances: await listInstances(tx, row.license_id),
});

type LastSeenAt = Licensing['lastSeenAt'];

const writtenAt: LastSeenAt = ({ last_validated_at }) => last_validated_at;

const show = (
  { row, instances }: WholeLicense,
  { license_key, lastSeenAt, now }: { license_key: string; lastSeenAt: LastSeenAt; now: number },
): LicenseRecord => ({
  license_id: row.license_id,
  object: 'license',
  license_key,
  status: statusOf(row, now),
  product_id: row.product_id,
  customer_id: row.customer_id,
  transaction_id: row.transaction_id,
  subscription_id: row.subscription_id,
  activation_limit: row.activation_limit,
  activation_usage: row.activation_usage,
  instances: instances.map((one) => showInstance(one, lastSeenAt)),
  expires_at: isoInstantOrNull(expiresAt(row)),
  created_at: isoInstant(row.created_at),
  updated_at: isoInstant(row.updated_at),
});

const showInstance = (row: InstanceRow, lastSeenAt: LastSeenAt): Static<typeof Instance> => ({
  instance_id: row.instance_id,
  instance_name: row.instance_name,
  fingerprint: row.fingerprint,
  activated_at: isoInstant(row.activated_at),
  last_validated_at: isoInstant(lastSeenAt(row)),
});
