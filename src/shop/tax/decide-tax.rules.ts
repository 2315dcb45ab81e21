import { EU_STATES, placeOf, type TaxAddress, type TaxPlace, taxCountry } from './place.rules.ts';
import {
  type KnownRate,
  type OwnRate,
  ratesFor,
  type TaxCategory,
  type TaxRate,
} from './tax-rate.rules.ts';

export const TAX_KINDS = [
  'charged',
  'reverse_charge',
  'zero',
  'not_registered',
  'exempt',
  'out_of_scope',
] as const;
export type TaxKind = (typeof TAX_KINDS)[number];

/** Where a seller pays taxes. */
export interface TaxRegistration {
  /** `oss` is one registration for all member states: `country` is the one that it is made in. */
  scheme: 'standard' | 'oss';
  country: string;
  /** A state or province with a tax of its own; null: the country's tax. */
  region: string | null;
  /** The first day, `2026-11-16`. */
  since: string;
  /** The last day; null while it lasts. */
  until: string | null;
}

export interface TaxSeller {
  country: string;
  registrations: readonly TaxRegistration[];
}

interface TaxBuyer {
  address: TaxAddress;
  /** The country of a tax number that counts (see numberCounts); null without one. */
  number_country: string | null;
}

/** What the invoice has to say. */
export const TAX_NOTES = ['reverse_charge', 'outside_seller_country', 'exempt'] as const;
export type TaxNote = (typeof TAX_NOTES)[number];

/** Which tax applies to a sale, and why. It is stored with what was sold. */
export interface TaxDecision {
  kind: TaxKind;
  /** The country whose tax it is; if there is none, the buyer's; null if that is not known. */
  country: string | null;
  region: string | null;
  /** The registration through which it is paid. */
  scheme: TaxRegistration['scheme'] | null;
  /** Empty unless the tax is charged or zero. */
  rates: TaxRate[];
  note: TaxNote | null;
}

/** Nobody has asked where the buyer is, because it does not matter (see taxMatters). */
export const NO_TAX: TaxDecision = {
  kind: 'not_registered',
  country: null,
  region: null,
  scheme: null,
  note: null,
  rates: [],
};

export interface TaxQuestion {
  seller: TaxSeller;
  own_rates: readonly OwnRate[];
  buyer: TaxBuyer;
  tax_category: TaxCategory;
  /** The day of the sale or of the renewal, `2026-11-16`. */
  day: string;
}

/** Which tax applies. Nothing is charged where the seller is not registered. */
export function decideTax(question: TaxQuestion): TaxDecision {
  const place = placeOf(question.buyer.address);
  if (question.tax_category === 'exempt') return untaxed('exempt', place, 'exempt');
  return place.is_eu ? decideInEu(question, place) : decideElsewhere(question, place);
}

/** Whether it matters for any buyer where they are: before that, no country is needed. */
export const taxMatters = (
  { registrations }: Pick<TaxSeller, 'registrations'>,
  day: string,
): boolean => registrations.some((one) => holds(one, day));

function decideInEu(question: TaxQuestion, place: TaxPlace): TaxDecision {
  const { seller, buyer, day } = question;
  const home = placeOf({ country: seller.country });
  if (home.country === place.country) return chargeOrNot(question, place, 'standard');
  const number_country = buyer.number_country;
  const is_business =
    number_country !== null && EU_STATES.has(number_country) && number_country !== home.country;
  if (is_business && isRegisteredInEu(seller, day)) {
    return untaxed('reverse_charge', place, 'reverse_charge');
  }
  if (isRegistered(seller, place.country, day)) return chargeOrNot(question, place, 'standard');
  if (hasOss(seller, day)) return chargeOrNot(question, place, 'oss');
  // Below the Union's threshold a sale to a consumer abroad is taxed like one at home.
  if (home.is_eu && !is_business && isRegistered(seller, home.country, day)) {
    return chargeOrNot(question, home, 'standard');
  }
  return untaxed('not_registered', place, null);
}

/** Where a business that gives a number of the country itself accounts for a foreigner's tax. */
const BUSINESS_ACCOUNTS = new Set(['GB', 'NO', 'AU']);

function decideElsewhere(question: TaxQuestion, place: TaxPlace): TaxDecision {
  const { seller, buyer, day } = question;
  const home = placeOf({ country: seller.country });
  const decision = chargeOrNot(question, place, 'standard');
  const is_taxed = decision.kind === 'charged' || decision.kind === 'zero';
  const is_abroad = home.country !== place.country || place.is_outside;
  const is_business = buyer.number_country === place.country;
  if (is_taxed && is_abroad && is_business && BUSINESS_ACCOUNTS.has(place.country)) {
    return untaxed('reverse_charge', place, 'reverse_charge');
  }
  const leaves_home = !is_taxed && is_abroad && isRegistered(seller, home.country, day);
  return leaves_home ? { ...decision, note: 'outside_seller_country' } : decision;
}

/** The rates of a place, as far as the seller is registered for them. */
function chargeOrNot(
  question: TaxQuestion,
  place: TaxPlace,
  scheme: TaxRegistration['scheme'],
): TaxDecision {
  const { seller, own_rates, tax_category, day } = question;
  const known = ratesFor({ place, tax_category, day, own_rates });
  if (known.length === 0) return untaxed('out_of_scope', place, null);
  const rates = known.filter((rate) => scheme === 'oss' || mayCharge(seller, { rate, place, day }));
  if (rates.length === 0) return untaxed('not_registered', place, null);
  const is_zero = rates.every(({ rate_ppm }) => rate_ppm === 0);
  const { country, region } = place;
  return {
    kind: is_zero ? 'zero' : 'charged',
    country,
    region,
    scheme,
    rates: rates.map(({ registered_with: _, ...rate }) => rate),
    note: null,
  };
}

function mayCharge(
  { registrations }: TaxSeller,
  { rate, place, day }: { rate: KnownRate; place: TaxPlace; day: string },
): boolean {
  return registrations.some((one) => {
    if (
      one.scheme !== 'standard' ||
      taxCountry(one.country) !== place.country ||
      !holds(one, day)
    ) {
      return false;
    }
    const with_region = one.region !== null && one.region === place.region;
    if (rate.registered_with === 'region') return with_region;
    return one.region === null || (rate.registered_with === 'any' && with_region);
  });
}

const untaxed = (kind: TaxKind, place: TaxPlace, note: TaxNote | null): TaxDecision => ({
  kind,
  country: place.country,
  region: place.region,
  note,
  scheme: null,
  rates: [],
});

const holds = ({ since, until }: TaxRegistration, day: string): boolean =>
  since <= day && (until === null || day <= until);

const isRegistered = ({ registrations }: TaxSeller, country: string, day: string): boolean =>
  registrations.some(
    (one) =>
      one.scheme === 'standard' &&
      taxCountry(one.country) === country &&
      one.region === null &&
      holds(one, day),
  );

const hasOss = ({ registrations }: TaxSeller, day: string): boolean =>
  registrations.some((one) => one.scheme === 'oss' && holds(one, day));

const isRegisteredInEu = (seller: TaxSeller, day: string): boolean =>
  hasOss(seller, day) ||
  seller.registrations.some(
    ({ country }) => EU_STATES.has(country) && isRegistered(seller, country, day),
  );
