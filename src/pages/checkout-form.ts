import Type from 'typebox';
import { type Detail, Refusal } from '../core/errors.ts';
import { Country, Email, Line } from '../core/fields.ts';
import { parameters } from '../http/parameters.ts';
import { type Card, CardInput, cardDigits, whyNotCard } from '../payments/card.rules.ts';

/** What a buyer has typed, as it was typed; the card is never shown again. */
export interface Typed {
  email: string;
  name: string;
  country: string;
}

/** What is wrong, by the name of the field. */
export type Problems = Partial<Record<'email' | 'name' | 'country' | CardField, string>>;
type CardField = 'card_number' | 'card_expiry' | 'card_code';

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
const card_parameters = parameters(Type.Object(CardInput.properties));

/** Reads the payment form; the same rules as the API's, said in a buyer's words. */
export function readPaymentForm(
  form: Map<string, string>,
  { needs_card, now }: { needs_card: boolean; now: number },
): FilledForm {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const typed = { email: field('email'), name: field('name'), country: field('country') };
  const buyer = {
    email: typed.email,
    ...(typed.name && { name: typed.name }),
    ...(typed.country && { country: typed.country }),
  };
  const wrong = problemsOf(() => buyer_parameters.read({ ...buyer }, undefined));
  if (!needs_card) return { typed, buyer, card: undefined, problems: inWords(wrong) };
  const [, month, year] = /^(\d{1,2})\s*[/.-]?\s*(\d{4}|\d{2})$/.exec(field('card_expiry')) ?? [];
  const card: Card = {
    number: cardDigits(field('card_number')),
    exp_month: Number(month ?? 0),
    exp_year: Number(year ?? 0) + (year?.length === 2 ? 2000 : 0),
    cvc: field('card_code'),
  };
  wrong.push(...problemsOf(() => card_parameters.read({ ...card }, undefined)));
  if (wrong.length === 0) wrong.push(...whyNotCard(card, now));
  return { typed, buyer, card, problems: inWords(wrong) };
}

const IN_WORDS: Record<string, { field: keyof Problems; words: string }> = {
  email: { field: 'email', words: 'Enter an e-mail address, such as ada@example.com.' },
  name: { field: 'name', words: 'Enter a name of at most 200 characters, or leave it empty.' },
  country: { field: 'country', words: 'Choose a country, or leave it empty.' },
  number: { field: 'card_number', words: 'Check the card number.' },
  exp_month: {
    field: 'card_expiry',
    words: 'Enter the month and year on the card, such as 12/34.',
  },
  exp_year: { field: 'card_expiry', words: 'Check the expiry date: it must be in the future.' },
  cvc: { field: 'card_code', words: 'Enter the 3 or 4 digits of the security code.' },
};

function inWords(details: Detail[]): Problems {
  const problems: Problems = {};
  for (const { param } of details) {
    const { field, words } = IN_WORDS[param] ?? { field: 'email', words: 'Check this form.' };
    problems[field] ??= words;
  }
  return problems;
}

function problemsOf(read: () => unknown): Detail[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.details;
    throw error;
  }
}
