import { normalForm } from '../../platform/core/normal-form.ts';
import { FORMS } from './check-digits.rules.ts';
import { EU_STATES, taxCountry } from './place.rules.ts';

/** A tax number whose form and check digits are right. That it was issued is another question. */
export interface TaxNumber {
  /** The country that issued it, ISO 3166-1. */
  country: string;
  /** As it is written on invoices: `ATU12345675`, `EL094259216`, `CHE107787577`, `NO974760673MVA`. */
  number: string;
  /** As VIES is asked: `EL` for Greece and `XI` for Northern Ireland; null where VIES knows nothing. */
  vies: { country: string; number: string } | null;
}

export type TaxNumberCheck =
  | { is_well_formed: true; tax_number: TaxNumber }
  | { is_well_formed: false; why: 'unknown_country' | 'wrong_form' | 'wrong_check_digits' };

const TAX_NUMBER_MAX = 40;
/** With the signs and blanks that people put between. */
const TYPED_MAX = 200;

/**
 * Checks form and check digits of what a buyer typed. The number's own first letters say whose it
 * is; without them it is one of `country`, where the buyer is.
 */
export function checkTaxNumber(text: string, country: string | null): TaxNumberCheck {
  const plain = normalForm(text, 'NFKC', TYPED_MAX)
    ?.toUpperCase()
    .replace(/[\s.\-/_:,]/gu, '');
  if (plain === undefined || plain.length > TAX_NUMBER_MAX)
    return { is_well_formed: false, why: 'wrong_form' };
  const readings = readingsOf(plain, country === null ? null : taxCountry(country));
  let why: 'unknown_country' | 'wrong_form' | 'wrong_check_digits' = 'unknown_country';
  for (const { prefix, own } of readings) {
    const form = FORMS[countryOf(prefix)];
    if (!form) continue;
    const number = completed(own, prefix);
    if (!form.pattern.test(number)) {
      if (why === 'unknown_country') why = 'wrong_form';
    } else if (form.check(number)) {
      return { is_well_formed: true, tax_number: written(prefix, number) };
    } else why = 'wrong_check_digits';
  }
  return { is_well_formed: false, why };
}

export const NUMBER_COUNTRIES: readonly string[] = Object.keys(FORMS);

export type ViesStatus = 'valid' | 'invalid' | 'unavailable';

/**
 * Whether a well-formed number makes its owner a business. What VIES says decides; where it was not
 * reached, the store's setting does; where it knows nothing (Norway), the form is all there is.
 */
export function numberCounts(
  { vies }: Pick<TaxNumber, 'vies'>,
  status: ViesStatus | null,
  when_unverified: 'accept' | 'charge',
): boolean {
  if (vies === null) return true;
  if (status === 'valid' || status === 'invalid') return status === 'valid';
  return when_unverified === 'accept';
}

interface Reading {
  prefix: string;
  own: string;
}

/** With its own first letters as the country, and as a number of the buyer's country. */
function readingsOf(plain: string, country: string | null): Reading[] {
  const prefix = plain.slice(0, 2);
  const is_prefixed = FORMS[countryOf(prefix)] !== undefined;
  const prefixed = is_prefixed ? [{ prefix, own: plain.slice(2) }] : [];
  const bare = country === null ? [] : [{ prefix: country === 'GR' ? 'EL' : country, own: plain }];
  return [...prefixed, ...bare];
}

/** Greece writes EL, Northern Ireland XI. */
const countryOf = (prefix: string): string =>
  prefix === 'EL' ? 'GR' : prefix === 'XI' ? 'GB' : prefix;

/** Letters and zeros that people leave out. */
function completed(own: string, prefix: string): string {
  if (prefix === 'AT' && /^\d{8}$/.test(own)) return `U${own}`;
  if (prefix === 'BE' && /^\d{9}$/.test(own)) return `0${own}`;
  if ((prefix === 'EL' || prefix === 'GR') && /^\d{8}$/.test(own)) return `0${own}`;
  if (prefix === 'SE' && /^\d{10}$/.test(own)) return `${own}01`;
  if (prefix === 'NO') return /^\d{9}$/.test(own) ? `${own}MVA` : own;
  if (prefix === 'CH') {
    const number = own.replace(/(MWST|TVA|IVA|VAT)$/, '');
    return /^\d{9}$/.test(number) ? `E${number}` : number;
  }
  return own;
}

function written(prefix: string, number: string): TaxNumber {
  const country = countryOf(prefix);
  const first = country === 'GR' ? 'EL' : prefix;
  const is_in_vies = EU_STATES.has(country) || first === 'XI';
  return {
    country,
    number: `${first}${number}`,
    vies: is_in_vies ? { country: first, number } : null,
  };
}
