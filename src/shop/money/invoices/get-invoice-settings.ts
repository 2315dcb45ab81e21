import assert from 'node:assert/strict';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { findInvoiceSettings } from '../../store/store.sql.ts';
import { findSeries } from './invoice-series.sql.ts';
import { InvoiceSettingsRecord, showInvoiceSettings } from './invoice-settings.rules.ts';

export const getInvoiceSettings = operation({
  method: 'GET',
  path: '/get-invoice-settings',
  summary: 'Get how invoices are numbered and written',
  scope: 'read',
  input: Type.Object({}),
  output: InvoiceSettingsRecord,
  errors: [],
  async read({ reader }) {
    const row = await findInvoiceSettings(reader);
    assert(row, 'a key belongs to a store');
    return showInvoiceSettings(row.invoice_settings, await findSeries(reader));
  },
});
