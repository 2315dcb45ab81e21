import { CURRENCY_DECIMALS } from './currencies.ts';
import { remember } from './remember.ts';

const FORMATS_MAX = 500;
const TEXTS_MAX = 5_000;

/** An amount in major units as the buyer writes it: `1.299,00 €` in German, `€1,299.00` in English. */
export const moneyText = (amount: number, currency: string, locale: string): string =>
  texts(`${locale} ${currency} ${amount}`);

// Prices repeat, and looking one up takes a fraction of the time of writing it.
const texts = remember(TEXTS_MAX, (name: string) => {
  const [locale = '', currency = '', amount = ''] = name.split(' ');
  return formats(`${locale} ${currency}`).format(Number(amount));
});

const formats = remember(FORMATS_MAX, (name: string) => {
  const [locale = '', currency = ''] = name.split(' ');
  // Intl's own decimals differ from ISO 4217 for some currencies.
  const decimals = CURRENCY_DECIMALS[currency] ?? 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
});
