import type { Reader } from '../../platform/db/database.ts';

export interface LinkCount {
  payment_link_id: string;
  purchases: number;
  counted: number;
  /** Whether buyers find it where it says that it is; null if it was deleted. */
  is_placed: number | null;
}

const COUNTS = `SELECT p.payment_link_id, p.purchases,
    (SELECT COUNT(*) FROM checkouts c WHERE c.store_id = p.store_id
      AND c.payment_link_id = p.payment_link_id
      AND c.status IN ('processing', 'completed')) AS counted,
    CASE WHEN p.deleted_at IS NULL THEN (SELECT COUNT(*) FROM payment_link_addresses a
      JOIN stores s ON s.store_id = a.store_id AND s.mode = a.mode
      WHERE a.store_id = p.store_id AND a.address = p.address
        AND a.payment_link_id = p.payment_link_id AND a.status = 'current') END AS is_placed
  FROM payment_links p WHERE p.store_id = :store_id ORDER BY p.payment_link_id`;

/** What payment links count, and the sessions that have a place of theirs. */
export const linkCounts = (reader: Reader, store_id: string) =>
  reader.all<LinkCount>(COUNTS, { store_id });

/** An address of a link beside its link, as far as both can contradict each other. */
export interface LinkAddress {
  address: string;
  status: 'current' | 'former' | 'deleted';
  /** Whether it is where its link says that it is. */
  is_current: number;
  /** Whether its link was deleted. */
  is_deleted: number;
  /** Whether it is among the addresses of the mode of its store. */
  is_of_mode: number;
}

const ADDRESSES = `SELECT a.address, a.status,
    CASE WHEN p.address = a.address THEN 1 ELSE 0 END AS is_current,
    CASE WHEN p.deleted_at IS NULL THEN 0 ELSE 1 END AS is_deleted,
    CASE WHEN s.mode = a.mode THEN 1 ELSE 0 END AS is_of_mode
  FROM payment_link_addresses a
  JOIN payment_links p ON p.store_id = a.store_id AND p.payment_link_id = a.payment_link_id
  JOIN stores s ON s.store_id = a.store_id
  WHERE a.store_id = :store_id ORDER BY a.address`;

/** Where links are, were before, and were deleted. */
export const linkAddresses = (reader: Reader, store_id: string) =>
  reader.all<LinkAddress>(ADDRESSES, { store_id });
