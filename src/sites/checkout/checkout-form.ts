import type { Words } from '../../../texts/words.ts';
import { Email } from '../../platform/core/address-fields.ts';
import { COUNTRIES } from '../../platform/core/countries.ts';
import type { Detail } from '../../platform/core/errors.ts';
import { Country, Line } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { parameters } from '../../platform/operation/parameters.ts';
import type { Buyer } from '../../shop/checkout/buyer.rules.ts';
import type { CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import type { Card } from '../../shop/money/payments/card.rules.ts';
import { type CardProblems, readCard, type TypedCard } from '../shared/card-form.ts';
import { type FieldMessages, problemsByField, problemsOf } from '../shared/problems.ts';
import { type CustomProblems, readCustomForm, type TypedCustom } from './custom-fields.ts';

/** Fields that are shown only where taxes depend on them. */
const MORE_FIELDS = ['state', 'postal_code', 'company', 'tax_id'] as const;
const FIELDS = ['email', 'name', 'country', ...MORE_FIELDS] as const;

type Field = (typeof FIELDS)[number];

/** What a buyer has typed about themselves, as it was typed. */
export interface Typed extends Record<Field, string> {
  /** Into the seller's own fields, by key. */
  custom: TypedCustom;
}

/** What is wrong, by the name of the field. */
export type Problems = Partial<Record<Field | 'coupon' | 'quantity' | 'consent', string>> &
  CardProblems &
  CustomProblems;

/** What the page shows again, as it was typed. */
export interface Kept {
  typed: Typed;
  /** Undefined where no card was asked for. */
  typed_card: TypedCard | undefined;
  /** A promotion code that is not applied yet. */
  typed_coupon: string;
  /** Undefined where the buyer cannot change it. */
  typed_quantity: string | undefined;
  has_consented: boolean;
}

export interface Filled {
  kept: Kept;
  typed: Typed;
  buyer: Buyer;
  /** To the seller's own fields, by key. */
  custom_fields: Record<string, unknown>;
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
  {
    words,
    checkout,
    needs_card,
    is_paying,
    now,
  }: {
    words: Words;
    checkout: CheckoutRow;
    needs_card: boolean;
    /** What is needed only then may be missing before. */
    is_paying: boolean;
    now: number;
  },
): Filled {
  const { card, typed: typed_card, problems } = readCard(form, { words, now });
  const details = readDetails(form, words);
  const custom = readCustomForm(checkout, form, words);
  const typed = { ...details.typed, custom: custom.typed };
  return {
    ...details,
    typed,
    custom_fields: custom.answers,
    kept: {
      typed,
      typed_card: form.has('card_number') ? typed_card : undefined,
      typed_coupon: (form.get('coupon') ?? '').trim().slice(0, 64),
      typed_quantity: form.get('quantity')?.trim().slice(0, 20),
      has_consented: form.has('consent'),
    },
    card: needs_card ? card : undefined,
    problems: {
      ...details.problems,
      ...(needs_card && problems),
      ...(is_paying && custom.problems),
    },
  };
}

function readDetails(form: ReadonlyMap<string, string>, words: Words) {
  const field = (name: Field) => (form.get(name) ?? '').trim();
  const typed = typedFrom(field);
  const { email, name, country } = typed;
  const given = {
    email,
    ...(name && { name }),
    ...(country && { country }),
    ...Object.fromEntries(MORE_FIELDS.flatMap((one) => (typed[one] ? [[one, typed[one]]] : []))),
  };
  const problems = problemsByField(problemsOf(buyer_parameters, given), buyerMessages(words));
  // A field that was shown and left empty is emptied; one that was not shown stays as it is.
  const more = MORE_FIELDS.filter((one) => form.has(one)).map((one) => [one, typed[one] || null]);
  const said = {
    ...(email && { email }),
    ...(name && { name }),
    ...(country && { country: country.toUpperCase() }),
    ...Object.fromEntries(more),
  };
  // What is wrong is shown again, and used for nothing else.
  const buyer: Buyer = Object.fromEntries(
    Object.entries(said).filter(([field]) => !(field in problems)),
  );
  return { typed, buyer, problems };
}

/** The country that was typed, if there is such a one: from any other text nothing follows. */
export const countryIn = ({ country }: Typed): string | undefined =>
  country.length === 2 && COUNTRIES.has(country.toUpperCase()) ? country.toUpperCase() : undefined;

/** What is known about the buyer, as if they had typed it. */
export const typedFrom = (
  known: (field: Field) => string | null | undefined,
  custom: TypedCustom = {},
): Typed => ({
  custom,
  email: known('email') ?? '',
  name: known('name') ?? '',
  country: known('country') ?? '',
  state: known('state') ?? '',
  postal_code: known('postal_code') ?? '',
  company: known('company') ?? '',
  tax_id: known('tax_id') ?? '',
});

const buyerMessages = ({ shared }: Words): FieldMessages<Field> => ({
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
  const messages: FieldMessages<Field> = {
    'billing.address.country': ['country', checkout.countryNeeded],
    'billing.address.state': ['state', checkout.regionNeeded],
    'billing.tax_id': ['tax_id', checkout.checkTaxNumber],
  };
  return problemsByField(
    details.filter(({ param }) => param in messages),
    messages,
  );
}

/** A whole number as it was typed; undefined if it is none. */
export const readQuantity = (text: string): number | undefined =>
  /^\d{1,7}$/.test(text) ? Number(text) : undefined;
