import type { Reader, Tx } from '../db/database.ts';
import type { InstanceRow, LicenseRow, LivingLicense } from './license.rules.ts';

const NAMES = [
  'license_id',
  'key_hash',
  'key_seed',
  'product_id',
  'customer_id',
  'transaction_id',
  'subscription_id',
  'quantity',
  'unit_limit',
  'activation_limit',
  'activation_usage',
  'first_activated_at',
  'expires_at',
  'disabled_at',
  'disabled_reason',
  'created_at',
  'updated_at',
] as const satisfies (keyof LicenseRow)[];

// The subscription is looked at, never copied: what it says is always what it is.
const SELECT = `SELECT ${NAMES.map((name) => `l.${name}`).join(', ')},
    s.status AS subscription_status, s.cancel_at_period_end, s.current_period_end, s.ended_at
  FROM licenses l
  LEFT JOIN subscriptions s ON s.store_id = l.store_id AND s.subscription_id = l.subscription_id
  WHERE l.store_id = :store_id`;

const FIND = `${SELECT} AND l.license_id = :license_id`;

export const findLicense = (reader: Reader, license_id: string) =>
  reader.maybe<LivingLicense>(FIND, { license_id });

const FIND_BY_KEY = `${SELECT} AND l.key_hash = :key_hash`;

export const findLicenseByKey = (reader: Reader, key_hash: string) =>
  reader.maybe<LivingLicense>(FIND_BY_KEY, { key_hash });

const FIND_BY_SUBSCRIPTION = `${SELECT} AND l.subscription_id = :subscription_id`;

export const findLicenseOfSubscription = (reader: Reader, subscription_id: string) =>
  reader.maybe<LivingLicense>(FIND_BY_SUBSCRIPTION, { subscription_id });

const LOCK = 'SELECT license_id FROM licenses WHERE store_id = :store_id';
const LOCK_BY_ID = `${LOCK} AND license_id = :license_id FOR UPDATE`;
const LOCK_BY_KEY = `${LOCK} AND key_hash = :key_hash FOR UPDATE`;
const LOCK_BY_PURCHASE = `${LOCK} AND transaction_id = :transaction_id FOR UPDATE`;
const LOCK_BY_SUBSCRIPTION = `${LOCK} AND subscription_id = :subscription_id FOR UPDATE`;

type Found = { license_id: string };

/** Reads it after the lock is held, so that what is read is what is locked. */
async function locked(tx: Tx, found: Found | undefined): Promise<LivingLicense | undefined> {
  return found && (await findLicense(tx, found.license_id));
}

export const lockLicense = async (tx: Tx, license_id: string) =>
  locked(tx, await tx.maybe<Found>(LOCK_BY_ID, { license_id }));

export const lockLicenseByKey = async (tx: Tx, key_hash: string) =>
  locked(tx, await tx.maybe<Found>(LOCK_BY_KEY, { key_hash }));

export const lockLicenseOfPurchase = async (tx: Tx, transaction_id: string) =>
  locked(tx, await tx.maybe<Found>(LOCK_BY_PURCHASE, { transaction_id }));

export const lockLicenseOfSubscription = async (tx: Tx, subscription_id: string) =>
  locked(tx, await tx.maybe<Found>(LOCK_BY_SUBSCRIPTION, { subscription_id }));

const INSERT = `
  INSERT INTO licenses (store_id, ${NAMES.join(', ')})
  VALUES (:store_id, ${NAMES.map((name) => `:${name}`).join(', ')})`;

export const insertLicense = (tx: Tx, row: LicenseRow) => tx.run(INSERT, { ...row });

const SAVE = `
  UPDATE licenses SET key_hash = :key_hash, key_seed = :key_seed, product_id = :product_id,
    quantity = :quantity, unit_limit = :unit_limit, activation_limit = :activation_limit,
    activation_usage = :activation_usage, disabled_at = :disabled_at,
    disabled_reason = :disabled_reason, updated_at = :updated_at
  WHERE store_id = :store_id AND license_id = :license_id`;

/** Of a license that was locked in this transaction. */
export const saveLicense = (tx: Tx, row: LicenseRow) => tx.run(SAVE, { ...row });

const TAKE_PLACE = `
  UPDATE licenses SET activation_usage = activation_usage + 1,
    first_activated_at = COALESCE(first_activated_at, :now), updated_at = :now
  WHERE store_id = :store_id AND license_id = :license_id
    AND (activation_limit IS NULL OR activation_usage < activation_limit)`;

