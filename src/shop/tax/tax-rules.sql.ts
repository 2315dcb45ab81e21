import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes, locks, reads } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import type { TaxRateRow } from './tax-rate-record.rules.ts';

const rates = table<TaxRateRow>('tax_rates', 'r', {
  tax_rate_id: 'key',
  country: 'fixed',
  region: 'fixed',
  tax_category: 'fixed',
  tax: 'fixed',
  rate_ppm: 'fixed',
  valid_from: 'fixed',
  valid_until: 'fixed',
  created_at: 'fixed',
});

const nothing = rates.names
  .split(', ')
  .map((name) => `NULL AS ${name}`)
  .join(', ');

const READ = reads('stores').reads('tax_rates')`
  SELECT tax_settings, ${nothing} FROM stores WHERE store_id = :store_id
  UNION ALL
  SELECT NULL, ${rates.columns} FROM tax_rates r WHERE r.store_id = :store_id`;

/** One row has the settings of the store and nothing else, each of the others a rate. */
type TaxRulesRow =
  | ({ tax_settings: string } & { [Name in keyof TaxRateRow]: null })
  | ({ tax_settings: null } & TaxRateRow);

/** The settings of the store and all its own rates, in one query. */
export const findTaxRules = (reader: Reader) => reader.all<TaxRulesRow>(READ);

const READ_SETTINGS = `SELECT s.tax_settings FROM stores s WHERE s.store_id = :store_id`;

/** The settings alone, however many rates there are. */
export const findTaxSettings = (reader: Reader) =>
  reader.maybe<{ tax_settings: string }>(READ_SETTINGS);

const LOCK_SETTINGS = locks('stores', 'store_id')`
  SELECT tax_settings FROM stores WHERE store_id = :store_id FOR UPDATE`;

/** Others who change the tax settings or the rates of the store wait for this one. */
export const lockTaxSettings = (tx: Tx) => tx.maybe<{ tax_settings: string }>(LOCK_SETTINGS);

const SAVE_SETTINGS = changes('stores', 'store_id')`
  UPDATE stores SET tax_settings = :tax_settings WHERE store_id = :store_id`;

export const saveTaxSettings = (tx: Tx, tax_settings: string) =>
  tx.run(SAVE_SETTINGS, { tax_settings });

const ASK_ABOUT_NUMBERS = changes('customer_billings', 'store_id')`
  UPDATE customer_billings SET vies_due_at = :at
  WHERE store_id = :store_id AND tax_id IS NOT NULL AND vies_due_at IS NULL`;

/** Has VIES asked about the numbers that customers gave while they did not matter. */
export const askAboutAllNumbers = (tx: Tx, at: number) => tx.run(ASK_ABOUT_NUMBERS, { at });

export const insertTaxRate = rates.insert;

export const listAllTaxRates = (reader: Reader) => reader.all<TaxRateRow>(rates.select);

const FIND = locks('tax_rates', 'tax_rate_id')`
  ${rates.select} AND r.tax_rate_id = :tax_rate_id FOR UPDATE`;

/** Of two who delete it at once, only the first finds it. */
export const lockTaxRate = (tx: Tx, tax_rate_id: string) =>
  tx.maybe<TaxRateRow>(FIND, { tax_rate_id });

const LIST = `${rates.select} AND r.tax_rate_id < :before
    AND (CAST(:country AS text) IS NULL OR r.country = :country)
  ORDER BY r.tax_rate_id DESC LIMIT :limit`;

export const listTaxRateRows = (
  reader: Reader,
  listing: { country: string | null; before: string; limit: number },
) => reader.all<TaxRateRow>(LIST, listing);

const DELETE = changes('tax_rates', 'tax_rate_id')`
  DELETE FROM tax_rates WHERE store_id = :store_id AND tax_rate_id = :tax_rate_id`;

export const deleteTaxRateRow = (tx: Tx, tax_rate_id: string) => tx.run(DELETE, { tax_rate_id });
