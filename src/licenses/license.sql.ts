import type { Reader, Tx } from '../db/database.ts';
import { type Filter, selectFiltered } from '../db/filters.ts';
import { table } from '../db/table.ts';
import {
  INSTANCES_SHOWN,
  type InstanceRow,
  type LicenseRow,
  type LivingLicense,
} from './license.rules.ts';

const licenses = table<LicenseRow>('licenses', 'l', {
  license_id: 'key',
  key_hash: 'changes',
  key_seed: 'changes',
  product_id: 'changes',
  customer_id: 'fixed',
  transaction_id: 'fixed',
  subscription_id: 'fixed',
  quantity: 'changes',
  unit_limit: 'changes',
  activation_limit: 'changes',
  activation_usage: 'changes',
  first_activated_at: 'separate',
  expires_at: 'fixed',
  certificate_days: 'changes',
  disabled_at: 'changes',
  disabled_reason: 'changes',
  created_at: 'fixed',
  updated_at: 'changes',
});

const instances = table<InstanceRow>('license_instances', 'i', {
  license_id: 'key',
  instance_id: 'key',
  instance_name: 'changes',
  fingerprint: 'fixed',
  activated_at: 'fixed',
  last_validated_at: 'changes',
});

// The subscription is looked at, never copied: what it says is always what it is.
const COLUMNS = `${licenses.columns},
    s.status AS subscription_status, s.cancel_at_period_end, s.current_period_end,
    s.grace_ends_at, s.ended_at`;
const FROM = `FROM licenses l
  LEFT JOIN subscriptions s ON s.store_id = l.store_id AND s.subscription_id = l.subscription_id`;
const SELECT = `SELECT ${COLUMNS} ${FROM} WHERE l.store_id = :store_id`;

const FIND = `${SELECT} AND l.license_id = :license_id`;

const findLicense = (reader: Reader, license_id: string) =>
  reader.maybe<LivingLicense>(FIND, { license_id });

// In one statement, so that the license and its instances are of the same instant.
// The license comes last: of two columns of one name, the last is read, and an instance may be absent.
const WITH_INSTANCES = `SELECT ${instances.columns}, ${COLUMNS} ${FROM}
  LEFT JOIN license_instances i ON i.store_id = l.store_id AND i.license_id = l.license_id
  WHERE l.store_id = :store_id`;
const NEWEST_FIRST = `ORDER BY i.instance_id DESC LIMIT ${INSTANCES_SHOWN}`;
const FIND_BY_KEY = `${WITH_INSTANCES} AND l.key_hash = :key_hash ${NEWEST_FIRST}`;
const FIND_WHOLE = `${WITH_INSTANCES} AND l.license_id = :license_id ${NEWEST_FIRST}`;

/** A license and its newest instances. */
export interface WholeLicense {
  row: LivingLicense;
  instances: InstanceRow[];
}

type Joined = LivingLicense & { [name in keyof InstanceRow]: InstanceRow[name] | null };

function whole(rows: Joined[]): WholeLicense | undefined {
  const [row] = rows;
  // Without instances there is one row, which names none.
  const is_used = row !== undefined && row.instance_id !== null;
  return row && { row, instances: is_used ? (rows as (LivingLicense & InstanceRow)[]) : [] };
}

export const findLicenseByKey = async (reader: Reader, key_hash: string) =>
  whole(await reader.all<Joined>(FIND_BY_KEY, { key_hash }));

export const findWholeLicense = async (reader: Reader, license_id: string) =>
  whole(await reader.all<Joined>(FIND_WHOLE, { license_id }));

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

export const insertLicense = licenses.insert;

/** Of a license that was locked in this transaction. */
export const saveLicense = licenses.update;

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

const INSTANCE = `${instances.select} AND i.license_id = :license_id`;

/** Which machine: an instance is found through its license. */
interface Which {
  license_id: string;
  instance_id: string;
}

const FIND_INSTANCE = `${INSTANCE} AND i.instance_id = :instance_id`;

export const findInstance = (reader: Reader, { license_id, instance_id }: Which) =>
  reader.maybe<InstanceRow>(FIND_INSTANCE, { license_id, instance_id });

// Identifiers begin with the time of activation: their order is the order of activation.
const OLDER = `${INSTANCE} AND i.instance_id < :instance_id
  ORDER BY i.instance_id DESC LIMIT 1 OFFSET :others`;
