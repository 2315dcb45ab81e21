import type { StoreWork } from '../operation/work.ts';
import type { ConnectionRow } from '../payments/provider-connection.sql.ts';
import { removeStripeEndpoint } from '../payments/stripe/connection.ts';

/**
 * Removes the endpoint that a connection had, once another is saved. If that does not work, Stripe
 * goes on to send there: the messages are taken as long as its secret is, and refused after that.
 */
export async function removeOldEndpoints(
  { store, services }: Pick<StoreWork, 'store' | 'services'>,
  {
    key,
    placed,
    before,
  }: {
    key: string;
    placed: Pick<ConnectionRow, 'endpoint_id'>;
    before: ConnectionRow | undefined;
  },
): Promise<void> {
  const { log, stripe_api: api_address } = services;
  const endpoint_id = before?.endpoint_id ?? null;
  if (endpoint_id === null || endpoint_id === placed.endpoint_id) return;
  try {
    await removeStripeEndpoint({ key, api_address, endpoint_id });
  } catch (error) {
    const { store_id } = store;
    log.warn('an endpoint at Stripe was not removed', {
      ...{ store_id, endpoint_id, error: String(error) },
    });
  }
}
