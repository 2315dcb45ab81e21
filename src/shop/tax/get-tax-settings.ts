import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { readTaxSettings } from './read-tax-rules.ts';
import { showTaxSettings, TaxSettingsRecord } from './tax-settings-record.rules.ts';

export const getTaxSettings = operation({
  method: 'GET',
  path: '/get-tax-settings',
  summary: 'Get what the store says about its taxes',
  scope: 'read',
  input: Type.Object({}),
  output: TaxSettingsRecord,
  errors: [],
  async read({ reader }) {
    const settings = await readTaxSettings(reader);
    return showTaxSettings(settings);
  },
});
