import { COUNTRIES } from '../../platform/core/countries.ts';
import type { Detail } from '../../platform/core/errors.ts';
import { parseInstant } from '../../platform/core/time.ts';
import type { TaxRegistration, TaxSeller } from './decide-tax.rules.ts';
import { EU_STATES, placeOf, taxCountry } from './place.rules.ts';
import { regionCodes } from './regions.rules.ts';
import { checkTaxNumber, type TaxNumber } from './tax-number.rules.ts';
import type { OwnRate } from './tax-rate.rules.ts';

/** Where the seller is registered, and under which number. */
export interface SellerRegistration extends TaxRegistration {
  /** On invoices to buyers whose tax goes through this registration. */
  tax_number: string | null;
}

/** What a store says about itself as a seller, and about its taxes. */
export interface TaxSettings extends Omit<TaxSeller, 'country'> {
  /** As it stands on invoices, like the following ones. */
  legal_name: string | null;
  email: string | null;
  address: SellerAddress | null;
  /** The number at the tax office at home, where it is not the one of a registration. */
  tax_number: string | null;
  /** In a register of companies: `HRB 1234, Amtsgericht Ulm`. */
  company_number: string | null;
  /** Null until it is set: there are no registrations before that. */
  country: string | null;
  registrations: readonly SellerRegistration[];
  /** Whether the seller has said where they are registered. Nowhere is an answer, too. */
  registrations_confirmed: boolean;
  /** For products that say neither `inclusive` nor `exclusive`. */
  prices_include_tax: boolean;
  /** What counts for a tax number that VIES could not be asked about. */
  when_unverified: 'accept' | 'charge';
}

/** Without the country, which has a field of its own. */
interface SellerAddress {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
}

/**
 * Prices include tax unless a store says otherwise: with its first registration no buyer and no
 * subscriber has to pay more than before.
 */
const DEFAULTS: TaxSettings = {
  legal_name: null,
  email: null,
  address: null,
  tax_number: null,
  company_number: null,
  country: null,
  registrations: [],
  registrations_confirmed: false,
  prices_include_tax: true,
  when_unverified: 'charge',
};

/** The stored settings, with defaults for the others. */
export const parseTaxSettings = (kept: string): TaxSettings =>
  kept === '{}' ? DEFAULTS : { ...DEFAULTS, ...JSON.parse(kept) };

export const TAX_BEHAVIORS = ['inclusive', 'exclusive'] as const;
export type TaxBehavior = (typeof TAX_BEHAVIORS)[number];

/** Whether the price of a product has the tax in it. */
export const includesTax = (
  tax_behavior: TaxBehavior | null,
  { prices_include_tax }: Pick<TaxSettings, 'prices_include_tax'>,
): boolean => (tax_behavior === null ? prices_include_tax : tax_behavior === 'inclusive');

/** Whether VIES is asked about tax numbers: without a registration they change nothing. */
export const numbersMatter = ({ registrations }: Pick<TaxSettings, 'registrations'>): boolean =>
  registrations.length > 0;

const RATE_PPM_MAX = 1_000_000;
/** As many as an invoice shows for a line. */
const TAXES_OF_PLACE_MAX = 5;

/** What is wrong with registrations, each with the parameter that it is about. */
export function registrationProblems(registrations: readonly SellerRegistration[]): Detail[] {
  return registrations.flatMap((one, at) => {
    const problem = (field: string, code: string, message: string): Detail => ({
      param: `registrations.${at}.${field}`,
      code,
      message,
    });
    const is_oss = one.scheme === 'oss';
    const overlaps = registrations.some(
      (other, index) =>
        index < at &&
        other.scheme === one.scheme &&
        (is_oss || (other.country === one.country && other.region === one.region)) &&
        overlap(one, other),
    );
    return [
      ...daysProblems(one.since, one.until, { since: 'since', until: 'until' }, problem),
      ...(COUNTRIES.has(one.country)
        ? []
        : [problem('country', 'unknown_country', 'must be a two-letter ISO 3166-1 country code')]),
      ...(is_oss && !EU_STATES.has(taxCountry(one.country))
        ? [problem('country', 'not_in_eu', 'must be a member state of the European Union')]
        : []),
      ...(is_oss && one.region !== null
        ? [problem('region', 'not_allowed', 'must be left out: the One-Stop-Shop has no regions')]
        : []),
      ...(isUnknownRegion(one) ? [problem('region', 'unknown_region', REGION_MESSAGE)] : []),
      ...(overlaps
        ? [problem('since', 'overlapping', 'overlaps another registration for the same place')]
        : []),
      ...(isWrongNumber(one)
        ? [problem('tax_number', 'wrong_tax_number', 'is not a number of this country')]
        : []),
    ];
  });
}

