import Type, { type Static } from 'typebox';
import { askAboutTaxId } from '../../customers/ask-about-tax-id.ts';
import type { BillingInput, Customer } from '../../customers/customer.rules.ts';
import { billing_fields } from '../../customers/customer-fields.rules.ts';
import { getCustomer } from '../../customers/get-customer.ts';
import { saveBillingDetails } from '../../customers/save-billing.ts';
import { updateCustomer } from '../../customers/update-customer.ts';
import { parameters } from '../../operation/parameters.ts';
import { knownTaxNumber } from '../../taxes/known-tax-number.rules.ts';
import { readTaxRules } from '../../taxes/read-tax-rules.ts';
import { numbersMatter } from '../../taxes/tax-settings.rules.ts';
import { countryInput, emailInput, input } from '../shared/fields.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { html } from '../shared/html.ts';
import type { PageAnswer } from '../shared/page.ts';
import { type FieldMessages, problemsByField, problemsOf } from '../shared/problems.ts';
import { addressOf, atMost, BUYER_WORDS, type BuyerField } from './buyer-fields.ts';
import { formActions, portalPage } from './layout.ts';
import type { Handler, Visit } from './visit.ts';

export type CustomerRecord = Static<typeof Customer>;

type Field = BuyerField | 'email' | 'phone';
type Typed = Record<Field, string>;
type Problems = Partial<Record<Field, string>>;

export const customerOf = ({ ask, customer_id }: Visit): Promise<CustomerRecord> =>
  ask(getCustomer, { customer_id });

export const showBillingForm: Handler = async (visit) =>
  billingPage(visit, typedFrom(await customerOf(visit)), {});

export const saveBillingForm: Handler = async (visit, { form }) => {
  const typed = typedIn(form);
  const billing = billingOf(visit.customer_id, typed);
  const problems = problemsByField(problemsOf(billing_parameters, { ...billing }), BILLING_WORDS);
  if (Object.keys(problems).length > 0) return billingPage(visit, typed, problems);
  const before = await customerOf(visit);
  const mistyped = await mistypedNumber(visit, billing, before);
  if (mistyped) return billingPage(visit, typed, { tax_id: mistyped });
  const { customer_id, ask, write } = visit;
  const customer = { email: typed.email, name: typed.name || null, country: typed.country || null };
  const is_other = ({ email, name, country }: typeof before) =>
    email !== customer.email || name !== customer.name || country !== customer.country;
  if (is_other(before)) await ask(updateCustomer, { customer_id, ...customer });
  // Sent twice, it is saved and told once.
  const is_same = before.billing && JSON.stringify(typedFrom(before)) === JSON.stringify(typed);
  if (!is_same) {
    const answer = await askAboutTaxId(visit.work, billing);
    await write((inside) => saveBillingDetails(inside, billing, answer));
  }
  return redirectAfterForm(`${visit.address}/note/billing-saved`);
};

/** A number that is mistyped is refused where it matters, unless it was there before. */
async function mistypedNumber(
  { work }: Visit,
  billing: BillingInput,
  before: CustomerRecord,
): Promise<string | undefined> {
  const { tax_id, address } = billing;
  if (!tax_id || tax_id === before.billing?.tax_id) return undefined;
  const country = address?.country ?? before.country;
  const why_not = knownTaxNumber(tax_id, { country, before: null })?.why_not;
  if (!why_not || why_not === 'unknown_country') return undefined;
  const { settings } = await readTaxRules(work.reader);
  return numbersMatter(settings)
    ? 'This number is mistyped. Check it, or leave it empty.'
    : undefined;
}

function typedIn(form: ReadonlyMap<string, string>): Typed {
  const field = (name: Field) => (form.get(name) ?? '').trim();
  return {
    email: field('email'),
    name: field('name'),
    company: field('company'),
    tax_id: field('tax_id'),
    phone: field('phone'),
    line1: field('line1'),
    line2: field('line2'),
    postal_code: field('postal_code'),
    city: field('city'),
    state: field('state'),
    country: field('country'),
  };
}

/** What is kept for billing; where nothing is, what is known of the customer. */
function typedFrom({ billing, ...customer }: CustomerRecord): Typed {
  const address = billing?.address;
  return {
    email: billing?.email ?? customer.email ?? '',
    name: billing?.name ?? customer.name ?? '',
    company: billing?.company ?? '',
    tax_id: billing?.tax_id ?? '',
    phone: billing?.phone ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postal_code: address?.postal_code ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country ?? customer.country ?? '',
  };
}

const billing_parameters = parameters(Type.Object(billing_fields));

function billingOf(customer_id: string, typed: Typed): BillingInput {
  const { email, name, company, tax_id, phone } = typed;
  const address = addressOf(typed);
  const is_empty = Object.values(address).every((value) => value === null);
  return {
    customer_id,
    email,
    name: name || null,
    company: company || null,
    phone: phone || null,
    tax_id: tax_id || null,
    address: is_empty ? null : address,
  };
}

const BILLING_WORDS: FieldMessages<Field> = {
  email: ['email', 'Enter an e-mail address, such as ada@example.com.'],
  phone: ['phone', atMost(50)],
  ...BUYER_WORDS,
};

function billingPage(visit: Visit, typed: Typed, problems: Problems): PageAnswer {
  const text = (name: Field, label: string, autocomplete: string, most: number) =>
    input(visit.words, {
      name,
      label,
      optional: true,
      value: typed[name],
      problem: problems[name],
      attributes: { autocomplete, maxlength: most },
    });
  return portalPage(visit, {
    status: Object.keys(problems).length > 0 ? 400 : 200,
    title: 'Billing details',
    main: html`<div class="narrow">
  <h1>Billing details</h1>
  <p class="quiet">They are shown on your next invoices.</p>
  <form method="post" action="${visit.address}/billing">
    ${emailInput(visit.words, typed.email, problems.email)}
    ${text('name', 'Name', 'name', 200)}
    ${text('company', 'Company', 'organization', 200)}
    ${text('tax_id', 'Tax number', 'off', 50)}
    ${text('phone', 'Telephone', 'tel', 50)}
    <fieldset>
      <legend>Address</legend>
      ${text('line1', 'Street and number', 'address-line1', 200)}
      ${text('line2', 'More of the address', 'address-line2', 200)}
      <div class="pair">
        ${text('postal_code', 'Postal code', 'postal-code', 20)}
        ${text('city', 'City', 'address-level2', 100)}
      </div>
      ${text('state', 'State or region', 'address-level1', 100)}
      ${countryInput(visit.words, typed.country, problems.country)}
    </fieldset>
    ${formActions('Save', { leave: 'Leave it as it is', at: visit.address })}
  </form>
</div>`,
  });
}
