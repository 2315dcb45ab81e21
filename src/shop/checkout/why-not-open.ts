import type { Detail } from '../../platform/core/errors.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Store } from '../../platform/operation/work.ts';
import { hasSold } from '../money/transactions/has-sold.sql.ts';
import { readTaxSettings } from '../tax/read-tax-rules.ts';
import { missingOfSeller } from '../tax/seller.rules.ts';
import type { TaxSettings } from '../tax/tax-settings.rules.ts';

/**
 * What a live store has to say before anybody can buy in it: who sells, which its invoices need. A
 * store that has sold before this was asked goes on, and renewals never ask.
 */
export async function whyNotOpen(
  reader: Reader,
  { mode }: Pick<Store, 'mode'>,
  settings?: TaxSettings,
): Promise<Detail[]> {
  if (mode !== 'live') return [];
  const missing = missingOfSeller(settings ?? (await readTaxSettings(reader)));
  return missing.length === 0 || (await hasSold(reader)) ? [] : missing;
}