/** Returns 0 when all places are taken. */
export const takePlace = (tx: Tx, place: { license_id: string; now: number }) =>
  tx.run(TAKE_PLACE, place);

const GIVE_PLACE = `
  UPDATE licenses SET activation_usage = activation_usage - 1, updated_at = :now
  WHERE store_id = :store_id AND license_id = :license_id`;

export const givePlace = (tx: Tx, place: { license_id: string; now: number }) =>
  tx.run(GIVE_PLACE, place);

const INSTANCE = `SELECT instance_id, license_id, instance_name, fingerprint, activated_at,
    last_validated_at, deactivated_at
  FROM license_instances WHERE store_id = :store_id AND `;

const FIND_INSTANCE = `${INSTANCE} instance_id = :instance_id`;

export const findInstance = (reader: Reader, instance_id: string) =>
  reader.maybe<InstanceRow>(FIND_INSTANCE, { instance_id });

const FIND_BY_FINGERPRINT = `${INSTANCE} license_id = :license_id AND fingerprint = :fingerprint
  AND deactivated_at IS NULL`;

export const findInstanceByFingerprint = (
  reader: Reader,
  machine: { license_id: string; fingerprint: string },
) => reader.maybe<InstanceRow>(FIND_BY_FINGERPRINT, machine);

const LIVE = `${INSTANCE} license_id = :license_id AND deactivated_at IS NULL
  ORDER BY instance_id DESC LIMIT :limit`;

export const listInstances = (reader: Reader, of: { license_id: string; limit: number }) =>
  reader.all<InstanceRow>(LIVE, of);

const LONGEST_UNSEEN = `${INSTANCE} license_id = :license_id AND deactivated_at IS NULL
  ORDER BY last_validated_at, instance_id LIMIT :limit`;

export const listLongestUnseen = (reader: Reader, of: { license_id: string; limit: number }) =>
  reader.all<InstanceRow>(LONGEST_UNSEEN, of);

const INSERT_INSTANCE = `
  INSERT INTO license_instances (store_id, instance_id, license_id, instance_name, fingerprint,
    activated_at, last_validated_at)
  VALUES (:store_id, :instance_id, :license_id, :instance_name, :fingerprint, :activated_at,
    :last_validated_at)`;

export const insertInstance = (tx: Tx, { deactivated_at: _, ...row }: InstanceRow) =>
  tx.run(INSERT_INSTANCE, row);

const RENAME = `
  UPDATE license_instances SET instance_name = :instance_name,
    last_validated_at = :last_validated_at
  WHERE store_id = :store_id AND instance_id = :instance_id`;

export const renameInstance = (
  tx: Tx,
  { instance_id, instance_name, last_validated_at }: InstanceRow,
) => tx.run(RENAME, { instance_id, instance_name, last_validated_at });

const END = `
  UPDATE license_instances SET deactivated_at = :now
  WHERE store_id = :store_id AND instance_id = :instance_id AND deactivated_at IS NULL`;

/** Returns 0 when it has ended before. */
export const endInstance = (tx: Tx, end: { instance_id: string; now: number }) => tx.run(END, end);

const END_ALL = `
  UPDATE license_instances SET deactivated_at = :now
  WHERE store_id = :store_id AND license_id = :license_id AND deactivated_at IS NULL`;

export const endAllInstances = (tx: Tx, end: { license_id: string; now: number }) =>
  tx.run(END_ALL, end);

const SEEN = `
  UPDATE license_instances SET last_validated_at = :at
  WHERE store_id = :store_id AND instance_id = :instance_id AND last_validated_at < :at`;

export const saveSeen = (tx: Tx, seen: { instance_id: string; at: number }) => tx.run(SEEN, seen);

// The first filter that is given leads and has an index; the others must not (see transactions).
const FILTERS = ['license_id', 'subscription_id', 'customer_id', 'product_id'] as const;

export function listLicenseRows(
  reader: Reader,
  filter: { [name in (typeof FILTERS)[number]]?: string | undefined },
  range: { before: string; limit: number },
) {
  const given = FILTERS.filter((name) => filter[name] !== undefined);
  const conditions = given.map((name, at) =>
    at === 0 ? `l.${name} = :${name}` : `COALESCE(l.${name}, '') = :${name}`,
  );
  const values = Object.fromEntries(given.map((name) => [name, filter[name] ?? '']));
  const sql = `${[SELECT, ...conditions].join(' AND ')} AND l.license_id < :before
    ORDER BY l.license_id DESC LIMIT :limit`;
  return reader.all<LivingLicense>(sql, { ...values, ...range });
}