/** What is wrong with a new rate beside those that a store has. */
export function ownRateProblems(rate: OwnRate, others: readonly OwnRate[]): Detail[] {
  const problem = (param: string, code: string, message: string): Detail => ({
    param,
    code,
    message,
  });
  const is_taken = others.some(
    (other) =>
      isSamePlace(other, rate) && other.tax === rate.tax && other.valid_from === rate.valid_from,
  );
  const place = placeOf(rate);
  const taxes = others.filter((one) => isSamePlace(one, rate)).map(({ tax }) => tax);
  const is_one_too_many = new Set([...taxes, rate.tax]).size > TAXES_OF_PLACE_MAX;
  const names = { since: 'valid_from', until: 'valid_until' };
  return [
    ...daysProblems(rate.valid_from, rate.valid_until, names, problem),
    ...(rate.rate_ppm < 0 || rate.rate_ppm > RATE_PPM_MAX || !Number.isInteger(rate.rate_ppm)
      ? [problem('rate', 'out_of_range', 'must be 0 to 100 %, with up to four decimals')]
      : []),
    ...(isUnknownRegion(rate) ? [problem('region', 'unknown_region', REGION_MESSAGE)] : []),
    ...(place.country === rate.country
      ? []
      : [problem('country', 'taxed_elsewhere', `is taxed as ${place.country}: name that country`)]),
    ...(is_one_too_many
      ? [problem('tax', 'too_many', `is one too many: a place has ${TAXES_OF_PLACE_MAX} at most`)]
      : []),
    ...(is_taken
      ? [problem('valid_from', 'taken', 'is when another rate of this tax begins to hold there')]
      : []),
  ];
}

const isSamePlace = (a: OwnRate, b: OwnRate): boolean =>
  a.country === b.country && a.region === b.region && a.tax_category === b.tax_category;

const REGION_MESSAGE = 'must be a region of this country, such as QC in CA or NY in US';

function isUnknownRegion({ country, region }: { country: string; region: string | null }): boolean {
  const codes = regionCodes(country);
  return region !== null && codes !== undefined && !codes.has(region);
}

/** The seller's own number as VIES wants to know who asks; null if there is none. */
export function requesterOf({
  country,
  registrations,
}: Pick<TaxSettings, 'country' | 'registrations'>): TaxNumber['vies'] {
  const home = country === null ? null : taxCountry(country);
  const own = registrations.filter(({ scheme }) => scheme === 'standard');
  const first = own.find((one) => taxCountry(one.country) === home) ?? own[0];
  if (!first?.tax_number) return null;
  const check = checkTaxNumber(first.tax_number, first.country);
  return check.is_well_formed ? check.tax_number.vies : null;
}

/** A number of a country whose numbers can be checked, and which is none of them. */
function isWrongNumber({ tax_number, country, scheme }: SellerRegistration): boolean {
  // Sellers outside the Union have numbers of their own for the One-Stop-Shop: EU372000041.
  if (tax_number === null || (scheme === 'oss' && /^EU\d{9}$/.test(tax_number))) return false;
  const check = checkTaxNumber(tax_number, country);
  if (check.is_well_formed) return check.tax_number.country !== taxCountry(country);
  return check.why !== 'unknown_country';
}

interface Days {
  since: string;
  until: string | null;
}

const overlap = (a: Days, b: Days): boolean =>
  (a.until === null || b.since <= a.until) && (b.until === null || a.since <= b.until);

function daysProblems(
  since: string,
  until: string | null,
  names: { since: string; until: string },
  problem: (field: string, code: string, message: string) => Detail,
): Detail[] {
  const isDay = (text: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text, 'start') !== undefined;
  const message = 'must be a day such as 2026-01-31';
  if (!isDay(since)) return [problem(names.since, 'invalid_day', message)];
  if (until === null) return [];
  if (!isDay(until)) return [problem(names.until, 'invalid_day', message)];
  const backwards = `must not be before ${names.since}`;
  return until < since ? [problem(names.until, 'too_early', backwards)] : [];
}
