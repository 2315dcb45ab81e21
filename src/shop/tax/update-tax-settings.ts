import assert from 'node:assert/strict';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { whyNotSeller } from './seller.rules.ts';
import { askAboutAllNumbers, lockTaxSettings, saveTaxSettings } from './tax-rules.sql.ts';
import { numbersMatter, parseTaxSettings } from './tax-settings.rules.ts';
import {
  changedTaxSettings,
  showTaxSettings,
  TaxSettingsRecord,
  tax_setting_fields,
  taxSettingsJson,
  taxSettingsProblems,
  whyNotTaxSettings,
} from './tax-settings-record.rules.ts';

export const updateTaxSettings = operation({
  method: 'POST',
  path: '/update-tax-settings',
  summary: 'Say where you are registered for taxes, and how prices are meant',
  description:
    'Settings that are not sent stay, null clears one, `address` and `registrations` are replaced ' +
    'whole. Nothing is charged where you are not registered; an empty list says nowhere. They count ' +
    'from the next sale or renewal on: what was paid, and invoices, stay as they are. A live store ' +
    'needs `legal_name`, `address` and `country` before it can sell, and keeps them.',
  scope: 'full',
  input: Type.Object(tax_setting_fields),
  output: TaxSettingsRecord,
  errors: [],
  example: {
    legal_name: 'Analytical Engines GmbH',
    country: 'DE',
    registrations: [
      { country: 'DE', since: '2020-01-01', tax_number: 'DE136695976' },
      { scheme: 'oss', country: 'DE', since: '2026-01-01' },
    ],
    prices_include_tax: true,
  },
  check: taxSettingsProblems,
  async write({ input, tx, store, services, audit, refuse }) {
    const row = await lockTaxSettings(tx);
    assert(row, 'a key belongs to a store');
    const before = parseTaxSettings(row.tax_settings);
    const settings = changedTaxSettings(before, input);
    const problems = [
      ...whyNotTaxSettings(settings),
      ...whyNotSeller(before, settings, store.mode),
    ];
    if (problems.length > 0) throw refuse('invalid_parameters', problems);
    await saveTaxSettings(tx, taxSettingsJson(settings));
    if (!numbersMatter(before) && numbersMatter(settings)) {
      await askAboutAllNumbers(tx, services.clock());
    }
    const record = showTaxSettings(settings);
    audit({ target: store.store_id, before: showTaxSettings(before), after: record });
    return record;
  },
});
