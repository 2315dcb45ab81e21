import type { Connector, ProviderApi } from '../connector.ts';
import { checkStripeKey } from './check-key.ts';
import { whyNotPublishableKey } from './check-publishable-key.ts';
import {
  findStripeEndpoint,
  newestStripeEvent,
  registerStripeEndpoint,
  removeStripeEndpoint,
} from './connection.ts';
import { stripe_facts } from './facts.ts';
import { registerStripeDomain } from './wallet-domain.ts';

/** Connects the accounts of sellers at Stripe. */
export const createStripeConnector = (api: ProviderApi): Connector => ({
  ...stripe_facts,
  is_local: api.api_address !== undefined,
  checkKey: (request) => checkStripeKey({ ...api, ...request }),
  checkPublishableKey: (request) => whyNotPublishableKey({ ...api, ...request }),
  registerDomain: (request) => registerStripeDomain({ ...api, ...request }),
  newestEvent: (key) => newestStripeEvent({ ...api, key }),
  async registerEndpoint(endpoint) {
    const registered = await registerStripeEndpoint({ ...api, ...endpoint });
    if (registered.kind === 'registered') return registered;
    return { kind: 'refused', reason: whyRefused(registered.reason) };
  },
  findEndpoint: (endpoint) => findStripeEndpoint({ ...api, ...endpoint }),
  removeEndpoint: (endpoint) => removeStripeEndpoint({ ...api, ...endpoint }),
});

/** In Stripe's own words, except where we know what to do about it. */
const whyRefused = (reason: string): string =>
  /\bmaximum of \d+\b.*\bendpoints\b/i.test(reason)
    ? 'Stripe registers no further webhook for this account: it takes at most 16. Remove one in its dashboard and connect again. Until then Kassa asks Stripe.'
    : `Stripe registers no webhook for this address: “${reason}” Connect again when that is mended. Until then Kassa asks Stripe.`;
