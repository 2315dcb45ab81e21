import { normalForm } from '../../platform/core/normal-form.ts';
import { REGIONS_BY_NAME } from './regions.rules.ts';

/** Where somebody is, as they say it. */
export interface TaxAddress {
  /** ISO 3166-1, two capital letters. */
  country: string;
  /** A code (`QC`, `CA-QC`) or, in Canada and the United States, a name (`Québec`). */
  region?: string | null;
  postal_code?: string | null;
}

/** Where somebody is for taxes. */
export interface TaxPlace {
  country: string;
  region: string | null;
  /** Whether the European Union's VAT counts there. */
  is_eu: boolean;
  /** A part of a country where its tax does not count, such as the Canary Islands. */
  is_outside: boolean;
}

/** The member states. */
export const EU_STATES: ReadonlySet<string> = new Set(
  `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK`.split(' '),
);

/** Places that have the tax of another country: Monaco, the Isle of Man, Liechtenstein. */
const TAXED_AS: Record<string, string> = { MC: 'FR', IM: 'GB', LI: 'CH' };

/** The country whose tax counts in a country. */
export const taxCountry = (country: string): string => TAXED_AS[country] ?? country;

interface Part {
  country: string;
  postal_code?: RegExp;
  regions?: string[];
  is: Partial<TaxPlace>;
}

const outside = (region: string) => ({ region, is_outside: true });

// Parts of a country that are taxed in another way than the rest of it. Northern Ireland is not
// among them: its special place concerns goods, and for services it is the United Kingdom.
const PARTS: Part[] = [
  { country: 'ES', postal_code: /^3[58]/, regions: ['CN', 'GC', 'TF'], is: outside('CN') },
  { country: 'ES', postal_code: /^51/, regions: ['CE'], is: outside('CE') },
  { country: 'ES', postal_code: /^52/, regions: ['ML'], is: outside('ML') },
  { country: 'FI', postal_code: /^22/, regions: ['01', 'AX'], is: { country: 'AX' } },
  { country: 'DE', postal_code: /^27498$/, is: outside('HELGOLAND') },
  { country: 'DE', postal_code: /^78266$/, is: { country: 'CH' } }, // Büsingen has Swiss VAT.
  { country: 'IT', postal_code: /^23041$/, is: outside('LIVIGNO') },
  { country: 'IT', postal_code: /^22061$/, is: outside('CAMPIONE') },
  { country: 'GR', postal_code: /^63086$/, regions: ['69'], is: outside('69') }, // Mount Athos
  { country: 'PT', postal_code: /^9[5-9]/, regions: ['20'], is: { region: '20' } }, // Azores
  { country: 'PT', postal_code: /^9[0-4]/, regions: ['30'], is: { region: '30' } }, // Madeira
  // The overseas parts of France have country codes of their own, whichever is written.
  { country: 'FR', postal_code: /^97133$/, regions: ['BL'], is: { country: 'BL' } },
  { country: 'FR', postal_code: /^97150$/, regions: ['MF'], is: { country: 'MF' } },
  { country: 'FR', postal_code: /^971/, regions: ['971', 'GP', 'GUA'], is: { country: 'GP' } },
  { country: 'FR', postal_code: /^972/, regions: ['972', 'MQ'], is: { country: 'MQ' } },
  { country: 'FR', postal_code: /^973/, regions: ['973', 'GF'], is: { country: 'GF' } },
  { country: 'FR', postal_code: /^974/, regions: ['974', 'RE', 'LRE'], is: { country: 'RE' } },
  { country: 'FR', postal_code: /^975/, regions: ['PM'], is: { country: 'PM' } },
  { country: 'FR', postal_code: /^976/, regions: ['976', 'YT', 'MAY'], is: { country: 'YT' } },
  { country: 'FR', postal_code: /^986/, regions: ['WF'], is: { country: 'WF' } },
  { country: 'FR', postal_code: /^987/, regions: ['PF'], is: { country: 'PF' } },
  { country: 'FR', postal_code: /^988/, regions: ['NC'], is: { country: 'NC' } },
];

/** The provinces by the first letter of a postal code. X is two territories, taxed alike. */
const CANADA_BY_POSTAL_CODE: Record<string, string> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

const CANADA_REGIONS = new Set([...Object.values(CANADA_BY_POSTAL_CODE), 'NU']);

/** Where an address is for taxes: Monaco is France, the Canary Islands are outside of Spain's VAT. */
export function placeOf(address: TaxAddress): TaxPlace {
  const written = address.country.toUpperCase();
  const country = taxCountry(written);
  const region = regionCode(address.region, country);
  const postal_code = (address.postal_code ?? '').toUpperCase().replace(/[^0-9A-Z]/g, '');
  // A postal code of Monaco says nothing about a part of France.
  const part = PARTS.find(
    (one) =>
      one.country === written &&
      (one.postal_code?.test(postal_code) || (region !== null && one.regions?.includes(region))),
  );
  const base = { country, region: knownRegion({ country, region, postal_code }) };
  const place = { ...base, is_outside: false, ...(part && { region: null }), ...part?.is };
  return { ...place, is_eu: EU_STATES.has(place.country) && !place.is_outside };
}

/** In which countries the region or the postal code changes the built-in rates. */
export const regionMatters = (country: string): boolean => country === 'CA';
export const postalCodeMatters = (country: string): boolean =>
  PARTS.some((part) => part.country === country && part.postal_code !== undefined);

/** Longer than what the name of a region may be, in its letters and marks. */
const REGION_MAX = 400;

/** `QC` of `qc`, `CA-QC` or `Québec`, `NY` of `New York`; null when there is none. */
export function regionCode(text: string | null | undefined, country: string): string | null {
  if (!text) return null;
  const plain = normalForm(text, 'NFD', REGION_MAX)?.replace(/\p{M}/gu, '').trim().toUpperCase();
  if (plain === undefined) return null;
  const code = plain.startsWith(`${country}-`) ? plain.slice(country.length + 1) : plain;
  if (code === '') return null;
  return REGIONS_BY_NAME[country]?.get(code) ?? code;
}

/** A Canadian postal code names the province; a region that is none there counts as not given. */
function knownRegion(at: { country: string; region: string | null; postal_code: string }) {
  if (at.country !== 'CA') return at.region;
  const { region } = at;
  if (region !== null && CANADA_REGIONS.has(region)) return region;
  return CANADA_BY_POSTAL_CODE[at.postal_code.slice(0, 1)] ?? null;
}
