import type Stripe from 'stripe';
import type { SavedCard } from '../gateway.ts';

/** Our token of a card: Stripe's names of the customer and of the payment method. */
export const cardToken = (customer: string | null, payment_method: string): string =>
  `${customer ?? ''}/${payment_method}`;

export function readCardToken(
  token: string | null,
): { customer: string | undefined; payment_method: string } | undefined {
  const [, customer = '', payment_method = ''] = /^(cus_\w+)?\/(pm_\w+)$/.exec(token ?? '') ?? [];
  if (payment_method === '') return undefined;
  return { customer: customer === '' ? undefined : customer, payment_method };
}

/** The customer in a token. */
export const customerIn = (token: string | null): string | undefined =>
  readCardToken(token)?.customer;

/** A payment method as it is kept and shown. */
export function savedCardOf(method: Stripe.PaymentMethod, customer: string | null): SavedCard {
  return {
    provider: 'stripe',
    card_token: cardToken(customer, method.id),
    card_brand: method.card?.brand ?? method.type,
    card_last_four: method.card?.last4 ?? method.sepa_debit?.last4 ?? '',
  };
}

/** The identifier of what may have been expanded. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  value === null || value === undefined || typeof value === 'string' ? (value ?? null) : value.id;

/** What was asked for as an object; undefined if there is none. */
export const objectOf = <T extends object>(value: string | T | null | undefined): T | undefined =>
  typeof value === 'object' && value !== null ? value : undefined;
