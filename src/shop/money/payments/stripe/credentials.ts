import type Stripe from 'stripe';
import { ProviderUnanswered } from '../../../../platform/core/errors.ts';
import type { CredentialsOf } from '../connections.ts';
import type { ClientFor } from './client.ts';

/** Whoever asks on behalf of a store. */
export interface StripeAccess {
  credentialsOf: CredentialsOf;
  clientFor: ClientFor;
}

/** The client of a store. */
export async function stripeOf(
  { credentialsOf, clientFor }: StripeAccess,
  store_id: string,
): Promise<Stripe> {
  const found = await credentialsOf(store_id);
  if (!found) throw new ProviderUnanswered('this store is not connected to Stripe');
  return clientFor(found.key);
}

/** Whether a key, secret or restricted, moves real money. */
export const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key);
