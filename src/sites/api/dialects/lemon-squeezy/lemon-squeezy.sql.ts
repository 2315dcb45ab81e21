import type { StoreMode } from '../../../../platform/core/access.ts';
import type { Reader, Tx } from '../../../../platform/db/database.ts';
import { changes } from '../../../../platform/db/rows.ts';
import { type LicenseDetails, NUMBERED } from './answer.rules.ts';

const STORE_OF_KEY = `
  SELECT s.store_id, s.number, s.mode, s.provider, s.clock_ahead_ms, s.settings, l.customer_id
  FROM licenses l JOIN stores s ON s.store_id = l.store_id
  WHERE l.key_hash = :key_hash`;

/** A store, and the customer whose license led to it. */
export interface StoreOfKey {
  store_id: string;
  number: number;
  mode: StoreMode;
  provider: string | null;
  clock_ahead_ms: number;
  /** As JSON. */
  settings: string;
  customer_id: string;
}

/** No two stores have the same license key: the store is found by the key alone. */
export const findStoreOfKey = (reader: Reader, key_hash: string) =>
  reader.maybe<StoreOfKey>(STORE_OF_KEY, { key_hash });

const DETAILS = `
  SELECT l.license_id, l.product_id, l.customer_id, l.transaction_id,
    p.name AS product_name, c.name AS customer_name, c.email AS customer_email,
    ${NUMBERED.map((kind) => `${kind}_number.number AS ${kind}_number`).join(', ')}
  FROM licenses l
  JOIN products p ON p.store_id = l.store_id AND p.product_id = l.product_id
  JOIN customers c ON c.store_id = l.store_id AND c.customer_id = l.customer_id
  ${NUMBERED.map(
    (kind) => `
  LEFT JOIN record_numbers ${kind}_number ON ${kind}_number.store_id = l.store_id
    AND ${kind}_number.kind = '${kind}' AND ${kind}_number.record_id = l.${kind}_id`,
  ).join('')}
  WHERE l.store_id = :store_id AND l.license_id = :license_id`;

export const findLicenseDetails = (reader: Reader, license_id: string) =>
  reader.maybe<LicenseDetails>(DETAILS, { license_id });

/** Whether a record of the license was never told by its number. */
export const lacksNumbers = (details: LicenseDetails): boolean =>
  NUMBERED.some((kind) => details[`${kind}_number`] === null);

const GIVE_NUMBER = changes('record_numbers')`
  INSERT INTO record_numbers (store_id, kind, record_id, number)
  VALUES (:of_store, :kind, :record_id, :number) ON CONFLICT DO NOTHING`;
const HAS_NUMBER = `SELECT number FROM record_numbers
  WHERE store_id = :of_store AND kind = :kind AND record_id = :record_id`;

interface Numbering {
  of_store: string;
  details: LicenseDetails;
  newNumber(): number;
}

/**
 * Gives new numbers to those records of a license that have none, others where they are taken. For a
 * transaction of no store.
 */
export async function giveNumbers(
  tx: Tx,
  { of_store, details, newNumber }: Numbering,
): Promise<void> {
  for (const kind of NUMBERED) {
    const of = { of_store, kind, record_id: details[`${kind}_id`] };
    while (!(await tx.maybe(HAS_NUMBER, of))) {
      await tx.run(GIVE_NUMBER, { ...of, number: newNumber() });
    }
  }
}
