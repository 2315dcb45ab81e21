// Where webhooks go. The secret is shown once, when the endpoint is made.
import type Stripe from 'stripe';
import { EVENT_TYPES } from './events.ts';
import { listOf } from './lists.ts';
import {
  boolean,
  changedMetadata,
  choice,
  list,
  metadata,
  page,
  required,
  textOrNothing,
  url,
} from './parameters.ts';
import { invalid, missing, refuseFraud } from './refusals.ts';
import { route } from './route.ts';
import { API_VERSION, type Context, type Endpoint, newId, nowSeconds } from './world.ts';

const ENDPOINTS_MAX = 16;

const enabled_events = list(choice('*', ...EVENT_TYPES));
const FIELDS = { description: textOrNothing, metadata };

function checkUrl({ world, data }: Context, address: string): void {
  const { protocol, hostname } = new URL(address);
  if (data.livemode && protocol !== 'https:' && world.wants_public_urls) {
    throw invalid('Invalid URL: URL must begin with https', { code: 'url_invalid', param: 'url' });
  }
  const is_private = /^(localhost|127\.|10\.|192\.168\.|\[::1\])|\.(local|internal|test)$/;
  if (world.wants_public_urls && is_private.test(hostname)) {
    throw invalid('Invalid URL: URL must be publicly accessible.', {
      code: 'url_invalid',
      param: 'url',
    });
  }
}

function find({ data }: Context, id: string): Endpoint {
  const endpoint = data.webhook_endpoints.get(id);
  if (endpoint === undefined) throw missing('webhook endpoint', id);
  return endpoint;
}

export const webhookEndpointRoutes = [
  route<Stripe.WebhookEndpointCreateParams>({
    call: 'POST /v1/webhook_endpoints',
    permission: 'rak_webhook_write',
    parameters: {
      ...FIELDS,
      url: required(url),
      enabled_events: required(enabled_events),
      api_version: choice(API_VERSION),
      connect: boolean,
    },
    handle(context, params) {
      const { world, data } = context;
      checkUrl(context, params.url);
      refuseFraud(data.seller.hides_fraud, params.enabled_events);
      if (data.webhook_endpoints.size >= ENDPOINTS_MAX) {
        const mode = data.livemode ? 'live' : 'test';
        throw invalid(
          `You have reached the maximum of ${ENDPOINTS_MAX} ${mode} webhook endpoints.`,
        );
      }
      const shown: Stripe.WebhookEndpoint = {
        id: newId('we'),
        object: 'webhook_endpoint',
        api_version: params.api_version ?? null,
        application: null,
        created: nowSeconds(world),
        description: params.description || null,
        enabled_events: params.enabled_events,
        livemode: data.livemode,
        metadata: changedMetadata({}, params.metadata),
        status: 'enabled',
        url: params.url,
      };
      const secret = newId('whsec', 32);
      const connect = params.connect ?? false;
      data.webhook_endpoints.set(shown.id, { shown, secrets: [secret], connect });
      return { ...shown, secret };
    },
  }),
  route<Stripe.WebhookEndpointUpdateParams>({
    call: 'POST /v1/webhook_endpoints/:id',
    permission: 'rak_webhook_write',
    parameters: { ...FIELDS, url, enabled_events, disabled: boolean },
    handle(context, params, id) {
      const { shown } = find(context, id);
      if (params.url !== undefined) {
        checkUrl(context, params.url);
        shown.url = params.url;
      }
      if (params.enabled_events !== undefined) shown.enabled_events = params.enabled_events;
      if (params.description !== undefined) shown.description = params.description || null;
      if (params.disabled !== undefined) shown.status = params.disabled ? 'disabled' : 'enabled';
      shown.metadata = changedMetadata(shown.metadata, params.metadata);
      return shown;
    },
  }),
  route<Stripe.WebhookEndpointRetrieveParams>({
    call: 'GET /v1/webhook_endpoints/:id',
    permission: 'rak_webhook_read',
    parameters: {},
    handle: (context, _params, id) => find(context, id).shown,
  }),
  route<Stripe.WebhookEndpointListParams>({
    call: 'GET /v1/webhook_endpoints',
    permission: 'rak_webhook_read',
    parameters: { ...page },
    handle({ data }, paging) {
      const all = [...data.webhook_endpoints.values()].map(({ shown }) => shown);
      return listOf(all, '/v1/webhook_endpoints', paging);
    },
  }),
  route<Stripe.WebhookEndpointDeleteParams>({
    call: 'DELETE /v1/webhook_endpoints/:id',
    permission: 'rak_webhook_write',
    parameters: {},
    handle(context, _params, id): Stripe.DeletedWebhookEndpoint {
      find(context, id);
      context.data.webhook_endpoints.delete(id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  }),
];
