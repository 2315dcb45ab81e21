import type { Detail } from '../../platform/core/errors.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import { buyerEvidence } from '../tax/evidence.rules.ts';
import { placeOf, postalCodeMatters, taxCountry } from '../tax/place.rules.ts';
import { regionCodes } from '../tax/regions.rules.ts';
import {
  asksForCountry,
  asksForRegion,
  type TaxBuyer,
  type TaxRules,
  taxDay,
  taxOf,
} from '../tax/tax-of.rules.ts';
import { unavailable } from '../tax/vies.rules.ts';
import { type CheckoutRow, isFree } from './checkout.rules.ts';

type Sold = Pick<CheckoutRow, 'tax_category'>;

/**
 * The tax of a session for a buyer on a day; null if it does not matter, or cannot be decided before
 * more is known (see whatIsMissing).
 */
export function decideFor(
  rules: TaxRules,
  sold: Sold,
  buyer: TaxBuyer,
  now: number,
): TaxDecision | null {
  const day = taxDay(now);
  const is_known = buyer.address !== null && !whatIsMissing(rules, sold, buyer, now);
  if (!is_known || !asksForCountry(rules, day)) return null;
  return taxOf(rules, buyer, { tax_category: sold.tax_category, day });
}

/** What has to be asked of a buyer. */
export interface RequiredAddress {
  /** Whether the price depends on where the buyer is. */
  country: boolean;
  /** `code`: one of those that the country has; `text`: whatever the buyer calls it. */
  region: 'code' | 'text' | null;
  postal_code: boolean;
}

const NOTHING_REQUIRED: RequiredAddress = { country: false, region: null, postal_code: false };

/** What the store must know about a buyer in this country; null: it is not known yet. */
function requiredBy(rules: TaxRules, country: string | null, now: number): RequiredAddress {
  if (!asksForCountry(rules, taxDay(now))) return NOTHING_REQUIRED;
  if (country === null) return { ...NOTHING_REQUIRED, country: true };
  const has_regions = asksForRegion(rules, country) && isRegisteredIn(rules, country, now);
  const region = has_regions ? (regionCodes(country) ? 'code' : 'text') : null;
  return { country: true, region, postal_code: postalCodeMatters(country) };
}

/** The same on the page of a session: nothing where it has no tax for anybody. */
export const requiredAddress = (
  rules: TaxRules,
  sold: CheckoutRow,
  { country, now }: { country: string | null; now: number },
): RequiredAddress =>
  sold.tax_category === 'exempt' || isFree(sold)
    ? NOTHING_REQUIRED
    : requiredBy(rules, country, now);

/** What must be known before the session can be paid, by the parameters of complete-checkout. */
export function whatIsMissing(
  rules: TaxRules,
  { tax_category }: Sold,
  { address }: TaxBuyer,
  now: number,
): Detail | undefined {
  if (tax_category === 'exempt') return undefined;
  const { country, region } = requiredBy(rules, address?.country ?? null, now);
  if (!country) return undefined;
  if (address === null) {
    const message = 'is missing: the tax depends on it';
    return { param: 'billing.address.country', code: 'missing', message };
  }
  // Without it a lower tax would be charged than is due.
  const is_known = regionCodes(address.country)?.has(placeOf(address).region ?? '') ?? true;
  if (region !== 'code' || is_known) return undefined;
  const message = 'must be the code of a region of the country: the tax depends on it';
  return {
    param: 'billing.address.state',
    code: address.region ? 'unknown_region' : 'missing',
    message,
  };
}

/** What is wrong with a tax number; numbers of countries that nobody can check are taken as they are. */
export function whyNotNumber({ tax_number }: TaxBuyer): Detail | undefined {
  const why = tax_number?.why_not ?? null;
  if (why === null || why === 'unknown_country') return undefined;
  const message = 'is not a valid tax number: check it, or leave it out';
  return { param: 'billing.tax_id', code: why, message };
}

/** Why a tax number that is given makes no difference, where a good one would. */
export function whyNumberIsNoUse(
  rules: TaxRules,
  { tax_category }: Sold,
  { address, tax_number }: TaxBuyer,
  now: number,
): 'invalid' | 'unverified' | undefined {
  const { well_formed = null, answer = null } = tax_number ?? {};
  if (!tax_number || well_formed?.vies == null) return undefined;
  const sale = { tax_category, day: taxDay(now) };
  const good = { ...tax_number, answer: { ...unavailable('', now), status: 'valid' as const } };
  const is_used = taxOf(rules, { address, tax_number }, sale).kind === 'reverse_charge';
  const would_be_used = taxOf(rules, { address, tax_number: good }, sale).kind === 'reverse_charge';
  if (is_used || !would_be_used) return undefined;
  return answer?.status === 'invalid' ? 'invalid' : 'unverified';
}

/** Where the buyer is, to be stored with the payment; null where it does not matter. */
export function evidenceOf(
  rules: TaxRules,
  { address, tax_number }: TaxBuyer,
  now: number,
): string | null {
  if (address === null || !asksForCountry(rules, taxDay(now))) return null;
  return buyerEvidence(address.country, tax_number);
}

const isRegisteredIn = ({ settings }: TaxRules, country: string, now: number): boolean =>
  settings.registrations.some(
    (one) =>
      taxCountry(one.country) === taxCountry(country) &&
      one.since <= taxDay(now) &&
      (one.until === null || taxDay(now) <= one.until),
  );
