import type { StoreWork } from '../../platform/operation/work.ts';
import type { ConnectionRow } from '../money/payments/provider-connection.sql.ts';
import type { ProviderName } from '../money/payments/provider-names.rules.ts';
import { endpointUrl, whyNotReachable } from './provider.rules.ts';

/** Where a provider sends the messages of a store, or why it sends none. */
export interface Placed {
  place: Pick<ConnectionRow, 'endpoint_id' | 'endpoint_url' | 'asks_because'>;
  /** Of a new endpoint: the provider answers it only once. */
  secret: string | null;
}

type Context = Pick<StoreWork, 'store' | 'services'>;

/** Who speaks for a store, and where. */
interface Access {
  provider: ProviderName;
  key: string;
}

/**
 * Registers the address that a provider sends this store's messages to; the caller saves it.
 * Without one, it says why. An endpoint that was there goes on until the new one is saved.
 */
export async function placeEndpoint(
  { store, services }: Context,
  { provider, key, before }: Access & { before: ConnectionRow | undefined },
): Promise<Placed> {
  const { base_url } = services;
  const connector = services.connectorOf(provider);
  const url = endpointUrl(base_url, { provider, store_id: store.store_id });
  const unreachable = whyNotReachable(base_url, connector);
  if (unreachable !== undefined) return asks(unreachable);
  const registered = await connector.registerEndpoint({ key, url });
  if (registered.kind === 'registered') {
    const { endpoint_id, secret } = registered;
    return { place: { endpoint_id, endpoint_url: url, asks_because: null }, secret };
  }
  if (before?.endpoint_url !== url) return asks(registered.reason);
  const { endpoint_id, endpoint_url } = before;
  return { place: { endpoint_id, endpoint_url, asks_because: null }, secret: null };
}

const asks = (asks_because: string): Placed => ({
  place: { endpoint_id: null, endpoint_url: null, asks_because },
  secret: null,
});

/**
 * Removes an endpoint that is no longer used. If that does not work, the provider goes on to send
 * there: the messages are taken as long as its secret is, and refused after that.
 */
export async function removeEndpoint(
  { store, services }: Context,
  { provider, key, endpoint_id }: Access & { endpoint_id: string | null },
): Promise<void> {
  if (endpoint_id === null) return;
  const connector = services.connectorOf(provider);
  try {
    await connector.removeEndpoint({ key, endpoint_id });
  } catch (error) {
    const { store_id } = store;
    services.log.warn(`an endpoint at ${connector.title} was not removed`, {
      store_id,
      endpoint_id,
      error: String(error),
    });
  }
}
