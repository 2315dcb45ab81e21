import { CURRENCY_DECIMALS } from './currencies.ts';

/** How many decimals a currency has. Throws when there is no such currency. */
function decimalsOf(currency: string): number {
  const decimals = CURRENCY_DECIMALS[currency];
  if (decimals === undefined) throw new Error(`${currency} is not an ISO 4217 currency`);
  return decimals;
}

/**
 * An amount as a whole number of its smallest units: `toUnits(19.99, 2)` is 1999. Undefined when
 * the amount has more decimals or is too large. Since 19.99 * 100 is 1998.9999999999998, the
 * product is rounded, and correct only if it converts back to the same amount.
 */
export function toUnits(amount: number, decimals: number): number | undefined {
  const units = Math.round(amount * 10 ** decimals);
  if (!Number.isSafeInteger(units) || fromUnits(units, decimals) !== amount) return undefined;
  return units === 0 ? 0 : units; // Never -0.
}

/** The reverse: `fromUnits(1999, 2)` is 19.99. One division of two integers rounds correctly. */
export const fromUnits = (units: number, decimals: number): number => units / 10 ** decimals;

export const toMinor = (amount: number, currency: string): number | undefined =>
  toUnits(amount, decimalsOf(currency));

export const fromMinor = (minor: number, currency: string): number =>
  fromUnits(minor, decimalsOf(currency));

/** The largest amount in the API, in any currency. */
export const AMOUNT_MAX = 999_999_999.99;

/** AMOUNT_MAX in minor units; below 2^53 for every currency. */
export const maxMinor = (currency: string): number =>
  Math.floor(99_999_999_999 * 10 ** (decimalsOf(currency) - 2));

/** A percentage of an amount, rounded half to even; 100 bps are one percent. */
export function percentOf(minor: number, percent_bps: number): number {
  const product = BigInt(minor) * BigInt(percent_bps);
  const [whole, rest] = [product / 10_000n, product % 10_000n];
  const up = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n);
  return Number(up ? whole + 1n : whole);
}
