import {
  documentLanguageFor,
  type Language as ReaderLanguage,
} from '../../../platform/core/languages.ts';
import type { TaxRow } from '../../tax/calculate-tax.rules.ts';
import type { PlaceEvidence } from '../../tax/evidence.rules.ts';
import { checkTaxNumber } from '../../tax/tax-number.rules.ts';
import type { TaxSettings } from '../../tax/tax-settings.rules.ts';
import type { InvoiceParty, Language } from './invoice.rules.ts';

export const NO_ADDRESS: InvoiceParty['address'] = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
};

/** The seller on an invoice. A store that says nothing about itself has its name there. */
export function sellerParty(
  store_name: string,
  settings: TaxSettings,
  sale: { tax_rows: readonly TaxRow[]; day: string },
): InvoiceParty {
  const { legal_name, email, country, address, tax_number, company_number } = settings;
  return {
    name: legal_name ?? store_name,
    contact: null,
    email,
    address: { ...NO_ADDRESS, ...address, country },
    vat_number: vatNumberOf(settings, sale),
    tax_number,
    registration: company_number,
  };
}

/**
 * The number of the registration through which the tax of the sale is paid; without one, that of the
 * registration at home; without one, the first that there is.
 */
function vatNumberOf(
  { country, registrations }: TaxSettings,
  { tax_rows, day }: { tax_rows: readonly TaxRow[]; day: string },
): string | null {
  const numbered = registrations.filter(
    ({ tax_number, since, until }) =>
      tax_number !== null && since <= day && (until === null || day <= until),
  );
  const own = numbered.filter(({ scheme }) => scheme === 'standard');
  const taxed = tax_rows.find(({ scheme }) => scheme !== null);
  const used = numbered.find(
    (one) =>
      one.scheme === taxed?.scheme && (one.scheme === 'oss' || one.country === taxed.country),
  );
  const first = used ?? own.find((one) => one.country === country) ?? own[0] ?? numbered[0];
  if (!first?.tax_number) return null;
  const check = checkTaxNumber(first.tax_number, first.country);
  return check.is_well_formed ? check.tax_number.number : first.tax_number;
}

/** A customer with their billing details, as they are stored. */
export interface StoredBuyer {
  customer_id: string;
  email: string | null;
  name: string | null;
  country: string | null;
  billing_email: string | null;
  billing_name: string | null;
  company: string | null;
  tax_id: string | null;
  /** As JSON. */
  address: string | null;
}

/** Whom an invoice is made out to, if not to the customer. */
export type BilledTo = Omit<StoredBuyer, 'customer_id'>;

/** The buyer on an invoice, by what is known: at least the identifier. */
export function buyerParty(buyer: StoredBuyer): InvoiceParty {
  const { company, billing_name, customer_id } = buyer;
  const person = billing_name ?? buyer.name;
  const email = buyer.billing_email ?? buyer.email;
  const kept: Partial<InvoiceParty['address']> = JSON.parse(buyer.address ?? '{}');
  const address = { ...NO_ADDRESS, ...kept, country: kept.country ?? buyer.country };
  return {
    name: company ?? person ?? email ?? customer_id,
    contact: company === null ? null : person,
    email,
    address,
    ...numbersOf(buyer.tax_id, address.country),
    registration: null,
  };
}

/**
 * The buyer of a payment that took its time: where they were when its tax was decided, and with the
 * number of then, whatever they have changed since.
 */
export function buyerAsTaxed(buyer: InvoiceParty, tax_evidence: string | null): InvoiceParty {
  if (tax_evidence === null) return buyer;
  const { billing_country, tax_number }: PlaceEvidence = JSON.parse(tax_evidence);
  const country = billing_country ?? buyer.address.country;
  const is_there = country === buyer.address.country;
  if (is_there && tax_number === undefined) return buyer;
  return {
    ...buyer,
    address: is_there ? buyer.address : { ...NO_ADDRESS, country },
    ...numbersOf(tax_number ?? null, country),
  };
}

/** A number of a form that we know is a VAT number; any other is one of some tax office. */
export function numbersOf(
  tax_id: string | null,
  country: string | null,
): Pick<InvoiceParty, 'vat_number' | 'tax_number'> {
  if (tax_id === null) return { vat_number: null, tax_number: null };
  const check = checkTaxNumber(tax_id, country);
  return check.is_well_formed
    ? { vat_number: check.tax_number.number, tax_number: null }
    : { vat_number: null, tax_number: tax_id };
}

const LANGUAGE_OF: Record<string, ReaderLanguage> = {
  DE: 'de',
  AT: 'de',
  LI: 'de',
  ES: 'es',
  MX: 'es',
  AR: 'es',
  CL: 'es',
  CO: 'es',
  PE: 'es',
  FR: 'fr',
  MC: 'fr',
  IT: 'it',
  SM: 'it',
  NL: 'nl',
  PL: 'pl',
  PT: 'pt',
  BR: 'pt',
  SE: 'sv',
  JP: 'ja',
  CN: 'zh',
  SA: 'ar',
  AE: 'ar',
  EG: 'ar',
  JO: 'ar',
  KW: 'ar',
  QA: 'ar',
};

/**
 * The language of documents that most people of a country read; English where there are several,
 * or where it is one that documents are not written in.
 */
export const languageIn = (country: string | null): Language =>
  documentLanguageFor(LANGUAGE_OF[country ?? ''] ?? 'en');
