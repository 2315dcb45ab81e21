import type { Static } from 'typebox';
import { html } from '../../../platform/core/html.ts';
import { correctInvoice } from '../../../shop/money/invoices/correct-invoice.ts';
import { getInvoice } from '../../../shop/money/invoices/get-invoice.ts';
import type { Invoice } from '../../../shop/money/invoices/invoice-record.rules.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { type Action, actionHandlers } from '../action.ts';
import { field } from '../field.ts';

type ShownInvoice = Static<typeof Invoice>;

const fields = {
  company: field.optionalText({ label: 'Company' }),
  name: field.optionalText({ label: 'Name' }),
  email: field.optionalText({ label: 'E-mail', type: 'email' }),
  tax_id: field.optionalText({ label: 'Tax number', is_code: true }),
  'address.line1': field.optionalText({ label: 'Address' }),
  'address.line2': field.optionalText({ label: 'Second line' }),
  'address.postal_code': field.optionalText({ label: 'Postal code' }),
  'address.city': field.optionalText({ label: 'City' }),
  'address.state': field.optionalText({ label: 'State' }),
};

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
    'address.line1': buyer.address.line1,
    'address.line2': buyer.address.line2,
    'address.postal_code': buyer.address.postal_code,
    'address.city': buyer.address.city,
    'address.state': buyer.address.state,
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
    const { company, name, email, tax_id } = values;
    const address = {
      line1: values['address.line1'],
      line2: values['address.line2'],
      postal_code: values['address.postal_code'],
      city: values['address.city'],
      state: values['address.state'],
      country: buyer.address.country,
    };
    return visit.ask(correctInvoice, { invoice_id, company, name, email, tax_id, address }, once);
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
