import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { showTaxRate, TaxRateId, TaxRateRecord } from './tax-rate-record.rules.ts';
import { deleteTaxRateRow, lockTaxRate } from './tax-rules.sql.ts';

export const deleteTaxRate = operation({
  method: 'DELETE',
  path: '/delete-tax-rate',
  summary: 'Delete a tax rate of your own',
  description: 'What was sold with it keeps it. To end a rate on a day, create the next one.',
  scope: 'full',
  input: Type.Object({ tax_rate_id: TaxRateId }),
  output: TaxRateRecord,
  errors: ['tax_rate_not_found'],
  async write({ input, tx, audit, refuse }) {
    const found = await lockTaxRate(tx, input.tax_rate_id);
    if (!found) throw refuse('tax_rate_not_found');
    await deleteTaxRateRow(tx, input.tax_rate_id);
    const record = showTaxRate(found);
    audit({ target: input.tax_rate_id, before: record, after: null });
    return record;
  },
});
