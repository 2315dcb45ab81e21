import type { Static } from 'typebox';
import { isoInstant, isoInstantOrNull } from '../../platform/core/time.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import {
  allowedActivations,
  expiresAt,
  type Instance,
  type InstanceRow,
  type License,
  licenseStatus,
} from './license.rules.ts';
import { type LicenseWithInstances, listInstances } from './license.sql.ts';
import { asIssued } from './license-key.rules.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';
import type { Licensing } from './licensing.ts';

// All license records are made here. Answers always ask when the instances were last seen, because
// their rows may be an hour behind (see last-seen.ts).

type LicenseRecord = Static<typeof License>;

/**
 * The record for an answer, with the key and the current "last seen" times. The key is made from
 * its seed unless somebody has just sent it (`typed_key`, in its standard form).
 */
export const licenseAnswer = (
  { revealKey, lastSeenAt }: Pick<Licensing, 'revealKey' | 'lastSeenAt'>,
  license: LicenseWithInstances,
  now: number,
  typed_key?: string,
): LicenseRecord => {
  const { key_seed } = license.row;
  const license_key = typed_key ? asIssued(typed_key, key_seed) : revealKey(key_seed);
  return show(license, { license_key, lastSeenAt, now });
};

export const instanceAnswer = (
  { lastSeenAt }: Pick<Licensing, 'lastSeenAt'>,
  instance: InstanceRow,
): Static<typeof Instance> => showInstance(instance, lastSeenAt);

/**
 * The record for an event, which is stored: with the seed instead of the key, and with the "last
 * seen" times of the database. Typed as a plain object, so that no operation can return it.
 */
export const licenseEvent = (license: LicenseWithInstances, now: number): object =>
  show(license, { license_key: license.row.key_seed, lastSeenAt: storedLastSeenAt, now });

/** A license that was changed and saved, after the change is noted and others are notified of it. */
export async function announceChange(
  { tx, emit, audit, now }: Pick<StoreTx, 'tx' | 'emit' | 'audit' | 'now'>,
  before: LicenseWithSubscription,
  row: LicenseWithSubscription,
  event: Parameters<StoreTx['emit']>[0],
): Promise<LicenseWithInstances> {
  const license = await withInstances(tx, row);
  const record = licenseEvent(license, now);
  const was = licenseEvent({ ...license, row: before }, now);
  audit({ target: row.license_id, before: was, after: record });
  emit(event, record);
  return license;
}

/** A locked license together with its newest instances. */
export const withInstances = async (
  tx: Tx,
  row: LicenseWithSubscription,
): Promise<LicenseWithInstances> => ({
  row,
  instances: await listInstances(tx, row.license_id),
});

type LastSeenAt = Licensing['lastSeenAt'];

const storedLastSeenAt: LastSeenAt = ({ last_validated_at }) => last_validated_at;

const show = (
  { row, instances }: LicenseWithInstances,
  { license_key, lastSeenAt, now }: { license_key: string; lastSeenAt: LastSeenAt; now: number },
): LicenseRecord => ({
  license_id: row.license_id,
  object: 'license',
  license_key,
  status: licenseStatus(row, now),
  product_id: row.product_id,
  customer_id: row.customer_id,
  transaction_id: row.transaction_id,
  subscription_id: row.subscription_id,
  activation_limit: allowedActivations(row),
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
