import type { Static } from 'typebox';
import type { Words } from '../../../texts/words.ts';
import { html } from '../../platform/core/html.ts';
import { Type } from '../../platform/core/schema.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { parameters } from '../../platform/operation/parameters.ts';
import { askAboutTaxId } from '../../shop/customers/ask-about-tax-id.ts';
import { changeCustomer } from '../../shop/customers/change-customer.ts';
import type { BillingInput, Customer } from '../../shop/customers/customer.rules.ts';
import { billing_fields } from '../../shop/customers/customer-fields.rules.ts';
import { getCustomer } from '../../shop/customers/get-customer.ts';
import { saveBillingDetails } from '../../shop/customers/save-billing.ts';
import { knownTaxNumber } from '../../shop/tax/known-tax-number.rules.ts';
import { readTaxSettings } from '../../shop/tax/read-tax-rules.ts';
import { numbersMatter } from '../../shop/tax/tax-settings.rules.ts';
import { emailInput, textField } from '../shared/fields.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { tryLater } from '../shared/page-limits.ts';
import { type FieldMessages, problemsByField, problemsOf } from '../shared/problems.ts';
import { mistakesIn, type RefusalText, tooManyTries } from '../shared/refusal.ts';
import {
  addressFields,
  addressOf,
  addressTyped,
  type BuyerField,
  buyerMessages,
  typedAt,
  typedBuyer,
} from './buyer-fields.ts';
import { formActions, portalPage } from './layout.ts';
import type { Handler, Visit } from './visit.ts';

export type CustomerRecord = Static<typeof Customer>;

type Field = BuyerField | 'email' | 'phone';
type Typed = Record<Field, string>;
type Problems = Partial<Record<Field, string>>;

export const customerOf = ({ ask, customer_id }: Visit): Promise<CustomerRecord> =>
  ask(getCustomer, { customer_id });

export const showBillingForm: Handler = async (visit) =>
  billingPage(visit, typedFrom(await customerOf(visit)));

export const saveBillingForm: Handler = async (visit, { form }) => {
  const typed = typedIn(form);
  const billing = billingOf(visit.customer_id, typed);
  const problems = problemsByField(
    problemsOf(billing_parameters, { ...billing }),
    billingMessages(visit.words),
  );
  const before = await customerOf(visit);
  // A number that nobody has looked at yet is read if it and its country may stay as they are.
  const is_new = Boolean(billing.tax_id) && billing.tax_id !== before.billing?.tax_id;
  const is_readable = problems.tax_id === undefined && problems.country === undefined;
  const tax_id = is_new && is_readable ? await mistypedNumber(visit, billing, before) : undefined;
  if (tax_id !== undefined) problems.tax_id = tax_id;
  if (Object.keys(problems).length > 0) return billingPage(visit, typed, { problems });
  // Then it is asked about, maybe at an authority.
  const wait_seconds = is_new ? visit.waitToTry() : 0;
  if (wait_seconds > 0) return waitToTry(visit, typed, wait_seconds);
  const { customer_id, write } = visit;
  const customer = { email: typed.email, name: typed.name || null, country: typed.country || null };
  const is_other = ({ email, name, country }: typeof before) =>
    email !== customer.email || name !== customer.name || country !== customer.country;
  if (is_other(before)) {
    await write((context) => changeCustomer(context, customer_id, customer, 'customer'));
  }
  // Sent twice, it is saved once, with one event.
  const is_same = before.billing && JSON.stringify(typedFrom(before)) === JSON.stringify(typed);
  if (!is_same) {
    const answer = await askAboutTaxId(visit.work, billing);
    await write((context) => saveBillingDetails(context, billing, answer));
  }
  return redirectAfterForm(`${visit.address}/note/billing-saved`);
};

function waitToTry(visit: Visit, typed: Typed, wait_seconds: number): PageAnswer {
  const refusal = tooManyTries(visit.words, wait_seconds);
  return tryLater(billingPage(visit, typed, { refusal }), wait_seconds);
}

/** A new number that is mistyped is refused where it matters. */
async function mistypedNumber(
  { work, words }: Visit,
  billing: BillingInput,
  before: CustomerRecord,
): Promise<string | undefined> {
  const { tax_id, address } = billing;
  if (!tax_id) return undefined;
  const country = address?.country ?? before.country;
  const why_not = knownTaxNumber(tax_id, { country, before: null })?.why_not;
  if (!why_not || why_not === 'unknown_country') return undefined;
  const settings = await readTaxSettings(work.reader);
  return numbersMatter(settings) ? words.portal.checkTaxNumber : undefined;
}

const typedIn = (form: ReadonlyMap<string, string>): Typed => ({
  ...typedBuyer(form),
  ...{ email: typedAt(form, 'email'), phone: typedAt(form, 'phone') },
});

/** What is kept for billing; where nothing is, what is known of the customer. */
function typedFrom({ billing, ...customer }: CustomerRecord): Typed {
  const address = billing?.address;
  return {
    email: billing?.email ?? customer.email ?? '',
    name: billing?.name ?? customer.name ?? '',
    company: billing?.company ?? '',
    tax_id: billing?.tax_id ?? '',
    phone: billing?.phone ?? '',
    ...addressTyped({ ...address, country: address?.country ?? customer.country }),
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

const billingMessages = (words: Words): FieldMessages<Field> => ({
  email: ['email', words.shared.checkEmail],
  phone: ['phone', words.shared.checkLength(50)],
  ...buyerMessages(words),
});

function billingPage(
  visit: Visit,
  typed: Typed,
  { problems = {}, refusal }: { problems?: Problems; refusal?: RefusalText } = {},
): PageAnswer {
  const { words } = visit;
  const { portal } = words;
  const filled = { typed, problems };
  return portalPage(visit, {
    title: portal.billing,
    refusal: mistakesIn(words, problems) ?? refusal,
    main: html`<div class="panel narrow">
  <h1>${portal.billing}</h1>
  <p class="quiet">${portal.billingText}</p>
  <form method="post" action="${visit.address}/billing">
    ${emailInput(words, typed.email, problems.email)}
    ${textField(words, 'name', filled)}
    ${textField(words, 'company', filled)}
    ${textField(words, 'tax_id', filled)}
    ${textField(words, 'phone', filled)}
    ${addressFields(words, filled)}
    ${formActions(portal.save, { leave: portal.cancelForm, at: visit.address })}
  </form>
</div>`,
  });
}
