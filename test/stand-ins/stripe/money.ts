// How Stripe counts money: decimals, special currencies, smallest and largest charges, its fees.
import { invalid, type Refusal } from './refusals.ts';

/** Amounts are whole units of these. */
const WITHOUT_DECIMALS = words('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf');
/** Sent with two decimals for old integrations, although they have none: always …00. */
const ALWAYS_WHOLE = words('isk ugx');
/** Three decimals, of which the last must be 0. */
const THREE_DECIMALS = words('bhd jod kwd omr tnd');

/** Roughly what a US dollar is worth. All that Stripe charges in; the rates are no one's. */
const PER_DOLLAR: Record<string, number> = {
  ...{ aed: 3.67, afn: 70, all: 92, amd: 390, ang: 1.79, aoa: 900, ars: 1000, aud: 1.5, awg: 1.79 },
  ...{ azn: 1.7, bam: 1.8, bbd: 2, bdt: 118, bgn: 1.8, bhd: 0.377, bif: 2880, bmd: 1, bnd: 1.35 },
  ...{ bob: 6.9, brl: 5.6, bsd: 1, bwp: 13.5, byn: 3.3, bzd: 2, cad: 1.36, cdf: 2800, chf: 0.9 },
  ...{ clp: 930, cny: 7.2, cop: 4100, crc: 520, cve: 102, czk: 23, djf: 178, dkk: 6.9, dop: 59 },
  ...{ dzd: 134, egp: 48, etb: 57, eur: 0.9, fjd: 2.25, fkp: 0.78, gbp: 0.78, gel: 2.7, gip: 0.78 },
  ...{
    gmd: 68,
    gnf: 8600,
    gtq: 7.8,
    gyd: 209,
    hkd: 7.8,
    hnl: 24.7,
    htg: 132,
    huf: 360,
    idr: 16000,
  },
  ...{
    ils: 3.7,
    inr: 83.5,
    isk: 138,
    jmd: 156,
    jod: 0.709,
    jpy: 150,
    kes: 129,
    kgs: 87,
    khr: 4100,
  },
  ...{ kmf: 450, krw: 1350, kwd: 0.307, kyd: 0.83, kzt: 470, lak: 22000, lbp: 89500, lkr: 300 },
  ...{ lrd: 194, lsl: 18.2, mad: 9.9, mdl: 17.8, mga: 4500, mkd: 56, mmk: 2100, mnt: 3400 },
  ...{ mop: 8, mur: 46, mvr: 15.4, mwk: 1730, mxn: 18, myr: 4.7, mzn: 63.9, nad: 18.2, ngn: 1500 },
  ...{
    nio: 36.8,
    nok: 10.6,
    npr: 133,
    nzd: 1.64,
    omr: 0.385,
    pab: 1,
    pen: 3.75,
    pgk: 3.9,
    php: 58,
  },
  ...{
    pkr: 278,
    pln: 3.9,
    pyg: 7500,
    qar: 3.64,
    ron: 4.5,
    rsd: 105,
    rub: 90,
    rwf: 1310,
    sar: 3.75,
  },
  ...{
    sbd: 8.4,
    scr: 13.6,
    sek: 10.5,
    sgd: 1.35,
    shp: 0.78,
    sle: 22.5,
    sos: 571,
    srd: 31,
    std: 22000,
  },
  ...{ szl: 18.2, thb: 36, tjs: 10.7, tnd: 3.1, top: 2.36, try: 32.5, ttd: 6.8, twd: 32.3 },
  ...{ tzs: 2650, uah: 40.5, ugx: 3700, usd: 1, uyu: 39.5, uzs: 12600, vnd: 25400, vuv: 119 },
  ...{
    wst: 2.74,
    xaf: 590,
    xcd: 2.7,
    xcg: 1.79,
    xof: 590,
    xpf: 107,
    yer: 250,
    zar: 18.2,
    zmw: 25.5,
  },
};

/** In the smallest unit, as published; elsewhere half a dollar's worth. */
const SMALLEST: Record<string, number> = {
  ...{ usd: 50, aed: 200, aud: 50, bgn: 100, brl: 50, cad: 50, chf: 50, czk: 1500, dkk: 250 },
  ...{ eur: 50, gbp: 30, hkd: 400, huf: 17500, inr: 50, jpy: 50, mxn: 1000, myr: 200, nok: 300 },
  ...{ nzd: 50, pln: 200, ron: 200, sek: 300, sgd: 50, thb: 1000 },
};

