import { CURRENCY_DECIMALS } from '../../../../platform/core/currencies.ts';

/**
 * Stripe counts these in other units than ISO 4217, which Kassa uses: the króna and the Ugandan
 * shilling with two decimals that must be 00, the ariary with none. (The forint and the Taiwan
 * dollar are special only where Stripe pays out, not where it charges.)
 */
const STRIPE_DECIMALS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };
const ENDING_IN_00 = ['ISK', 'UGX'];

/** An amount in Kassa's minor units as Stripe counts it; undefined if Stripe cannot express it. */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const units = scale(minor, stripeDecimals(currency) - kassaDecimals(currency));
  return isCountable(units, currency) ? units : undefined;
}

/** Whether Stripe takes this number as an amount of the currency. */
export const isCountable = (units: number, currency: string): boolean =>
  Number.isSafeInteger(units) && units % stepOf(currency) === 0;

/** The reverse. Stripe has no amount that Kassa cannot express, except perhaps fractions in fees. */
export const fromStripeAmount = (units: number, currency: string): number =>
  Math.round(scale(units, kassaDecimals(currency) - stripeDecimals(currency)));

/** Every amount is divisible by this, in minor units; undefined if Stripe charges no such currency. */
export const stripeStep = (currency: string): number | undefined =>
  SMALLEST.has(currency) ? Math.max(1, fromStripeAmount(stepOf(currency), currency)) : undefined;

/** In minor units. */
export const smallestStripeCharge = (currency: string): number =>
  Math.round((SMALLEST.get(currency) ?? 0) * 10 ** kassaDecimals(currency)) || 1;

const scale = (amount: number, decimals: number): number =>
  decimals >= 0 ? amount * 10 ** decimals : amount / 10 ** -decimals;

const kassaDecimals = (currency: string): number => CURRENCY_DECIMALS[currency] ?? 2;
const stripeDecimals = (currency: string): number =>
  STRIPE_DECIMALS[currency] ?? kassaDecimals(currency);

/** In Stripe's units. Card networks have no thousandths, so a third decimal must be 0. */
function stepOf(currency: string): number {
  if (ENDING_IN_00.includes(currency)) return 100;
  return stripeDecimals(currency) === 3 ? 10 : 1;
}

/** Every currency that Stripe charges, by the smallest amount. First those that Stripe publishes. */
const SMALLEST: ReadonlyMap<string, number> = byCurrency([
  [0.3, 'GBP'],
  [0.5, 'AUD BRL CAD CHF EUR INR NZD SGD USD'],
  [2, 'AED MYR PLN RON'],
  [2.5, 'DKK'],
  [3, 'NOK SEK'],
  [4, 'HKD'],
  [10, 'MXN THB'],
  [15, 'CZK'],
  [50, 'JPY'],
  [175, 'HUF'],
  // Elsewhere half a US dollar is asked for, at the rate of the day. Here that is rounded up to a
  // round amount, so that it stays enough when rates move. Below it, Stripe itself refuses.
  [0.2, 'BHD KWD OMR'],
  [0.5, 'BMD BSD FKP GIP JOD KYD PAB SHP'],
  [1, 'AWG AZN BAM BBD BND BZD XCG'],
  [2, 'BYN FJD GEL ILS PEN PGK QAR SAR TND TOP WST XCD'],
  [5, 'BOB CNY GTQ MAD MOP SBD TTD'],
  [10, 'BWP LSL MDL MVR NAD SCR SZL TJS ZAR'],
  [20, 'HNL NIO SLE SRD TRY TWD UYU ZMW'],
  [50, 'AFN ALL DOP EGP ETB GMD KGS MKD MUR MZN PHP RUB UAH'],
  [100, 'BDT CVE DJF DZD HTG ISK JMD KES LRD NPR RSD VUV XPF'],
  [200, 'AMD GYD LKR PKR YER'],
  [500, 'AOA ARS CLP CRC KMF KZT SOS XAF XOF'],
  [1000, 'KRW MWK NGN RWF'],
  [2000, 'BIF CDF MMK MNT TZS UGX'],
  [5000, 'COP GNF KHR MGA PYG'],
  [10_000, 'IDR UZS'],
  [20_000, 'LAK VND'],
  [50_000, 'LBP'],
]);

function byCurrency(groups: [number, string][]): Map<string, number> {
  const pairs = groups.flatMap(([smallest, codes]) =>
    codes.split(' ').map((code) => [code, smallest] as const),
  );
  return new Map(pairs);
}
