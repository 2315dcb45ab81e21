import type { ProviderApi, RegisteredEndpoint } from '../connector.ts';
import { createStripeClients, STRIPE_API_VERSION } from './client.ts';
import { aboutEvents } from './event-types.ts';
import { newestCursor } from './events.ts';
import { isStripeError } from './package.ts';
import { answerOf, StripeRefused } from './refusals.ts';

interface Access extends ProviderApi {
  key: string;
}

/** The cursor of the newest event, for `listHints`: what happens from now on comes after it. */
export const newestStripeEvent = async ({ key, ...api }: Access): Promise<string> =>
  newestCursor(await createStripeClients(api)(key));

/** Has Stripe send its messages to this address; a refusal is in Stripe's words. */
export async function registerStripeEndpoint({
  key,
  url,
  ...api
}: Access & { url: string }): Promise<RegisteredEndpoint> {
  const stripe = await createStripeClients(api)(key);
  try {
    const made = await aboutEvents((enabled_events) =>
      stripe.webhookEndpoints.create({
        url,
        enabled_events,
        description: 'Kassa',
        api_version: STRIPE_API_VERSION,
      }),
    );
    return { kind: 'registered', endpoint_id: made.id, secret: made.secret ?? '' };
  } catch (error) {
    if (!isStripeError(error) || error.statusCode !== 400) {
      return answerOf(Promise.reject(error));
    }
    // Nothing of a buyer was sent that it could repeat.
    const reason = error.message.slice(0, REASON_MAX).toWellFormed().replace(/\s+/g, ' ').trim();
    return { kind: 'refused', reason };
  }
}

const REASON_MAX = 300;

/** Where Stripe sends its messages, and whether it does; undefined if it knows no such endpoint. */
export async function findStripeEndpoint({
  key,
  endpoint_id,
  ...api
}: Access & { endpoint_id: string }): Promise<{ url: string; is_enabled: boolean } | undefined> {
  const stripe = await createStripeClients(api)(key);
  try {
    const found = await answerOf(stripe.webhookEndpoints.retrieve(endpoint_id));
    return { url: found.url, is_enabled: found.status === 'enabled' };
  } catch (error) {
    if (error instanceof StripeRefused && error.status === 404) return undefined;
    throw error;
  }
}

/** Whether it was there. */
export async function removeStripeEndpoint({
  key,
  endpoint_id,
  ...api
}: Access & { endpoint_id: string }): Promise<boolean> {
  const stripe = await createStripeClients(api)(key);
  try {
    await answerOf(stripe.webhookEndpoints.del(endpoint_id));
    return true;
  } catch (error) {
    if (error instanceof StripeRefused && error.status === 404) return false;
    throw error;
  }
}
