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

/** What a buyer has typed about themselves, as it was typed. */
export type Typed = Record<(typeof FIELDS)[number], string>;

/** What is wrong, by the name of the field. */
export type Problems = Partial<Record<keyof Typed | 'coupon' | 'quantity', string>> & CardProblems;

export interface Filled {
  typed: Typed;
  /** Undefined where no card was asked for. */
  typed_card: TypedCard | undefined;
  /** A promotion code that is not applied yet. */
  typed_coupon: string;
  buyer: Buyer;
  card: Card | undefined;
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

/** Reads the one form of the page; the same rules as the API's, and all mistakes at once. */
export function readForm(
  form: ReadonlyMap<string, string>,
  { words, needs_card, now }: { words: Words; needs_card: boolean; now: number },
): Filled {
  const { card, typed: typed_card, problems } = readCard(form, { words, now });
  const details = readDetails(form, words);
  return {
    ...details,
    typed_card: form.has('card_number') ? typed_card : undefined,
    typed_coupon: (form.get('coupon') ?? '').trim().slice(0, 64),
    card: needs_card ? card : undefined,
    problems: { ...details.problems, ...(needs_card && problems) },
  };
}

function readDetails(form: ReadonlyMap<string, string>, words: Words) {
  const field = (name: keyof Typed) => (form.get(name) ?? '').trim();
  const typed = typedFrom(field);
  const { email, name, country } = typed;
  const given = {
    email,
    ...(name && { name }),
    ...(country && { country }),
    ...Object.fromEntries(MORE_FIELDS.flatMap((one) => (typed[one] ? [[one, typed[one]]] : []))),
  };
  const wrong = problemsOf(buyer_parameters, given);
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
