import Type from 'typebox';
import type { Buyer } from '../../checkout/buyer.rules.ts';
import type { Detail } from '../../core/errors.ts';
import { Country, Email, Line } from '../../core/fields.ts';
import { parameters } from '../../operation/parameters.ts';
import type { Card } from '../../payments/card.rules.ts';
import { type CardProblems, readCard } from '../shared/card-form.ts';
import { type FieldMessages, problemsByField, problemsOf } from '../shared/problems.ts';

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
  { needs_card, now }: { needs_card: boolean; now: number },
): FilledDetails & { card: Card | undefined } {
  const filled = readDetails(form);
  if (!needs_card) return { ...filled, card: undefined };
  const { card, problems } = readCard(form, now);
  return { ...filled, card, problems: { ...filled.problems, ...problems } };
}

/** Reads who buys. Before they pay, the e-mail address may be missing. */
export function readDetails(
  form: ReadonlyMap<string, string>,
  { needs_email = true }: { needs_email?: boolean } = {},
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
  return { typed, buyer, problems: problemsByField(wrong, BUYER_WORDS) };
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

const BUYER_WORDS: FieldMessages<keyof Typed> = {
  email: ['email', 'Enter an e-mail address, such as ada@example.com.'],
  name: ['name', 'Enter a name of at most 200 characters, or leave it empty.'],
  country: ['country', 'Choose a country, or leave it empty.'],
  state: ['state', 'Enter a region of at most 100 characters.'],
  postal_code: ['postal_code', 'Enter a postal code of at most 20 characters.'],
  company: ['company', 'Enter a name of at most 200 characters, or leave it empty.'],
  tax_id: ['tax_id', 'Enter a number of at most 50 characters, or leave it empty.'],
};

/** What a refusal says about the buyer's details, by field. */
export function detailProblems(details: readonly Detail[]): Problems {
  return problemsByField(
    details.filter(({ param }) => param in TAX_WORDS),
    TAX_WORDS,
  );
}

const TAX_WORDS: FieldMessages<keyof Typed> = {
  'billing.address.country': ['country', 'Choose your country: the tax depends on it.'],
  'billing.address.state': ['state', 'Choose your region: the tax depends on it.'],
  'billing.tax_id': ['tax_id', 'Check this number, or leave it empty.'],
};