const NEWER = `${INSTANCE} AND i.instance_id > :instance_id
  ORDER BY i.instance_id LIMIT 1 OFFSET :others`;

/** Whether at least so many were activated before it. */
export const hasOlder = async (reader: Reader, { count, ...which }: Which & { count: number }) =>
  (await reader.maybe(OLDER, { ...which, others: count - 1 })) !== undefined;

/** Whether at least so many were activated after it. */
export const hasNewer = async (reader: Reader, { count, ...which }: Which & { count: number }) =>
  (await reader.maybe(NEWER, { ...which, others: count - 1 })) !== undefined;

const FIND_BY_FINGERPRINT = `${INSTANCE} AND i.fingerprint = :fingerprint`;

export const findInstanceByFingerprint = (
  reader: Reader,
  machine: { license_id: string; fingerprint: string },
) => reader.maybe<InstanceRow>(FIND_BY_FINGERPRINT, machine);

const NEWEST = `${INSTANCE} ORDER BY i.instance_id DESC LIMIT ${INSTANCES_SHOWN}`;

/** Of a license that was locked in this transaction. */
export const listInstances = (tx: Tx, license_id: string) =>
  tx.all<InstanceRow>(NEWEST, { license_id });

// Without an index of its own: writing when an instance was seen would cost more than this does.
const LONGEST_UNSEEN = `${INSTANCE} ORDER BY i.last_validated_at, i.instance_id LIMIT :limit`;

export const listLongestUnseen = (reader: Reader, of: { license_id: string; limit: number }) =>
  reader.all<InstanceRow>(LONGEST_UNSEEN, of);

export const insertInstance = instances.insert;
export const renameInstance = instances.update;

const OF_LICENSE = 'WHERE store_id = :store_id AND license_id = :license_id';
const ONE = `${OF_LICENSE} AND instance_id = :instance_id`;
const KEEP = `INSERT INTO ended_instances (store_id, ${instances.names}, deactivated_at)
  SELECT store_id, ${instances.names}, :now FROM license_instances`;
const KEEP_ONE = `${KEEP} ${ONE}`;
const KEEP_ALL = `${KEEP} ${OF_LICENSE}`;
const REMOVE_ONE = `DELETE FROM license_instances ${ONE}`;
const REMOVE_ALL = `DELETE FROM license_instances ${OF_LICENSE}`;

/** Returns 0 when there is none (any more). */
export async function endInstance(
  tx: Tx,
  { license_id, instance_id, now }: Which & { now: number },
): Promise<number> {
  await tx.run(KEEP_ONE, { license_id, instance_id, now });
  return tx.run(REMOVE_ONE, { license_id, instance_id });
}

export async function endAllInstances(
  tx: Tx,
  { license_id, now }: { license_id: string; now: number },
): Promise<void> {
  await tx.run(KEEP_ALL, { license_id, now });
  await tx.run(REMOVE_ALL, { license_id });
}

const HAS_ENDED = `SELECT instance_id FROM ended_instances ${ONE}`;

export const hasEnded = async (reader: Reader, { license_id, instance_id }: Which) =>
  (await reader.maybe(HAS_ENDED, { license_id, instance_id })) !== undefined;

const SEEN = `
  UPDATE license_instances SET last_validated_at = :at
  ${ONE} AND last_validated_at < :at`;

export const saveSeen = (tx: Tx, seen: Which & { at: number }) =>
  tx.run(SEEN, {
    license_id: seen.license_id,
    instance_id: seen.instance_id,
    at: seen.at,
  });

const LIST = 'SELECT l.license_id FROM licenses l WHERE l.store_id = :store_id';

const FILTERS = ['license_id', 'subscription_id', 'customer_id', 'product_id'] as const;

export function listLicenseIds(
  reader: Reader,
  filter: Filter<(typeof FILTERS)[number]>,
  range: { before: string; limit: number },
) {
  const { sql, values } = selectFiltered({ select: LIST, alias: 'l', names: FILTERS }, filter);
  const page = `${sql} AND l.license_id < :before
    ORDER BY l.license_id DESC LIMIT :limit`;
  return reader.all<{ license_id: string }>(page, { ...values, ...range });
}
