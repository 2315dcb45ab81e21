import Type from 'typebox';
import { Country, Email, Line } from '../../core/fields.ts';
import { parameters } from '../../operation/parameters.ts';
import type { Card } from '../../payments/card.rules.ts';
import { type CardProblems, readCard } from '../shared/card-form.ts';
import { type FieldMessages, problemsByField, problemsOf } from '../shared/problems.ts';

/** What a buyer has typed, as it was typed; the card is never shown again. */
export interface Typed {
  email: string;
  name: string;
  country: string;
}

/** What is wrong, by the name of the field. */
export type Problems = Partial<Record<keyof Typed, string>> & CardProblems;

export interface FilledForm {
  typed: Typed;
  buyer: { email: string; name?: string; country?: string };
  card: Card | undefined;
  problems: Problems;
}

const buyer_parameters = parameters(
  Type.Object({
    email: Email,
    name: Type.Optional(Line(200)),
    country: Type.Optional(Country),
  }),
);

/** Reads the payment form; the same rules as the API's, said in a buyer's words. */
export function readPaymentForm(
  form: ReadonlyMap<string, string>,
  { needs_card, now }: { needs_card: boolean; now: number },
): FilledForm {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const typed = { email: field('email'), name: field('name'), country: field('country') };
  const buyer = {
    email: typed.email,
    ...(typed.name && { name: typed.name }),
    ...(typed.country && { country: typed.country }),
  };
  const problems = problemsByField(problemsOf(buyer_parameters, { ...buyer }), BUYER_WORDS);
  if (!needs_card) return { typed, buyer, card: undefined, problems };
  const read = readCard(form, now);
  return { typed, buyer, card: read.card, problems: { ...problems, ...read.problems } };
}

const BUYER_WORDS: FieldMessages<keyof Typed> = {
  email: ['email', 'Enter an e-mail address, such as ada@example.com.'],
  name: ['name', 'Enter a name of at most 200 characters, or leave it empty.'],
  country: ['country', 'Choose a country, or leave it empty.'],
};
