import type { Static } from 'typebox';
import { html } from '../../../platform/core/html.ts';
import { correctInvoice } from '../../../shop/money/invoices/correct-invoice.ts';
import { getInvoice } from '../../../shop/money/invoices/get-invoice.ts';
import type { Invoice } from '../../../shop/money/invoices/invoice-record.rules.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { type Action, actionHandlers } from '../action.ts';
import { addressFields, withAddress } from '../address-values.ts';
import { formFields } from '../form-fields.ts';

type ShownInvoice = Static<typeof Invoice>;

const fields = formFields(correctInvoice, {
  company: { label: 'Company' },
  name: { label: 'Name' },
  email: { label: 'E-mail' },
  tax_id: { label: 'Tax number', is_code: true },
  'address.line1': { label: 'Address' },
  'address.line2': { label: 'Second line' },
  'address.postal_code': { label: 'Postal code' },
  'address.city': { label: 'City' },
  'address.state': { label: 'State' },
});

const action: Action<ShownInvoice, typeof fields, ShownInvoice> = {
  operation: correctInvoice,
  name: 'correct',
  title: ({ number }) => `Correct the buyer of ${number}`,
  refused: 'The invoice was not corrected',
  fields: () => fields,
  filled: ({ buyer }) => ({
    company: buyer.contact === null ? null : buyer.name,
    name: buyer.contact ?? buyer.name,
    email: buyer.email,
    tax_id: buyer.vat_number ?? buyer.tax_number,
    ...addressFields(buyer.address),
  }),
  intro: () => 'Amounts, taxes and the country stay as they were paid.',
  explain: ({ words }, { number, total, currency }, { company, name }) => ({
    text: html`<p>A credit note over what is left of <strong>${number}</strong>
(${words.amount(total, currency)}) is issued, and a new invoice for
<strong>${company ?? name ?? 'the buyer'}</strong>, in one act. No money moves. The customer gets a
mail with the new one if these are mailed. It cannot be taken back, only corrected again.</p>`,
    button: 'Issue it anew',
  }),
  act: (visit, { invoice_id, buyer }, values, once) => {
    const { address, ...change } = withAddress(values);
    const whole = { ...address, country: buyer.address.country };
    return visit.ask(correctInvoice, { invoice_id, ...change, address: whole }, once);
  },
  answer: (visit, _, { invoice_id }) =>
    redirectAfterForm(`${visit.address}/invoices/${invoice_id}?done=correct`),
};

export const correctHandlers = actionHandlers(
  async (visit, { invoice_id }: { invoice_id: string }) => {
    const record = await visit.ask(getInvoice, { invoice_id });
    return {
      record,
      section: 'invoices',
      address: `${visit.address}/invoices/${invoice_id}`,
      name: record.number,
    };
  },
  action,
);
