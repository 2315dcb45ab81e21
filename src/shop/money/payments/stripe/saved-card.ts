import type Stripe from 'stripe';
import type { SavedCard } from '../gateway.ts';

/** Our token of a card: Stripe's names of the customer and of the payment method. */
export const cardToken = (customer: string | null, payment_method: string): string =>
  `${customer ?? ''}/${payment_method}`;

export function readCardToken(
  token: string | null,
): { customer: string | undefined; payment_method: string } | undefined {
  const [, customer, payment_method] = /^(cus_\w+)?\/(\w+)$/.exec(token ?? '') ?? [];
  return payment_method === undefined ? undefined : { customer, payment_method };
}

/** The customer in a token. */
export const customerIn = (token: string | null): string | undefined =>
  readCardToken(token)?.customer;

/** What a charge, or an attempt to save, says about the method that was used. */
interface Details {
  ideal?: LedToBank;
  bancontact?: LedToBank;
  sofort?: LedToBank;
}

interface LedToBank {
  generated_sepa_debit: string | { id: string } | null;
  iban_last4: string | null;
}

/**
 * A payment method as it is kept and shown. What leads the buyer to their bank works only once;
 * where it was to be saved, Stripe has made a debit of the same account, which is kept instead.
 */
export function savedCardOf(
  method: Stripe.PaymentMethod,
  customer: string | null,
  details?: Details | null,
): SavedCard {
  const led = details?.ideal ?? details?.bancontact ?? details?.sofort;
  const debit = idOf(led?.generated_sepa_debit);
  const { card } = method;
  const country = countryOf(method);
  return {
    provider: 'stripe',
    card_token: cardToken(customer, debit ?? method.id),
    card_brand: card?.brand ?? (debit === null ? method.type : 'sepa_debit'),
    card_last_four: card?.last4 ?? lastFourOf(method) ?? led?.iban_last4 ?? '',
    ...(card && { exp_month: card.exp_month, exp_year: card.exp_year }),
    ...(country !== undefined && { card_country: country }),
  };
}

/** What is known of a card that was charged, beside its name. */
export type CardDetails = {
  [Name in 'brand' | 'last4' | 'country']: string | null;
} & { [Name in 'exp_month' | 'exp_year']: number | null };

/** A card of which only the charge says what it is; undefined if that says nothing. */
export function cardOfDetails(
  method: string,
  customer: string | null,
  details: CardDetails | null | undefined,
): SavedCard | undefined {
  const { brand, last4, exp_month, exp_year } = details ?? {};
  if (brand == null || last4 == null) return undefined;
  const stated = details?.country;
  const country = isCountry(stated) ? stated : undefined;
  return {
    provider: 'stripe',
    card_token: cardToken(customer, method),
    card_brand: brand,
    card_last_four: last4,
    ...(exp_month != null && exp_year != null && { exp_month, exp_year }),
    ...(country !== undefined && { card_country: country }),
  };
}

/** Where a card was issued, or an account is kept; undefined where Stripe does not say. */
function countryOf({ card, sepa_debit, paypal, ...method }: Stripe.PaymentMethod) {
  const stated = card?.country ?? sepa_debit?.country ?? paypal?.country;
  const country = stated ?? DEBITS_IN[method.type];
  return isCountry(country) ? country : undefined;
}

const isCountry = (text: string | null | undefined): text is string =>
  /^[A-Z]{2}$/.test(text ?? '');

/** Kinds of account that there are in one country alone. */
const DEBITS_IN: Readonly<Record<string, string>> = {
  us_bank_account: 'US',
  bacs_debit: 'GB',
  au_becs_debit: 'AU',
  acss_debit: 'CA',
  nz_bank_account: 'NZ',
  ideal: 'NL',
  eps: 'AT',
  bancontact: 'BE',
};

/** Of a bank account. */
const lastFourOf = (method: Stripe.PaymentMethod): string | null | undefined =>
  method.sepa_debit?.last4 ??
  method.us_bank_account?.last4 ??
  method.bacs_debit?.last4 ??
  method.au_becs_debit?.last4 ??
  method.acss_debit?.last4 ??
  method.nz_bank_account?.last4;

/** The identifier of what may have been expanded. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  value === null || value === undefined || typeof value === 'string' ? (value ?? null) : value.id;

/** What was requested as an object; undefined if there is none. */
export const objectOf = <T extends object>(value: string | T | null | undefined): T | undefined =>
  typeof value === 'object' && value !== null ? value : undefined;
