import type { Reader } from '../../platform/db/database.ts';

export interface LinkCount {
  payment_link_id: string;
  purchases: number;
  counted: number;
}

const COUNTS = `SELECT p.payment_link_id, p.purchases,
    (SELECT COUNT(*) FROM checkouts c WHERE c.store_id = p.store_id
      AND c.payment_link_id = p.payment_link_id
      AND c.status IN ('processing', 'completed')) AS counted
  FROM payment_links p WHERE p.store_id = :store_id ORDER BY p.payment_link_id`;

/** What payment links count, and the sessions that have a place of theirs. */
export const linkCounts = (reader: Reader, store_id: string) =>
  reader.all<LinkCount>(COUNTS, { store_id });
