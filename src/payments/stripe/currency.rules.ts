import { CURRENCY_DECIMALS } from '../../core/currencies.ts';

/** How Stripe counts currencies whose decimals differ from ISO 4217, which Kassa uses. */
const STRIPE_DECIMALS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** An amount in Kassa's minor units as Stripe counts it; undefined if Stripe cannot express it. */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const units = scale(minor, stripeDecimals(currency) - kassaDecimals(currency));
  return isCountable(units, currency) ? units : undefined;
}

/** Whether Stripe takes this number as an amount of the currency. */
export const isCountable = (units: number, currency: string): boolean =>
  Number.isSafeInteger(units) && units % stepOf(currency) === 0;

/** The reverse. A fraction of a minor unit is rounded: only fees can have one. */
export const fromStripeAmount = (units: number, currency: string): number =>
  Math.round(scale(units, kassaDecimals(currency) - stripeDecimals(currency)));

const scale = (amount: number, decimals: number): number =>
  decimals >= 0 ? amount * 10 ** decimals : amount / 10 ** -decimals;

const kassaDecimals = (currency: string): number => CURRENCY_DECIMALS[currency] ?? 2;
const stripeDecimals = (currency: string): number =>
  STRIPE_DECIMALS[currency] ?? kassaDecimals(currency);

/** Card networks have no thousandths, so the third decimal is always 0. */
const stepOf = (currency: string): number => {
  if (currency === 'ISK' || currency === 'UGX') return 100;
  return stripeDecimals(currency) === 3 ? 10 : 1;
};

/** Stripe's table of minimum charges, in its own units. */
const SMALLEST: Readonly<Record<string, number>> = {
  ...{ USD: 50, AED: 200, AUD: 50, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50 },
  ...{ GBP: 30, HKD: 400, HUF: 17500, INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50 },
  ...{ PLN: 200, RON: 200, SEK: 300, SGD: 50, THB: 1000 },
};

export function smallestStripeCharge(currency: string): number {
  return fromStripeAmount(SMALLEST[currency] ?? stepOf(currency), currency);
}

/** In Kassa's minor units. */
export const stripeStep = (currency: string): number =>
  Math.max(1, fromStripeAmount(stepOf(currency), currency));
