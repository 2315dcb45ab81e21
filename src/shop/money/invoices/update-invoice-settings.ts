import assert from 'node:assert/strict';
import { refuseParameter } from '../../../platform/core/errors.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { lockInvoiceSettings, saveInvoiceSettings } from '../../store/store.sql.ts';
import { changeSeries, lockSeries } from './invoice-series.sql.ts';
import {
  InvoiceSettingsRecord,
  invoice_setting_fields,
  mergeInvoiceSettings,
  showInvoiceSettings,
} from './invoice-settings.rules.ts';
import { whyNotSeries } from './numbering.rules.ts';

export const updateInvoiceSettings = operation({
  method: 'POST',
  path: '/update-invoice-settings',
  summary: 'Change how invoices are numbered and written',
  description:
    'Settings that are not sent stay. What was issued does not change. Numbers go forward only, ' +
    'under another prefix too, so that none comes twice.',
  scope: 'full',
  input: Type.Object(invoice_setting_fields),
  output: InvoiceSettingsRecord,
  errors: [],
  example: { prefix: '2027/', notes: ['Thank you for your business.'] },
  async write({ input, tx, store, audit }) {
    const { prefix, next_number, ...change } = input;
    const row = await lockInvoiceSettings(tx);
    assert(row, 'a key belongs to a store');
    const before = await lockSeries(tx);
    assert(before, 'it begins when it is locked');
    const after = {
      ...before,
      prefix: prefix ?? before.prefix,
      next_number: next_number ?? before.next_number,
    };
    const no = whyNotSeries(before, after);
    if (no) throw refuseParameter(no.parameter, no.message);
    const is_other = after.prefix !== before.prefix || after.next_number !== before.next_number;
    if (is_other) await changeSeries(tx, after);
    const invoice_settings = mergeInvoiceSettings(row.invoice_settings, change);
    await saveInvoiceSettings(tx, invoice_settings);
    const record = showInvoiceSettings(invoice_settings, after);
    const was = showInvoiceSettings(row.invoice_settings, before);
    audit({ target: store.store_id, before: was, after: record });
    return record;
  },
});
