import { fromUnits, toUnits } from '../../platform/core/money.ts';
import { BUILT_IN_RATES, type BuiltInRate } from './built-in-rates.rules.ts';
import type { TaxPlace } from './place.rules.ts';

export const TAX_CATEGORIES = ['digital', 'ebook', 'exempt'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** A rate that a seller has set. Days are `2026-11-16`, in UTC, like the dates of invoices. */
export interface OwnRate {
  country: string;
  /** Null: the whole country, as far as no rate is set for a region. */
  region: string | null;
  /** Null: for every category but `exempt`. */
  tax_category: Exclude<TaxCategory, 'exempt'> | null;
  /** What the tax is called on an invoice: `VAT`, `Sales tax`. */
  tax: string;
  /** Parts per million: 19 % is 190,000, so a percentage may have four decimals. */
  rate_ppm: number;
  valid_from: string;
  /** The last day; null while it holds. */
  valid_until: string | null;
}

/** One tax at one rate. Several are charged together where a country and its region both tax. */
export interface TaxRate {
  tax: string;
  rate_ppm: number;
  /** As a One-Stop-Shop return asks for it. */
  rate_type: 'standard' | 'reduced';
  /** The region whose tax it is; null: the country's. */
  region: string | null;
}

export interface KnownRate extends TaxRate {
  /** With whom a seller has to be registered to charge it; `any` for a rate the seller has set. */
  registered_with: 'country' | 'region' | 'any';
}

interface TaxedSale {
  place: TaxPlace;
  tax_category: TaxCategory;
  day: string;
  own_rates: readonly OwnRate[];
}

/** The rates of a place on a day: the seller's own, else those that are built in. */
export function ratesFor(sale: TaxedSale): KnownRate[] {
  const own = ownRatesFor(sale);
  return own.length > 0 ? own : builtInRatesFor(sale);
}

/** A rate for the region hides those for the country, one for the category those for all. */
function ownRatesFor({ place, tax_category, day, own_rates }: TaxedSale): KnownRate[] {
  const holding = own_rates.filter(
    (rate) =>
      rate.country === place.country &&
      rate.valid_from <= day &&
      (rate.valid_until === null || day <= rate.valid_until),
  );
  const of_region = holding.filter(({ region }) => region !== null && region === place.region);
  // What holds in Spain does not hold on the Canary Islands.
  const of_country = place.is_outside ? [] : holding.filter(({ region }) => region === null);
  const here = of_region.length > 0 ? of_region : of_country;
  const of_category = here.filter((rate) => rate.tax_category === tax_category);
  const chosen =
    of_category.length > 0 ? of_category : here.filter((rate) => rate.tax_category === null);
  return newest(chosen).map(({ tax, rate_ppm, region, tax_category: category }) => ({
    tax,
    rate_ppm,
    region,
    registered_with: 'any',
    rate_type: category === 'ebook' ? 'reduced' : 'standard',
  }));
}

/** Of each tax the rate that began last: a new one takes over from the day on which it begins. */
const newest = (rates: readonly OwnRate[]): OwnRate[] =>
  rates.filter(
    ({ tax, valid_from }) =>
      !rates.some((other) => other.tax === tax && other.valid_from > valid_from),
  );

const BY_COUNTRY = Map.groupBy(BUILT_IN_RATES, ({ country }) => country);

function builtInRatesFor({ place, tax_category, day }: TaxedSale): KnownRate[] {
  if (place.is_outside) return [];
  const of_country = BY_COUNTRY.get(place.country) ?? [];
  const of_region = of_country.filter(({ region }) => region !== null && region === place.region);
  const here = of_region.length > 0 ? of_region : of_country.filter((one) => one.region === null);
  return here.flatMap((rate) => rateOn(rate, tax_category, day) ?? []);
}

function rateOn(rate: BuiltInRate, category: TaxCategory, day: string): KnownRate | undefined {
  const percentOn = (steps: BuiltInRate['standard'] = {}) =>
    Object.entries(steps).find(([from]) => from <= day)?.[1];
  const reduced = category === 'ebook' ? percentOn(rate.ebook) : undefined;
  const percent = reduced ?? percentOn(rate.standard);
  if (percent === undefined) return undefined;
  const { tax, registered_with, region } = rate;
  const rate_ppm = ppmOf(percent);
  if (rate_ppm === undefined) throw new Error(`${percent} % has too many decimals`);
  return {
    tax,
    rate_ppm,
    registered_with,
    rate_type: reduced === undefined ? 'standard' : 'reduced',
    region: registered_with === 'region' ? region : null,
  };
}

const PERCENT_DECIMALS = 4;

/** Parts per million of a percentage; undefined when it has more than four decimals. */
export const ppmOf = (percent: number): number | undefined => toUnits(percent, PERCENT_DECIMALS);

/** 9.975 of 99,750 parts per million. */
export const percentOf = (rate_ppm: number): number => fromUnits(rate_ppm, PERCENT_DECIMALS);

export const percentText = (rate_ppm: number): string => String(percentOf(rate_ppm));

/** `GST 5 % + QST 9.975 %`. */
export const ratesText = (rates: readonly TaxRate[]): string =>
  rates.map(({ tax, rate_ppm }) => `${tax} ${percentText(rate_ppm)} %`).join(' + ');