/** Up to eight digits, with a few exceptions. */
const LARGEST: Record<string, number> = { idr: 999_999_999_999, cop: 9_999_999_999 };
const LARGEST_ELSEWHERE = 99_999_999;

const HALF_A_DOLLAR = 0.5;
const FEE_PERCENT = 2.9;
const FEE_FIXED_DOLLARS = 0.3;
/** For every dispute, in dollars. */
const DISPUTE_FEE_DOLLARS = 15;

export const isCurrency = (code: string): boolean => Object.hasOwn(PER_DOLLAR, code);

function decimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

export const smallestCharge = (currency: string): number =>
  SMALLEST[currency] ?? inUnits(HALF_A_DOLLAR, currency);

/** Why Stripe does not charge this, if so. */
export function whyNotCharge(amount: number, currency: string, param: string): Refusal | undefined {
  return whyNotCounted(amount, currency, param) ?? whyNotThatMuch(amount, currency, param);
}

export function whyNotThatMuch(
  amount: number,
  currency: string,
  param: string,
): Refusal | undefined {
  const least = smallestCharge(currency);
  const most = LARGEST[currency] ?? LARGEST_ELSEWHERE;
  if (amount < least) {
    return invalid(
      `Amount must be at least ${inWords(least, currency)}. The minimum charge amount for a currency is documented at https://stripe.com/docs/currencies#minimum-and-maximum-charge-amounts`,
      { code: 'amount_too_small', param },
    );
  }
  if (amount > most) {
    return invalid(`Amount must be no more than ${inWords(most, currency)}`, {
      code: 'amount_too_large',
      param,
    });
  }
  return undefined;
}

/** Why this is no amount of that currency, if so. */
export function whyNotCounted(
  amount: number,
  currency: string,
  param: string,
): Refusal | undefined {
  if (amount < 0) {
    return invalid('This value must be greater than or equal to 0.', {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  if (ALWAYS_WHOLE.has(currency) && amount % 100 !== 0) {
    return invalid(
      `Invalid amount: ${currency} has no decimals and is sent with two that are 00, so the amount must be divisible by 100.`,
      { param },
    );
  }
  if (THREE_DECIMALS.has(currency) && amount % 10 !== 0) {
    return invalid(`Invalid amount: the last digit of an amount in ${currency} must be 0.`, {
      param,
    });
  }
  return undefined;
}

/** As it stands in messages: `$0.50 usd`. */
export function inWords(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const number = (amount / 10 ** decimals).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const sign = { usd: '$', eur: '€', gbp: '£', jpy: '¥' }[currency] ?? '';
  return `${sign}${number} ${currency}`;
}

export interface Settled {
  amount: number;
  fee: number;
  exchange_rate: number | null;
}

/** What of a payment arrives on an account that is kept in another currency, perhaps. */
export function settled(amount: number, currency: string, account_currency: string): Settled {
  const { amount: converted, exchange_rate } = converting(amount, currency, account_currency);
  const fixed = inUnits(FEE_FIXED_DOLLARS, account_currency);
  const fee = Math.round((converted * FEE_PERCENT) / 100) + fixed;
  return { amount: converted, fee, exchange_rate };
}

export function converting(
  amount: number,
  currency: string,
  account_currency: string,
): { amount: number; exchange_rate: number | null } {
  if (currency === account_currency) return { amount, exchange_rate: null };
  const units = 10 ** (decimalsOf(account_currency) - decimalsOf(currency));
  const rate = Number((perDollar(account_currency) / perDollar(currency)).toFixed(6));
  return { amount: Math.round(amount * rate * units), exchange_rate: rate };
}

export const disputeFee = (currency: string): number => inUnits(DISPUTE_FEE_DOLLARS, currency);

const perDollar = (currency: string): number => PER_DOLLAR[currency] ?? 1;

/** Dollars in the smallest unit of a currency, as that currency may be charged. */
function inUnits(dollars: number, currency: string): number {
  const step = ALWAYS_WHOLE.has(currency) ? 100 : THREE_DECIMALS.has(currency) ? 10 : 1;
  const units = dollars * perDollar(currency) * 10 ** decimalsOf(currency);
  return Math.ceil(units / step) * step;
}

function words(list: string): Set<string> {
  return new Set(list.split(' '));
}
