import { html } from '../../../platform/core/html.ts';
import { DOCUMENT_LANGUAGES, PAGE_LANGUAGES } from '../../../platform/core/languages.ts';
import { getInvoiceSettings } from '../../../shop/money/invoices/get-invoice-settings.ts';
import { updateInvoiceSettings } from '../../../shop/money/invoices/update-invoice-settings.ts';
import { field } from '../field.ts';
import { formFields } from '../form-fields.ts';
import { settingsRoutes } from './settings-page.ts';

const FIELDS = {
  ...formFields(updateInvoiceSettings, {
    prefix: {
      label: 'Numbers begin with',
      hint: 'Up to {max} characters, not ending in a digit',
      is_code: true,
    },
    next_number: { label: 'Next number', hint: 'Can only go up' },
    notes: {
      label: 'Lines at the end of every invoice',
      hint: 'Up to {max}, each of up to 500 characters',
      rows: 4,
    },
  }),
  language: field.choice({
    label: 'Language',
    choices: [
      { value: 'buyer', label: "That of the buyer's country" },
      ...DOCUMENT_LANGUAGES.map((value) => ({ value, label: PAGE_LANGUAGES[value].name })),
    ],
  }),
};

export const invoicingRoutes = settingsRoutes({
  section: 'invoicing',
  fields: FIELDS,
  groups: [
    { title: 'Numbers', rows: [['prefix', 'next_number']] },
    { title: 'Text', rows: [['language'], ['notes']] },
  ],
  operation: updateInvoiceSettings,
  read: async (visit) => visit.ask(getInvoiceSettings, {}),
  save: async (visit, values, once) => visit.ask(updateInvoiceSettings, values, once),
  async above(visit) {
    const { example } = await visit.ask(getInvoiceSettings, {});
    return html`<p>The next invoice or credit note is <strong>${example}</strong>. Name, address and
tax numbers on invoices are those under <a href="${visit.address}/taxes">Taxes</a>, the logo is that
of the <a href="${visit.address}/brand">brand</a>. What was issued does not change.</p>`;
  },
});
