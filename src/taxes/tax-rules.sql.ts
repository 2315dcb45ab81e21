import type { Reader } from '../db/database.ts';
import { table } from '../db/table.ts';
import type { OwnRate } from './tax-rate.rules.ts';

interface TaxRateRow extends OwnRate {
  tax_rate_id: string;
  created_at: number;
}

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

const READ = `
  SELECT tax_settings, ${nothing} FROM stores WHERE store_id = :store_id
  UNION ALL
  SELECT NULL, ${rates.columns} FROM tax_rates r WHERE r.store_id = :store_id`;

/** One row has the settings of the store and nothing else, each of the others a rate. */
type TaxRulesRow =
  | ({ tax_settings: string } & { [Name in keyof TaxRateRow]: null })
  | ({ tax_settings: null } & TaxRateRow);

/** The settings of the store and all its own rates, in one query. */
export const findTaxRules = (reader: Reader) => reader.all<TaxRulesRow>(READ);
