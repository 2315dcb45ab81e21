import Type from 'typebox';
import { Refusal } from '../../core/errors.ts';
import { billing_fields } from '../../customers/customer-fields.rules.ts';
import { correctInvoice } from '../../invoices/correct-invoice.ts';
import { getInvoice } from '../../invoices/get-invoice.ts';
import { parameters } from '../../operation/parameters.ts';
import { countryInput, input } from '../shared/fields.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { html } from '../shared/html.ts';
import type { PageAnswer } from '../shared/page.ts';
import { problemsByField, problemsOf } from '../shared/problems.ts';
import { addressOf, BUYER_WORDS, type BuyerField } from './buyer-fields.ts';
import type { InvoiceRecord } from './invoices.ts';
import { formActions, notFoundPage, portalPage } from './layout.ts';
import type { Handler, Visit } from './visit.ts';

const LABELS = {
  company: ['Company', 'organization', 200],
  name: ['Name', 'name', 200],
  tax_id: ['Tax number', 'off', 50],
  line1: ['Street and number', 'address-line1', 200],
  line2: ['More of the address', 'address-line2', 200],
  postal_code: ['Postal code', 'postal-code', 20],
  city: ['City', 'address-level2', 100],
  state: ['State or region', 'address-level1', 100],
} as const;

type Typed = Record<BuyerField, string>;
type Problems = Partial<Typed>;

type CorrectHandler = Handler<{ invoice_id: string }>;

export const showCorrection: CorrectHandler = async (visit, _, { invoice_id }) => {
  const invoice = await ownInvoice(visit, invoice_id);
  return invoice?.kind === 'invoice'
    ? correctionPage(visit, invoice, typedFrom(invoice), {})
    : notFoundPage(visit);
};

/** Sent twice, it corrects once: the operation answers with what it has done. */
export const correct: CorrectHandler = async (visit, { form }, { invoice_id }) => {
  const invoice = await ownInvoice(visit, invoice_id);
  if (invoice?.kind !== 'invoice') return notFoundPage(visit);
  const before = typedFrom(invoice);
  const field = (name: BuyerField) => (form.get(name) ?? '').trim();
  // The country is asked for only where the invoice has none: another could mean another tax.
  const typed = { ...before, ...eachField(field) };
  if (before.country !== '') typed.country = before.country;
  const change = changeOf(typed);
  const problems = problemsByField(problemsOf(change_parameters, { ...change }), BUYER_WORDS);
  if (Object.keys(problems).length > 0) return correctionPage(visit, invoice, typed, problems);
  try {
    await visit.ask(correctInvoice, { invoice_id, ...change });
    return redirectAfterForm(`${visit.address}/note/invoice-corrected`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    return correctionPage(visit, invoice, typed, {}, error.message);
  }
};

/** An invoice of this customer; another's is answered like one that does not exist. */
async function ownInvoice(
  { ask, customer_id }: Visit,
  invoice_id: string,
): Promise<InvoiceRecord | undefined> {
  try {
    const found = await ask(getInvoice, { invoice_id });
    return found.customer_id === customer_id ? found : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

/** What the invoice says. Where it has the e-mail address in place of a name, nobody gave one. */
function typedFrom({ buyer, customer_id }: InvoiceRecord): Typed {
  const { name, contact, email, address, vat_number, tax_number } = buyer;
  const is_named = name !== email && name !== customer_id;
  return {
    company: contact === null ? '' : name,
    name: contact ?? (is_named ? name : ''),
    tax_id: vat_number ?? tax_number ?? '',
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    postal_code: address.postal_code ?? '',
    city: address.city ?? '',
    state: address.state ?? '',
    country: address.country ?? '',
  };
}

const eachField = (field: (name: BuyerField) => string): Typed => ({
  company: field('company'),
  name: field('name'),
  tax_id: field('tax_id'),
  line1: field('line1'),
  line2: field('line2'),
  postal_code: field('postal_code'),
  city: field('city'),
  state: field('state'),
  country: field('country'),
});

const { name, company, tax_id, address } = billing_fields;
const change_parameters = parameters(Type.Object({ name, company, tax_id, address }));

const changeOf = (typed: Typed) => ({
  company: typed.company || null,
  name: typed.name || null,
  tax_id: typed.tax_id || null,
  address: addressOf(typed),
});

function correctionPage(
  visit: Visit,
  { invoice_id, number, buyer }: InvoiceRecord,
  typed: Typed,
  problems: Problems,
  problem?: string,
): PageAnswer {
  const title = `Correct invoice ${number}`;
  const text = (field: keyof typeof LABELS) => {
    const [label, autocomplete, maxlength] = LABELS[field];
    const attributes = { autocomplete, maxlength };
    const about = { value: typed[field], problem: problems[field] };
    return input(visit.words, { name: field, label, optional: true, ...about, attributes });
  };
  const { country } = buyer.address;
  return portalPage(visit, {
    status: problem !== undefined || Object.keys(problems).length > 0 ? 400 : 200,
    title,
    main: html`<div class="narrow">
  <h1>${title}</h1>
  <p class="quiet">
    You get a credit note over this invoice and a new invoice with these details. What you paid
    stays the same.
  </p>
  ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  <form method="post" action="${visit.address}/invoice/${invoice_id}/correct">
    ${text('company')}
    ${text('name')}
    ${text('tax_id')}
    <fieldset>
      <legend>Address</legend>
      ${text('line1')}
      ${text('line2')}
      <div class="pair">
        ${text('postal_code')}
        ${text('city')}
      </div>
      ${text('state')}
      ${
        country === null
          ? countryInput(visit.words, typed.country, problems.country)
          : html`<p class="quiet">
              Country: ${visit.words.countryName(country)}. It cannot be changed here.
            </p>`
      }
    </fieldset>
    ${formActions('Correct this invoice', { leave: 'Leave it as it is', at: visit.address })}
  </form>
</div>`,
  });
}
