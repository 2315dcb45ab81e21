import { newId } from '../../platform/core/ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import {
  newTaxRate,
  showTaxRate,
  TAX_RATES_MAX,
  TaxRateRecord,
  tax_rate_fields,
  whyNotRate,
} from './tax-rate-record.rules.ts';
import { insertTaxRate, listAllTaxRates, lockTaxSettings } from './tax-rules.sql.ts';
import { ownRateProblems } from './tax-settings.rules.ts';

export const createTaxRate = operation({
  method: 'POST',
  path: '/create-tax-rate',
  summary: 'Set a tax rate of your own',
  description:
    'It wins over the built-in rate of the place from `valid_from` (default: today) to the end of ' +
    '`valid_until`, for sales and renewals. A rate of the same tax that began earlier ends where ' +
    'this one begins. Rates with different names in `tax` are charged together. It counts only ' +
    'where you are registered.',
  scope: 'full',
  input: Type.Object(tax_rate_fields),
  output: TaxRateRecord,
  errors: ['tax_rate_limit'],
  example: { country: 'US', region: 'NY', tax: 'Sales tax', rate: 8.875, valid_from: '2026-01-01' },
  check: whyNotRate,
  async write({ input, tx, now, audit, refuse }) {
    const rate = newTaxRate(input, { tax_rate_id: newId('rate', now), now });
    await lockTaxSettings(tx); // Concurrent calls wait for each other, so that the limits hold.
    const others = await listAllTaxRates(tx);
    const problems = ownRateProblems(rate, others);
    if (problems.length > 0) throw refuse('invalid_parameters', problems);
    if (others.length >= TAX_RATES_MAX) throw refuse('tax_rate_limit');
    await insertTaxRate(tx, rate);
    const record = showTaxRate(rate);
    audit({ target: rate.tax_rate_id, after: record });
    return record;
  },
});
