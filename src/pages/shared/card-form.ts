import Type from 'typebox';
import { parameters } from '../../operation/parameters.ts';
import { type Card, CardInput, cardDigits, whyNotCard } from '../../payments/card.rules.ts';
import { type FieldMessages, problemsByField, problemsOf } from './problems.ts';

/** What is wrong with a card, by the name of the field. */
export type CardProblems = Partial<Record<'card_number' | 'card_expiry' | 'card_code', string>>;

const card_parameters = parameters(Type.Object(CardInput.properties));

/** Reads a card from a form; the same rules as the API's, said in a buyer's words. */
export function readCard(
  form: ReadonlyMap<string, string>,
  now: number,
): { card: Card; problems: CardProblems } {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const [, month, year] = /^(\d{1,2})\s*[/.-]?\s*(\d{4}|\d{2})$/.exec(field('card_expiry')) ?? [];
  const card: Card = {
    number: cardDigits(field('card_number')),
    exp_month: Number(month ?? 0),
    exp_year: Number(year ?? 0) + (year?.length === 2 ? 2000 : 0),
    cvc: field('card_code'),
  };
  const wrong = problemsOf(card_parameters, { ...card });
  if (wrong.length === 0) wrong.push(...whyNotCard(card, now));
  return { card, problems: problemsByField(wrong, CARD_WORDS) };
}

const CARD_WORDS: FieldMessages<keyof CardProblems> = {
  number: ['card_number', 'Check the card number.'],
  exp_month: ['card_expiry', 'Enter the month and year on the card, such as 12/34.'],
  exp_year: ['card_expiry', 'Check the expiry date: it must be in the future.'],
  cvc: ['card_code', 'Enter the 3 or 4 digits of the security code.'],
};
