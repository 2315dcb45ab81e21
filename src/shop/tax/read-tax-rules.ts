import type { Reader } from '../../platform/db/database.ts';
import type { TaxRules } from './tax-of.rules.ts';
import type { OwnRate } from './tax-rate.rules.ts';
import { findTaxRules, findTaxSettings } from './tax-rules.sql.ts';
import { parseTaxSettings, type TaxSettings } from './tax-settings.rules.ts';

/** What the store says about its taxes, in one query. Read it once per request. */
export async function readTaxRules(reader: Reader): Promise<TaxRules> {
  const own_rates: OwnRate[] = [];
  let settings = '{}';
  for (const { tax_settings, ...rate } of await findTaxRules(reader)) {
    if (tax_settings !== null) settings = tax_settings;
    else if (rate.country !== null) own_rates.push(rate);
  }
  return { settings: parseTaxSettings(settings), own_rates };
}

/** Without the rates, where nothing is computed with them. */
export const readTaxSettings = async (reader: Reader): Promise<TaxSettings> =>
  parseTaxSettings((await findTaxSettings(reader))?.tax_settings ?? '{}');
