import { CURRENCY_DECIMALS } from './currencies.ts';

const FORMATS_MAX = 500;
const formats = new Map<string, Intl.NumberFormat>();

/** An amount in major units as the buyer writes it: `1.299,00 €` in German, `€1,299.00` in English. */
export function moneyText(amount: number, currency: string, locale: string): string {
  const name = `${locale} ${currency}`;
  const known = formats.get(name);
  if (known) return known.format(amount);
  // Intl's own decimals differ from ISO 4217 for some currencies.
  const decimals = CURRENCY_DECIMALS[currency] ?? 2;
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(name, made);
  return made.format(amount);
}
