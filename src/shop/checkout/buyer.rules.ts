import type { Language } from '../../platform/core/languages.ts';
import type { BillingRow } from '../customers/customer.rules.ts';
import { taxBuyerOf } from '../customers/tax-buyer.rules.ts';
import { type KnownTaxNumber, knownTaxNumber } from '../tax/known-tax-number.rules.ts';
import type { TaxBuyer } from '../tax/tax-of.rules.ts';
import type { CheckoutRow } from './checkout.rules.ts';

/** What a buyer types about themselves, or a script sends. Null: left empty on purpose. */
export interface Buyer {
  email?: string;
  name?: string;
  country?: string;
  /** Of the browser, if it is one of ours. */
  language?: Language;
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  state?: string | null;
  postal_code?: string | null;
  company?: string | null;
  phone?: string | null;
  tax_id?: string | null;
  /** What is known about `tax_id` by now. */
  tax_number?: KnownTaxNumber | null;
}

/** The details that were given for this session last; undefined if none were. */
export const parseBuyer = ({ buyer }: Pick<CheckoutRow, 'buyer'>): Buyer | undefined =>
  buyer === null ? undefined : JSON.parse(buyer);

/** The details of a session with those that are given now. */
export const withDetails = (row: Pick<CheckoutRow, 'buyer'>, given: Buyer): Buyer => ({
  ...parseBuyer(row),
  ...given,
});

/** Who buys, as far as taxes go: what was given for the session, else what the customer has. */
export function taxBuyerFor(
  buyer: Buyer | undefined,
  customer: Parameters<typeof taxBuyerOf>[0],
): TaxBuyer {
  const known = taxBuyerOf(customer);
  if (!buyer) return known;
  const { country = known.address?.country, tax_id } = buyer;
  // Fields that were not sent stay as they were, as long as the country is the same.
  const before = country === known.address?.country ? known.address : undefined;
  const { state: region = before?.region ?? null } = buyer;
  const { postal_code = before?.postal_code ?? null } = buyer;
  const address = country === undefined ? null : { country, region, postal_code };
  if (tax_id === undefined) return { address, tax_number: known.tax_number };
  const read = (before: KnownTaxNumber | null) =>
    knownTaxNumber(tax_id, { country: address?.country ?? null, before });
  const number = read(buyer.tax_number ?? null);
  return { address, tax_number: number?.answer ? number : read(known.tax_number) };
}

/** Whom an invoice is made out to, in place of what is known about the customer. */
export function billedTo(buyer: Buyer): string {
  const { email = null, name = null, country = null, company = null, tax_id = null } = buyer;
  const [line1, line2, city, state, postal_code] = ADDRESS.map((field) => buyer[field] ?? null);
  const address = JSON.stringify({ line1, line2, city, state, postal_code, country });
  const billing = { billing_email: null, billing_name: null, company, tax_id, address };
  return JSON.stringify({ email, name, country, ...billing });
}

const ADDRESS = ['line1', 'line2', 'city', 'state', 'postal_code'] as const;
const DETAILS = ['company', 'phone', 'tax_id'] as const;

/**
 * The billing details that follow from what a buyer said, with what was known before; undefined if
 * they say nothing that belongs there. An address in another country replaces the whole address.
 */
export function billingOf(buyer: Buyer, before: BillingRow | undefined) {
  const known = before?.address ? JSON.parse(before.address) : null;
  const country = buyer.country ?? known?.country ?? null;
  const has_details = [...ADDRESS, ...DETAILS].some((field) => (buyer[field] ?? null) !== null);
  const is_elsewhere = known !== null && known.country !== country;
  const is_emptied = before !== undefined && DETAILS.some((field) => buyer[field] === null);
  if (!has_details && !is_elsewhere && !is_emptied) return undefined;
  const given = ADDRESS.flatMap((field) =>
    buyer[field] === undefined ? [] : [[field, buyer[field]]],
  );
  const address = { ...(is_elsewhere ? {} : known), country, ...Object.fromEntries(given) };
  const detail = (field: (typeof DETAILS)[number]) =>
    buyer[field] === undefined ? (before?.[field] ?? null) : buyer[field];
  return {
    email: before?.email ?? null,
    name: before?.name ?? null,
    company: detail('company'),
    phone: detail('phone'),
    tax_id: detail('tax_id'),
    address,
  };
}
