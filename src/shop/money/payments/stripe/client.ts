import { Agent as HttpsAgent } from 'node:https';
import type Stripe from 'stripe';
import { Agent as HttpAgent } from '../../../../platform/core/node-http.ts';
import type { ProviderApi } from '../connector.ts';
import { loadStripe } from './package.ts';

/** The version of Stripe's API that this code was written for; it changes with the package. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Below the time after which nobody waits for a provider any more. */
const TIMEOUT_MS = 15_000;
const SOCKETS_MAX = 64;
const CLIENTS_MAX = 200;

export type ClientFor = (key: string) => Promise<Stripe>;

/** Makes clients that share one pool of open connections; a key always gets the same client. */
export function createStripeClients({
  api_address = 'https://api.stripe.com',
  timeout_ms = TIMEOUT_MS,
  onTime,
}: ProviderApi = {}): ClientFor {
  const address = new URL(api_address);
  const is_plain = address.protocol === 'http:';
  const pool = { keepAlive: true, maxSockets: SOCKETS_MAX };
  const agent = is_plain ? new HttpAgent(pool) : new HttpsAgent(pool);
  const clients = new Map<string, Stripe>();
  return async (key) => {
    const known = clients.get(key);
    if (known) return known;
    const StripeClient = await loadStripe();
    const { StripeHttpClient } = await import('./http-client.ts');
    const client = new StripeClient(key, {
      apiVersion: STRIPE_API_VERSION,
      host: address.hostname,
      port: address.port === '' ? (is_plain ? 80 : 443) : Number(address.port),
      protocol: is_plain ? 'http' : 'https',
      httpClient: new StripeHttpClient(agent, onTime),
      timeout: timeout_ms,
      maxNetworkRetries: 0, // We repeat calls ourselves, with a key of our own.
      telemetry: false,
      appInfo: { name: 'Kassa' },
    });
    if (clients.size >= CLIENTS_MAX) clients.clear();
    clients.set(key, client);
    return client;
  };
}
