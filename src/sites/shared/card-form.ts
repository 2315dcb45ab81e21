import type { Words } from '../../../texts/words.ts';
import { Type } from '../../platform/core/schema.ts';
import { parameters } from '../../platform/operation/parameters.ts';
import {
  type Card,
  CardInput,
  cardDigits,
  whyNotCard,
} from '../../shop/money/payments/card.rules.ts';
import { type FieldMessages, problemsByField, problemsOf } from './problems.ts';

/** A card as it was typed, by the names of the fields. */
export type TypedCard = Record<'card_number' | 'card_expiry' | 'card_code', string>;

/** What is wrong with a card, by the name of the field. */
export type CardProblems = Partial<TypedCard>;

const card_parameters = parameters(Type.Object(CardInput.properties));

/** Reads a card from a form; the same rules as the API's, all mistakes at once. */
export function readCard(
  form: ReadonlyMap<string, string>,
  { words, now }: { words: Words; now: number },
): { card: Card; typed: TypedCard; problems: CardProblems } {
  const field = (name: keyof TypedCard) => (form.get(name) ?? '').trim().slice(0, 50);
  const typed = {
    card_number: field('card_number'),
    card_expiry: field('card_expiry'),
    card_code: field('card_code'),
  };
  const [, month, year] = /^(\d{1,2})\s*(?:[/.-]\s*)?(\d{4}|\d{2})$/.exec(typed.card_expiry) ?? [];
  const card: Card = {
    number: cardDigits(typed.card_number),
    exp_month: Number(month ?? 0),
    exp_year: Number(year ?? 0) + (year?.length === 2 ? 2000 : 0),
    cvc: typed.card_code,
  };
  const wrong = problemsOf(card_parameters, { ...card });
  if (month !== undefined) wrong.push(...whyNotCard(card, now));
  return { card, typed, problems: problemsByField(wrong, cardMessages(words)) };
}

const cardMessages = ({ shared }: Words): FieldMessages<keyof TypedCard> => ({
  number: ['card_number', shared.checkCardNumber],
  exp_month: ['card_expiry', shared.checkCardExpiry],
  exp_year: ['card_expiry', shared.checkExpiryIsAhead],
  cvc: ['card_code', shared.checkSecurityCode],
});
