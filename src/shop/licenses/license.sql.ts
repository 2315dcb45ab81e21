import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Filter } from '../../platform/db/filters.ts';
import { listFiltered } from '../../platform/db/list-filtered.ts';
import { adds, changes, locks, reads } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import { INSTANCES_ANSWERED, INSTANCES_SHOWN, type InstanceRow } from './license.rules.ts';
import type { LicenseRow, LicenseWithSubscription } from './license-row.rules.ts';

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
  extra_activations: 'changes',
  activation_usage: 'changes',
  first_activated_at: 'separate',
  expires_at: 'changes',
  certificate_days: 'changes',
  disabled_at: 'changes',
  disabled_reason: 'changes',
  lacks_plan: 'changes',
  whole_places: 'changes',
  partial_since: 'changes',
  search_entry: 'separate',
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

// The last period of a subscription that is canceled may still be under way to be paid: then that
// is the one it ends with, and not the one before.
const CANCEL_AT_PERIOD_END = `CASE WHEN s.cancel_at_period_end = 1 AND EXISTS (
      SELECT 1 FROM transactions t
      WHERE t.store_id = s.store_id AND t.subscription_id = s.subscription_id
        AND t.status = 'pending' AND t.type = 'renewal' AND t.give_back_minor IS NULL)
    THEN 0 ELSE s.cancel_at_period_end END AS cancel_at_period_end`;
// Read from the subscription each time, never copied into the license: a copy could be outdated.
const COLUMNS = `${licenses.columns},
    s.status AS subscription_status, ${CANCEL_AT_PERIOD_END}, s.current_period_start,
    s.current_period_end, s.grace_ends_at, s.ended_at`;
const FROM = `FROM licenses l
  LEFT JOIN subscriptions s ON s.store_id = l.store_id AND s.subscription_id = l.subscription_id`;
const SELECT = `SELECT ${COLUMNS} ${FROM} WHERE l.store_id = :store_id`;

// One statement, so that the license and its instances are read at the same instant.
// The license's columns come last: where two columns have the same name, the last one is read, and
// those of a missing instance are null.
const WITH_INSTANCES = `SELECT ${instances.columns}, ${COLUMNS} ${FROM}
  LEFT JOIN license_instances i ON i.store_id = l.store_id AND i.license_id = l.license_id
  WHERE l.store_id = :store_id`;
const NEWEST_FIRST = 'ORDER BY i.instance_id DESC LIMIT';
const FIND_BY_KEY = `${WITH_INSTANCES} AND l.key_hash = :key_hash
  ${NEWEST_FIRST} ${INSTANCES_ANSWERED}`;
const FIND_BY_ID = `${WITH_INSTANCES} AND l.license_id = :license_id
  ${NEWEST_FIRST} ${INSTANCES_SHOWN}`;

const FIND_BY_PURCHASE = `${WITH_INSTANCES} AND l.transaction_id = :transaction_id
  ${NEWEST_FIRST} ${INSTANCES_SHOWN}`;

/** A license and its newest instances. */
export interface LicenseWithInstances {
  row: LicenseWithSubscription;
  instances: InstanceRow[];
}

type Joined = LicenseWithSubscription & { [name in keyof InstanceRow]: InstanceRow[name] | null };

function joinInstances(rows: Joined[]): LicenseWithInstances | undefined {
  const [row] = rows;
  // A license without instances is one row, with null in the columns of the instance.
  const is_used = row !== undefined && row.instance_id !== null;
  return (
    row && { row, instances: is_used ? (rows as (LicenseWithSubscription & InstanceRow)[]) : [] }
  );
}

export const findLicenseByKey = async (reader: Reader, key_hash: string) =>
  joinInstances(await reader.all<Joined>(FIND_BY_KEY, { key_hash }));

export const findLicenseWithInstances = async (reader: Reader, license_id: string) =>
  joinInstances(await reader.all<Joined>(FIND_BY_ID, { license_id }));

