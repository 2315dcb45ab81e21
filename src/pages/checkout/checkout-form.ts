import Type from 'typebox';
import type { Buyer } from '../../checkout/buyer.rules.ts';
import type { Detail } from '../../core/errors.ts';
import { Country, Email, Line } from '../../core/fields.ts';
import { parameters } from '../../operation/parameters.ts';
import type { Card } from '../../payments/card.rules.ts';
import { type CardProblems, readCard, type TypedCard } from '../shared/card-form.ts';
import { type FieldMessages, problemsByField, problemsOf } from '../shared/problems.ts';
import type { Words } from '../words/words.ts';

/** Fields that are shown only where taxes depend on them. */
const MORE_FIELDS = ['state', 'postal_code', 'company', 'tax_id'] as const;
const FIELDS = ['email', 'name', 'country', ...MORE_FIELDS] as const;

/** What a buyer has typed, as it was typed; the card is never shown again. */
export type Typed = Record<(typeof FIELDS)[number], string>;

/** What is wrong, by the name of the field. */
export type Problems = Partial<Record<keyof Typed, string>> & CardProblems;

interface FilledDetails {
  typed: Typed;
  buyer: Buyer;
  problems: Problems;
}

const buyer_parameters = parameters(
  Type.Object({
    email: Email,
    name: Type.Optional(Line(200)),
    country: Type.Optional(Country),
    state: Type.Optional(Line(100)),
    postal_code: Type.Optional(Line(20)),
    company: Type.Optional(Line(200)),
    tax_id: Type.Optional(Line(50)),
  }),
);

/** Reads the payment form; the same rules as the API's, said in a buyer's words. */
export function readPaymentForm(
  form: ReadonlyMap<string, string>,
  { words, needs_card, now }: { words: Words; needs_card: boolean; now: number },
): FilledDetails & { card: Card | undefined; typed_card?: TypedCard } {
  const filled = readDetails(form, { words });
  if (!needs_card) return { ...filled, card: undefined };
  const { card, typed: typed_card, problems } = readCard(form, { words, now });
  return { ...filled, card, typed_card, problems: { ...filled.problems, ...problems } };
}

/** Reads who buys. Before they pay, the e-mail address may be missing. */
export function readDetails(
  form: ReadonlyMap<string, string>,
  { words, needs_email = true }: { words: Words; needs_email?: boolean },
): FilledDetails {
  const field = (name: keyof Typed) => (form.get(name) ?? '').trim();
  const typed = typedFrom(field);
  const { email, name, country } = typed;
  const given = {
    email,
    ...(name && { name }),
    ...(country && { country }),
    ...Object.fromEntries(MORE_FIELDS.flatMap((one) => (typed[one] ? [[one, typed[one]]] : []))),
  };
  const wrong = problemsOf(buyer_parameters, given).filter(
    ({ param }) => needs_email || email !== '' || param !== 'email',
  );
  // A field that was shown and left empty is emptied; one that was not shown stays as it is.
  const more = MORE_FIELDS.filter((one) => form.has(one)).map((one) => [one, typed[one] || null]);
  const buyer: Buyer = {
    ...(email && { email }),
    ...(name && { name }),
    ...(country && { country: country.toUpperCase() }),
    ...Object.fromEntries(more),
  };
  return { typed, buyer, problems: problemsByField(wrong, buyerMessages(words)) };
}

/** What is known about the buyer, as if they had typed it. */
export const typedFrom = (known: (field: keyof Typed) => string | null | undefined): Typed => ({
  email: known('email') ?? '',
  name: known('name') ?? '',
  country: known('country') ?? '',
  state: known('state') ?? '',
  postal_code: known('postal_code') ?? '',
  company: known('company') ?? '',
  tax_id: known('tax_id') ?? '',
});

const buyerMessages = ({ shared }: Words): FieldMessages<keyof Typed> => ({
  email: ['email', shared.checkEmail],
  name: ['name', shared.checkLength(200)],
  country: ['country', shared.checkCountry],
  state: ['state', shared.checkLength(100)],
  postal_code: ['postal_code', shared.checkLength(20)],
  company: ['company', shared.checkLength(200)],
  tax_id: ['tax_id', shared.checkLength(50)],
});

/** What a refusal says about the buyer's details, by field. */
export function detailProblems({ checkout }: Words, details: readonly Detail[]): Problems {
  const messages: FieldMessages<keyof Typed> = {
    'billing.address.country': ['country', checkout.countryNeeded],
    'billing.address.state': ['state', checkout.regionNeeded],
    'billing.tax_id': ['tax_id', checkout.checkTaxNumber],
  };
  return problemsByField(
    details.filter(({ param }) => param in messages),
    messages,
  );
}
