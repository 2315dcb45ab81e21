import type { StoreWork } from '../../platform/operation/work.ts';
import type { ConnectionRow } from '../money/payments/provider-connection.sql.ts';
import {
  registerStripeEndpoint,
  removeStripeEndpoint,
} from '../money/payments/stripe/connection.ts';
import { endpointUrl, whyNotReachable } from './provider.rules.ts';

/** Where Stripe sends the messages of a store, or why it sends none. */
export interface Placed {
  place: Pick<ConnectionRow, 'endpoint_id' | 'endpoint_url' | 'asks_because'>;
  /** Of a new endpoint: Stripe tells it only once. */
  secret: string | null;
}

type Inside = Pick<StoreWork, 'store' | 'services'>;

/**
 * Registers the address that Stripe sends this store's messages to; the caller saves it. Without
 * one, it says why. An endpoint that was there goes on until the new one is saved.
 */
export async function placeEndpoint(
  { store, services }: Inside,
  { key, before }: { key: string; before: ConnectionRow | undefined },
): Promise<Placed> {
  const { base_url, stripe_api: api_address } = services;
  const url = endpointUrl(base_url, store.store_id);
  const unreachable = whyNotReachable(base_url, { is_local: api_address !== undefined });
  if (unreachable !== undefined) return asks(unreachable);
  const registered = await registerStripeEndpoint({ key, api_address, url });
  if (registered.kind === 'registered') {
    const { endpoint_id, secret } = registered;
    return { place: { endpoint_id, endpoint_url: url, asks_because: null }, secret };
  }
  if (before?.endpoint_url !== url) return asks(whyRefused(registered.reason));
  const { endpoint_id, endpoint_url } = before;
  return { place: { endpoint_id, endpoint_url, asks_because: null }, secret: null };
}

const asks = (asks_because: string): Placed => ({
  place: { endpoint_id: null, endpoint_url: null, asks_because },
  secret: null,
});

/** In Stripe's own words, except where we know what to do about it. */
const whyRefused = (reason: string): string =>
  /\bmaximum of \d+\b.*\bendpoints\b/i.test(reason)
    ? 'Stripe registers no further webhook for this account: it takes at most 16. Remove one in its dashboard and connect again. Until then Kassa asks Stripe.'
    : `Stripe registers no webhook for this address: “${reason}” Connect again when that is mended. Until then Kassa asks Stripe.`;

/**
 * Removes an endpoint that is no longer used. If that does not work, Stripe goes on to send there:
 * the messages are taken as long as its secret is, and refused after that.
 */
export async function removeEndpoint(
  { store, services }: Inside,
  { key, endpoint_id }: { key: string; endpoint_id: string | null },
): Promise<void> {
  const { log, stripe_api: api_address } = services;
  if (endpoint_id === null) return;
  try {
    await removeStripeEndpoint({ key, api_address, endpoint_id });
  } catch (error) {
    const { store_id } = store;
    const told = { store_id, endpoint_id, error: String(error) };
    log.warn('an endpoint at Stripe was not removed', told);
  }
}
