import { COUNTRIES } from '../../platform/core/countries.ts';
import { CURRENCY_DECIMALS } from '../../platform/core/currencies.ts';
import { LANGUAGES, PAGE_LANGUAGES } from '../../platform/core/languages.ts';
import { field } from './field.ts';

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

export const currencyField = field.choice({
  label: 'Currency',
  choices: codes.map((value) => ({
    value,
    label: `${value}, ${CURRENCY_NAMES.of(value) ?? value}`,
  })),
});
