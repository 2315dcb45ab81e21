import { Refusal } from '../../platform/core/errors.ts';
import { html } from '../../platform/core/html.ts';
import { Type } from '../../platform/core/schema.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { parameters } from '../../platform/operation/parameters.ts';
import { billing_fields } from '../../shop/customers/customer-fields.rules.ts';
import { correctInvoice } from '../../shop/money/invoices/correct-invoice.ts';
import { getInvoice } from '../../shop/money/invoices/get-invoice.ts';
import { textField } from '../shared/fields.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { problemsByField, problemsOf } from '../shared/problems.ts';
import { mistakesIn, type RefusalText } from '../shared/refusal.ts';
import {
  addressFields,
  addressOf,
  addressTyped,
  type BuyerField,
  buyerMessages,
  typedBuyer,
} from './buyer-fields.ts';
import type { InvoiceRecord } from './invoices.ts';
import { formActions, notFoundPage, portalPage } from './layout.ts';
import { type Handler, refusalFor, type Visit } from './visit.ts';

type Typed = Record<BuyerField, string>;
type Problems = Partial<Typed>;

type CorrectHandler = Handler<{ invoice_id: string }>;

export const showCorrection: CorrectHandler = async (visit, _, { invoice_id }) => {
  const invoice = await ownInvoice(visit, invoice_id);
  return invoice?.kind === 'invoice'
    ? correctionPage(visit, invoice, { typed: typedFrom(invoice) })
    : notFoundPage(visit);
};

/** Sent twice, it corrects once: the operation answers with what it has done. */
export const correct: CorrectHandler = async (visit, { form }, { invoice_id }) => {
  const invoice = await ownInvoice(visit, invoice_id);
  if (invoice?.kind !== 'invoice') return notFoundPage(visit);
  const before = typedFrom(invoice);
  // The country is asked for only where the invoice has none: another could mean another tax.
  const typed = typedBuyer(form);
  if (before.country !== '') typed.country = before.country;
  const change = changeOf(typed);
  const problems = problemsByField(
    problemsOf(change_parameters, { ...change }),
    buyerMessages(visit.words),
  );
  if (Object.keys(problems).length > 0) return correctionPage(visit, invoice, { typed, problems });
  try {
    await visit.ask(correctInvoice, { invoice_id, ...change });
    return redirectAfterForm(`${visit.address}/invoices/note/invoice-corrected`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    return correctionPage(visit, invoice, { typed, refusal: refusalFor(visit, error) });
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
    ...addressTyped(address),
  };
}

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
  { typed, problems = {}, refusal }: { typed: Typed; problems?: Problems; refusal?: RefusalText },
): PageAnswer {
  const { words } = visit;
  const { portal } = words;
  const title = portal.correctTitle(number);
  const filled = { typed, problems };
  const { country } = buyer.address;
  const fixed =
    country === null
      ? undefined
      : html`<p class="quiet">${portal.countryIsFixed(words.countryName(country))}</p>`;
  return portalPage(visit, {
    title,
    refusal: refusal ?? mistakesIn(words, problems),
    back: { at: `${visit.address}/invoices`, name: portal.invoices },
    main: html`<div class="panel narrow">
  <h1>${title}</h1>
  <p class="quiet">${portal.correctText}</p>
  <form method="post" action="${visit.address}/invoice/${invoice_id}/correct">
    ${textField(words, 'company', filled)}
    ${textField(words, 'name', filled)}
    ${textField(words, 'tax_id', filled)}
    ${addressFields(words, filled, fixed)}
    ${formActions(portal.correctInvoice, {
      leave: portal.cancelForm,
      at: `${visit.address}/invoices`,
    })}
  </form>
</div>`,
  });
}
