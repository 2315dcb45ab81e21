import { CURRENCY_DECIMALS } from '../../platform/core/currencies.ts';
import { field } from './field.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'currency' });

/** All currencies by name, the commonest first. */
const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'JPY'];
const codes = [...new Set([...COMMON, ...Object.keys(CURRENCY_DECIMALS).toSorted()])];

export const currencyField = field.choice({
  label: 'Currency',
  choices: codes.map((value) => ({ value, label: `${value}, ${NAMES.of(value) ?? value}` })),
});