export const findLicenseOfPurchase = async (reader: Reader, transaction_id: string) =>
  joinInstances(await reader.all<Joined>(FIND_BY_PURCHASE, { transaction_id }));

const LOCK = 'SELECT license_id FROM licenses WHERE store_id = :store_id';

/** Locks the license that a condition finds, and reads it with its subscription only then. */
function locker(column: string) {
  const found_by = `${column} = :value`;
  const of_subscription = column === 'subscription_id' ? [found_by] : [];
  const lock = locks('licenses', found_by)`${LOCK} AND ${column} = :value FOR UPDATE`;
  const find = reads('licenses', found_by)
    .reads('subscriptions', ...of_subscription)
    .reads('transactions', ...of_subscription)`${SELECT} AND l.${column} = :value`;
  return (tx: Tx, value: string) => tx.maybeLocked<LicenseWithSubscription>(lock, find, { value });
}

export const lockLicense = locker('license_id');
export const lockLicenseByKey = locker('key_hash');
export const lockLicenseOfPurchase = locker('transaction_id');
export const lockLicenseOfSubscription = locker('subscription_id');

export const insertLicense = licenses.insert;

/** The license must be locked in this transaction. */
export const saveLicense = licenses.update;

const TAKE_SEAT = changes('licenses', 'license_id')`
  UPDATE licenses SET activation_usage = activation_usage + 1,
    first_activated_at = COALESCE(first_activated_at, :now), updated_at = :now
  WHERE store_id = :store_id AND license_id = :license_id
    AND (activation_limit IS NULL OR activation_usage < activation_limit + extra_activations)`;

/** Returns 0 when all seats are taken. */
export const takeSeat = (tx: Tx, place: { license_id: string; now: number }) =>
  tx.run(TAKE_SEAT, place);

const FREE_SEAT = changes('licenses', 'license_id')`
  UPDATE licenses SET activation_usage = activation_usage - 1, updated_at = :now
  WHERE store_id = :store_id AND license_id = :license_id`;

export const freeSeat = (tx: Tx, place: { license_id: string; now: number }) =>
  tx.run(FREE_SEAT, place);

const INSTANCE = `${instances.select} AND i.license_id = :license_id`;

/** An instance is found by its license and its own identifier. */
interface InstanceRef {
  license_id: string;
  instance_id: string;
}

const FIND_INSTANCE = `${INSTANCE} AND i.instance_id = :instance_id`;

export const findInstance = (reader: Reader, { license_id, instance_id }: InstanceRef) =>
  reader.maybe<InstanceRow>(FIND_INSTANCE, { license_id, instance_id });

// Identifiers begin with the time of activation, so their order is the order of activation.
const OLDER = `${INSTANCE} AND i.instance_id < :instance_id
  ORDER BY i.instance_id DESC LIMIT 1 OFFSET :others`;
const NEWER = reads('license_instances', 'license_id')`${INSTANCE} AND i.instance_id > :instance_id
  ORDER BY i.instance_id LIMIT 1 OFFSET :others`;

/** Whether at least `count` instances were activated before this one. */
export const hasOlderInstances = async (
  reader: Reader,
  { count, ...which }: InstanceRef & { count: number },
) => (await reader.maybe(OLDER, { ...which, others: count - 1 })) !== undefined;

/** Whether at least `count` instances were activated after this one. */
export const hasNewerInstances = async (
  reader: Reader,
  { count, ...which }: InstanceRef & { count: number },
) => (await reader.maybe(NEWER, { ...which, others: count - 1 })) !== undefined;

const FIND_BY_FINGERPRINT = `${INSTANCE} AND i.fingerprint = :fingerprint`;

export const findInstanceByFingerprint = (
  reader: Reader,
  machine: { license_id: string; fingerprint: string },
) => reader.maybe<InstanceRow>(FIND_BY_FINGERPRINT, machine);

const NEWEST = reads('license_instances', 'license_id')`
  ${INSTANCE} ${NEWEST_FIRST} ${INSTANCES_ANSWERED}`;

