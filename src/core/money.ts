import { CURRENCY_DECIMALS } from './currencies.ts';

/** Decimals of a currency that is known to be one. */
function decimalsOf(currency: string): number {
  const decimals = CURRENCY_DECIMALS[currency];
  if (decimals === undefined) throw new Error(`${currency} is not an ISO 4217 currency`);
  return decimals;
}

/**
 * A decimal number as a count of its smallest units, exactly: `toUnits(19.99, 2)` is 1999.
 * Undefined when it has more decimals than that or is too large to count. Works on the digits,
 * because 19.99 * 100 is 1998.9999999999998.
 */
export function toUnits(amount: number, decimals: number): number | undefined {
  const text = String(Math.abs(amount));
  // Only below 1e-6 and from 1e21 on does a number print with an exponent: too fine, or too large.
  if (amount !== 0 && text.includes('e')) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > decimals) return undefined;
  const units = Number(whole + fraction.padEnd(decimals, '0'));
  if (!Number.isSafeInteger(units)) return undefined;
  return amount < 0 ? -units : units;
}

/** The reverse. Dividing two exact integers rounds once, so this is the double that 19.99 reads as. */
export const fromUnits = (units: number, decimals: number): number => units / 10 ** decimals;

export const toMinor = (amount: number, currency: string): number | undefined =>
  toUnits(amount, decimalsOf(currency));

export const fromMinor = (minor: number, currency: string): number =>
  fromUnits(minor, decimalsOf(currency));
