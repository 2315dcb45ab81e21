import { CURRENCY_DECIMALS } from './currencies.ts';

/** Decimals of a currency that is known to be one. */
function decimalsOf(currency: string): number {
  const decimals = CURRENCY_DECIMALS[currency];
  if (decimals === undefined) throw new Error(`${currency} is not an ISO 4217 currency`);
  return decimals;
}

/**
 * A decimal number as a count of its smallest units, exactly: `toUnits(19.99, 2)` is 1999.
 * Undefined when it has more decimals than that or is too large to count. 19.99 * 100 is
 * 1998.9999999999998: so the rounded count is right only if it reads back as the same number.
 */
export function toUnits(amount: number, decimals: number): number | undefined {
  const units = Math.round(amount * 10 ** decimals);
  if (!Number.isSafeInteger(units) || fromUnits(units, decimals) !== amount) return undefined;
  return units === 0 ? 0 : units; // Never -0.
}

/** The reverse. Dividing two exact integers rounds once, so this is the double that 19.99 reads as. */
export const fromUnits = (units: number, decimals: number): number => units / 10 ** decimals;

export const toMinor = (amount: number, currency: string): number | undefined =>
  toUnits(amount, decimalsOf(currency));

export const fromMinor = (minor: number, currency: string): number =>
  fromUnits(minor, decimalsOf(currency));

/** The largest amount the API speaks of, whatever the currency. */
export const AMOUNT_MAX = 999_999_999.99;

/** AMOUNT_MAX in minor units; below 2^53 for every currency. */
export const maxMinor = (currency: string): number =>
  Math.floor(99_999_999_999 * 10 ** (decimalsOf(currency) - 2));

/** A share of an amount in hundredths of a percent, rounded half to even. */
export function percentOf(minor: number, percent_bps: number): number {
  const product = BigInt(minor) * BigInt(percent_bps);
  const [whole, rest] = [product / 10_000n, product % 10_000n];
  const up = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n);
  return Number(up ? whole + 1n : whole);
}