/** The license must be locked in this transaction. */
export const listInstances = (tx: Tx, license_id: string) =>
  tx.all<InstanceRow>(NEWEST, { license_id });

// Has no index: keeping one up to date with every validation would cost more than this sort.
const LONGEST_UNSEEN = reads('license_instances', 'license_id')`
  ${INSTANCE} ORDER BY i.last_validated_at, i.instance_id LIMIT :limit`;

export const listLongestUnseen = (reader: Reader, of: { license_id: string; limit: number }) =>
  reader.all<InstanceRow>(LONGEST_UNSEEN, of);

export const insertInstance = instances.insert;
export const renameInstance = instances.update;

const OF_LICENSE = 'WHERE store_id = :store_id AND license_id = :license_id';
const ONE = `${OF_LICENSE} AND instance_id = :instance_id`;
const ARCHIVE = adds('ended_instances').reads('license_instances')`
  INSERT INTO ended_instances (store_id, ${instances.names}, deactivated_at)
  SELECT store_id, ${instances.names}, :now FROM license_instances`;
const ARCHIVE_ONE = adds('ended_instances').reads('license_instances')`${ARCHIVE} ${ONE}`;
const ARCHIVE_ALL = adds('ended_instances').reads('license_instances')`
  ${ARCHIVE} ${OF_LICENSE}`;
const REMOVE_ONE = changes('license_instances', 'license_id', 'instance_id')`
  DELETE FROM license_instances ${ONE}`;
const REMOVE_ALL = changes('license_instances', 'license_id')`
  DELETE FROM license_instances ${OF_LICENSE}`;

/** Returns 0 when the license does not have this instance (any more). */
export async function removeInstance(
  tx: Tx,
  { license_id, instance_id, now }: InstanceRef & { now: number },
): Promise<number> {
  await tx.run(ARCHIVE_ONE, { license_id, instance_id, now });
  return tx.run(REMOVE_ONE, { license_id, instance_id });
}

export async function removeAllInstances(
  tx: Tx,
  { license_id, now }: { license_id: string; now: number },
): Promise<void> {
  await tx.run(ARCHIVE_ALL, { license_id, now });
  await tx.run(REMOVE_ALL, { license_id });
}

const HAS_ENDED = `SELECT instance_id FROM ended_instances ${ONE}`;

export const wasRemoved = async (reader: Reader, { license_id, instance_id }: InstanceRef) =>
  (await reader.maybe(HAS_ENDED, { license_id, instance_id })) !== undefined;

const ENDED = `SELECT ${instances.columns}, i.deactivated_at FROM ended_instances i
  WHERE i.store_id = :store_id AND i.license_id = :license_id
  ORDER BY i.instance_id DESC LIMIT ${INSTANCES_SHOWN}`;

/** The machines on which it is no longer used, newest first. */
export const listEndedInstances = (reader: Reader, license_id: string) =>
  reader.all<InstanceRow & { deactivated_at: number }>(ENDED, { license_id });

const SEEN = changes('license_instances', 'license_id', 'instance_id')`
  UPDATE license_instances SET last_validated_at = :at
  ${ONE} AND last_validated_at < :at`;

export const saveLastSeen = (tx: Tx, seen: InstanceRef & { at: number }) =>
  tx.run(SEEN, {
    license_id: seen.license_id,
    instance_id: seen.instance_id,
    at: seen.at,
  });

const FILTERS = [
  ...(['license_id', 'transaction_id', 'subscription_id'] as const),
  ...(['customer_id', 'product_id'] as const),
] as const;
const LIST = {
  select: 'SELECT l.license_id FROM licenses l WHERE l.store_id = :store_id',
  alias: 'l',
  table: 'licenses',
  key: 'license_id',
  names: FILTERS,
};

export const listLicenseIds = (
  reader: Reader,
  filter: Filter<(typeof FILTERS)[number]>,
  range: { before: string; limit: number },
) => listFiltered<{ license_id: string }, (typeof FILTERS)[number]>(reader, LIST, filter, range);
