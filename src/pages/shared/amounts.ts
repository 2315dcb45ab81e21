import { fromMinor } from '../../core/money.ts';
import { moneyText } from '../../core/money-text.ts';

/** An amount of minor units as the buyer writes it. */
export const amountText = (minor: number, currency: string, locale: string): string =>
  moneyText(fromMinor(minor, currency), currency, locale);

/** The buyer's first language of an Accept-Language header that we can write amounts in. */
export function localeOf(accept_language: string | undefined): string {
  const tags = (accept_language ?? '').slice(0, 200).split(',');
  for (const tag of tags) {
    const [, plain] = /^\s*([A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2})?)\b/.exec(tag) ?? [];
    const [locale] = plain ? Intl.NumberFormat.supportedLocalesOf([plain]) : [];
    if (locale) return locale;
  }
  return 'en-US';
}

/** The pages are in English, so dates are too. */
export function dateText(at: number): string {
  // Made when it is needed first: at every start it would cost 28 ms.
  dates ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return dates.format(at);
}

let dates: Intl.DateTimeFormat | undefined;

export const quantityText = (quantity: number): string => (quantity === 1 ? '' : ` × ${quantity}`);
