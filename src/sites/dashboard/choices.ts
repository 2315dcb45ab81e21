import { COUNTRIES } from '../../platform/core/countries.ts';
import { CURRENCY_DECIMALS } from '../../platform/core/currencies.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { LANGUAGES, PAGE_LANGUAGES } from '../../platform/core/languages.ts';

export interface Choice<Word extends string = string> {
  value: Word;
  label: string;
}

/** Labels by their words; a list where these are not all words that are known here. */
export type Choices<Word extends string = string> =
  | Readonly<Record<Word, string>>
  | readonly Choice<Word>[];

export function choicesOf<Word extends string>(choices: Choices<Word>): readonly Choice<Word>[] {
  if (isList(choices)) return choices;
  const isWord = (text: string): text is Word => Object.hasOwn(choices, text);
  return Object.keys(choices)
    .filter(isWord)
    .map((value) => ({ value, label: choices[value] }));
}

const isList = <Word extends string>(given: Choices<Word>): given is readonly Choice<Word>[] =>
  Array.isArray(given);

export const chosenOf = <Word extends string>(choices: Choices<Word>, typed: string) =>
  choicesOf(choices).find(({ value }) => value === typed);

/** The options of a list to choose from, with one of them chosen. */
export const options = (choices: Choices, chosen: string | undefined): Html[] =>
  choicesOf(choices).map(
    ({ value, label }) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  );

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' });
const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' });

/** All countries by name. */
export const countryChoices = [...COUNTRIES]
  .map((value) => ({ value, label: REGION_NAMES.of(value) ?? value }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

/** The languages that mails are written in. */
export const languageChoices = LANGUAGES.map((value) => ({
  ...{ value, label: PAGE_LANGUAGES[value].name },
}));

/** All currencies by name, the commonest first. */
const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'JPY'];
const codes = [...new Set([...COMMON, ...Object.keys(CURRENCY_DECIMALS).toSorted()])];

export const currencyChoices = codes.map((value) => ({
  value,
  label: `${value}, ${CURRENCY_NAMES.of(value) ?? value}`,
}));
