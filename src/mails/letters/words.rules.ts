import { CURRENCY_DECIMALS } from '../../core/currencies.ts';

const SHOWN_MAX = 120;
// Hebrew, Arabic and the other scripts that are written from right to left.
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// Line ends, other control characters, and marks that turn the direction of what follows.
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/**
 * A name, amount or date as it may stand inside a sentence: on one line, not too long, and if it is
 * written from right to left, without turning the sentence around.
 */
export function shown(text: string): string {
  const signs = [...text.replace(HARMFUL, ' ').trim()];
  const line = signs.length > SHOWN_MAX ? `${signs.slice(0, SHOWN_MAX).join('')}…` : signs.join('');
  return RIGHT_TO_LEFT.test(line) ? `${ISOLATE}${line}${END_OF_ISOLATE}` : line;
}

const FORMATS_MAX = 500;
const formats = new Map<string, Intl.NumberFormat>();

/** Writes amounts in major units: `1.299,00 €`, `$1,299.00`. */
export const moneyWriter =
  (locale: string) =>
  (amount: number, currency: string): string => {
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
  };
