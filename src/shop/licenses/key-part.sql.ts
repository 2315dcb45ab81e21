import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes, locks } from '../../platform/db/rows.ts';

interface Narrowed {
  license_id: string | null;
  customer_id: string | null;
  product_id: string | null;
  subscription_id: string | null;
  transaction_id: string | null;
}

const narrowed = (
  ['license_id', 'customer_id', 'product_id', 'subscription_id', 'transaction_id'] as const
).map((name) => `AND (CAST(:${name} AS text) IS NULL OR l.${name} || '' = :${name})`);

const SEARCH = `SELECT l.license_id, l.key_seed, search_texts.rowid AS entry FROM search_texts
  JOIN licenses l ON l.store_id = :store_id AND l.license_id = search_texts.record_id
  WHERE search_texts MATCH :match AND search_texts.rowid < CAST(:before_entry AS bigint)
    ${narrowed.join('\n    ')}
  ORDER BY search_texts.rowid DESC LIMIT :limit`;

/** Licenses whose keys have these parts somewhere, the entries that were made last first. */
export const searchKeyParts = (
  reader: Reader,
  search: Narrowed & { match: string; before_entry: number; limit: number },
) => reader.all<{ license_id: string; key_seed: string; entry: number }>(SEARCH, { ...search });

interface LicenseWithoutEntry {
  store_id: string;
  number: number;
  license_id: string;
  key_seed: string;
}

const WITHOUT_ENTRY = locks('licenses').reads('stores')`
  SELECT l.store_id, l.license_id, l.key_seed,
    (SELECT s.number FROM stores s WHERE s.store_id = l.store_id) AS number
  FROM licenses l WHERE l.search_entry IS NULL
  ORDER BY l.store_id, l.license_id LIMIT :limit FOR UPDATE SKIP LOCKED`;

/** Some that were issued before there was an index, of any store; locked. */
export const lockLicensesWithoutEntry = (tx: Tx, limit: number) =>
  tx.all<LicenseWithoutEntry>(WITHOUT_ENTRY, { limit });

const SET_ENTRY = changes('licenses', 'license_id')`UPDATE licenses SET search_entry = :search_entry
  WHERE store_id = :of_store AND license_id = :license_id`;

export const saveSearchEntry = (
  tx: Tx,
  of: { of_store: string; license_id: string; search_entry: number },
) => tx.run(SET_ENTRY, of);
