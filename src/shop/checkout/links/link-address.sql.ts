import type { StoreMode } from '../../../platform/core/access.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { StoreWithBrand } from '../../store/brand.rules.ts';

/** Of an address: its link is there, was there before its slug changed, or was deleted there. */
type AddressStatus = 'current' | 'former' | 'deleted';

interface AddressRow {
  address: string;
  /** That of the store. */
  mode: StoreMode;
  payment_link_id: string;
  status: AddressStatus;
  changed_at: number;
}

const addresses = table<AddressRow>(
  'payment_link_addresses',
  'a',
  {
    address: 'key',
    mode: 'fixed',
    payment_link_id: 'changes',
    status: 'changes',
    changed_at: 'changes',
  },
  { unread: ['is_at_buy'] },
);

interface Place {
  mode: StoreMode;
  address: string;
}

// Of whatever store: addresses name none.
const HOLDER = locks('payment_link_addresses', 'address')`
  SELECT a.store_id, a.status FROM payment_link_addresses a
  WHERE a.mode = :mode AND a.address = :address
    AND (a.store_id = :store_id OR a.store_id <> :store_id) FOR UPDATE`;

/** Whose an address is or was, locked. */
export const lockHolder = (tx: Tx, place: Place) =>
  tx.maybe<{ store_id: string; status: AddressStatus }>(HOLDER, { ...place });

/** Keeps that a link is at an address, where nothing of another store's is. */
export const saveAddress = addresses.save;

const LEAVE = changes('payment_link_addresses', 'address')`
  UPDATE payment_link_addresses SET status = 'former', changed_at = :now
  WHERE store_id = :store_id AND address = :address`;

/** Keeps that a link was at an address until now. */
export const leaveAddress = (tx: Tx, of: { address: string; now: number }) => tx.run(LEAVE, of);

const CLOSE = changes('payment_link_addresses', 'payment_link_id')`
  UPDATE payment_link_addresses SET status = 'deleted', changed_at = :now
  WHERE store_id = :store_id AND payment_link_id = :payment_link_id`;

/** Keeps that the link at all of its addresses was deleted. */
export const closeAddresses = (tx: Tx, of: { payment_link_id: string; now: number }) =>
  tx.run(CLOSE, of);

const FREE = changes('payment_link_addresses', 'address')`
  DELETE FROM payment_link_addresses
  WHERE mode = :mode AND address = :address AND store_id <> :store_id AND status = 'deleted'`;

/** Forgets that a link of another store was deleted at an address. */
export const freeAddress = (tx: Tx, place: Place) => tx.run(FREE, { ...place });

const FORGET = changes('payment_link_addresses', 'payment_link_id')`
  DELETE FROM payment_link_addresses
  WHERE store_id = :store_id AND payment_link_id = :payment_link_id AND status = 'former'
    AND address NOT IN (
      SELECT newest.address FROM payment_link_addresses newest
      WHERE newest.store_id = :store_id AND newest.payment_link_id = :payment_link_id
        AND newest.status = 'former'
      ORDER BY newest.changed_at DESC, newest.address LIMIT :kept)`;

/** Forgets the oldest former addresses of a link. */
export const forgetAddresses = (tx: Tx, of: { payment_link_id: string; kept: number }) =>
  tx.run(FORGET, of);

const LIVE_FROM_NOW = changes('payment_link_addresses')`
  UPDATE payment_link_addresses SET is_at_buy = 0
  WHERE mode = 'test' AND address = :address AND store_id <> :store_id AND is_at_buy = 1`;

/**
 * What was once the address of a live link leads into no test shop, also after it is forgotten: of
 * whatever store the test link is.
 */
export const keepLive = (tx: Tx, address: string) => tx.run(LIVE_FROM_NOW, { address });

const STORE = `SELECT s.store_id, s.number, s.mode, s.provider, s.name, s.brand, s.clock_ahead_ms,
    a.payment_link_id
  FROM payment_link_addresses a JOIN stores s ON s.store_id = a.store_id
  WHERE a.mode = :mode AND a.address = :address`;

/** Finds store and link by the address alone: whoever opens it has no API key. */
export const findStoreOfLink = (reader: Reader, place: Place) =>
  reader.maybe<StoreWithBrand & { payment_link_id: string }>(STORE, { ...place });

const OLD_TEST = `${STORE} AND a.is_at_buy = 1`;

/** That of a test link whose address was among the live ones once, and was never a live one's. */
export const findStoreOfOldTestLink = (reader: Reader, address: string) =>
  reader.maybe<StoreWithBrand & { payment_link_id: string }>(OLD_TEST, { mode: 'test', address });
