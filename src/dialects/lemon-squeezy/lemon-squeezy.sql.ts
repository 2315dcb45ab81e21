import type { StoreMode } from '../../core/access.ts';
import type { Reader, Tx } from '../../db/database.ts';
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

const TAKE_NUMBER = `
  UPDATE record_number_counter SET next_number = next_number + 1 WHERE store_id = ''
  RETURNING next_number - 1 AS number`;
const GIVE_NUMBER = `
  INSERT INTO record_numbers (store_id, kind, record_id, number)
  VALUES (:of_store, :kind, :record_id, :number)
  ON CONFLICT (store_id, kind, record_id) DO NOTHING`;

/** Gives numbers to those records of a license that have none. For a transaction of no store. */
export async function giveNumbers(
  tx: Tx,
  of_store: string,
  details: LicenseDetails,
): Promise<void> {
  for (const kind of NUMBERED) {
    if (details[`${kind}_number`] !== null) continue;
    const taken = await tx.maybe<{ number: number }>(TAKE_NUMBER);
    const record_id = details[`${kind}_id`];
    await tx.run(GIVE_NUMBER, { of_store, kind, record_id, number: taken?.number ?? 0 });
  }
}
