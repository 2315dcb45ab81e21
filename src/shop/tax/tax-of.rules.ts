import { isoInstant } from '../../platform/core/time.ts';
import { decideTax, NO_TAX, type TaxDecision, taxMatters } from './decide-tax.rules.ts';
import { countsAs, type KnownTaxNumber } from './known-tax-number.rules.ts';
import { regionMatters, type TaxAddress, taxCountry } from './place.rules.ts';
import type { OwnRate, TaxCategory } from './tax-rate.rules.ts';
import type { TaxSettings } from './tax-settings.rules.ts';

/** What a store says about its taxes (see readTaxRules). */
export interface TaxRules {
  settings: TaxSettings;
  own_rates: readonly OwnRate[];
}

/** The buyer, as far as taxes go. */
export interface TaxBuyer {
  /** Null: no country is known. */
  address: TaxAddress | null;
  tax_number: KnownTaxNumber | null;
}

/** The day of a sale or renewal. Tax days are those of UTC, like the dates of invoices. */
export const taxDay = (now: number): string => isoInstant(now).slice(0, 10);

/** Whether the store has to know where a buyer is. Where it need not, taxOf is NO_TAX for everybody. */
export const asksForCountry = ({ settings }: TaxRules, day: string): boolean =>
  settings.country !== null && taxMatters(settings, day);

/** Whether the tax in a country depends on the region: the built-in one, or the store's own. */
export const asksForRegion = ({ settings, own_rates }: TaxRules, country: string): boolean =>
  regionMatters(taxCountry(country)) ||
  [...own_rates, ...settings.registrations].some(
    (one) => one.region !== null && one.country === country,
  );

/**
 * Which tax a sale to this buyer has on this day. If nobody could say where the buyer is, there is
 * none, and the report shows the sale without a country.
 */
export function taxOf(
  { settings, own_rates }: TaxRules,
  { address, tax_number }: TaxBuyer,
  { tax_category, day }: { tax_category: TaxCategory; day: string },
): TaxDecision {
  const { country, registrations, when_unverified } = settings;
  if (address === null || country === null || !taxMatters(settings, day)) return NO_TAX;
  const number_country = tax_number && countsAs(tax_number, when_unverified);
  const buyer = { address, number_country };
  return decideTax({ seller: { country, registrations }, own_rates, buyer, tax_category, day });
}
