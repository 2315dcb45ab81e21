import type { Static } from 'typebox';
import { Refusal, refuseParameter } from '../../../../platform/core/errors.ts';
import { OneOf } from '../../../../platform/core/fields.ts';
import { Type } from '../../../../platform/core/schema.ts';
import type { Store } from '../../../../platform/operation/work.ts';
import { createWebhook } from '../../../../shop/events/webhooks/create-webhook.ts';
import {
  CREEM_EVENT_TYPES,
  type CreemEventType,
} from '../../../../shop/events/webhooks/creem-events.rules.ts';
import { deleteWebhook } from '../../../../shop/events/webhooks/delete-webhook.ts';
import { getWebhookSecret } from '../../../../shop/events/webhooks/get-webhook-secret.ts';
import { listWebhooks } from '../../../../shop/events/webhooks/list-webhooks.ts';
import { updateWebhook } from '../../../../shop/events/webhooks/update-webhook.ts';
import { WEBHOOKS_MAX, type Webhook } from '../../../../shop/events/webhooks/webhook.rules.ts';
import { creemMode } from './entities.rules.ts';
import { pageIn, pageParameters } from './paging.ts';
import { type CreemRequest, type Routes, route } from './route.ts';

type WebhookRecord = Static<typeof Webhook>;

/** Without any, or with an empty list: all. */
const Events = Type.Optional(Type.Array(OneOf([...CREEM_EVENT_TYPES]), { maxItems: 100 }));
const subscribed = (events: CreemEventType[] | undefined) =>
  events === undefined || events.length === 0 ? null : events;

/** Of Creem's format only: what others are sent has no names there. */
async function listOwn({ ask }: Pick<CreemRequest, 'ask'>): Promise<WebhookRecord[]> {
  const { data } = await ask(listWebhooks, { limit: WEBHOOKS_MAX });
  return data.filter(({ format }) => format === 'creem');
}

async function findOwn(request: Pick<CreemRequest, 'ask' | 'id'>): Promise<WebhookRecord> {
  const found = (await listOwn(request)).find(({ webhook_id }) => webhook_id === request.id);
  if (!found) throw new Refusal('webhook_not_found');
  return found;
}

export const webhookRoutes: Routes = {
  'POST /webhooks': route({
    input: Type.Object({
      url: Type.Optional(Type.String()),
      delivery_mode: Type.Optional(OneOf(['http', 'cli'])),
      name: Type.Optional(Type.String()),
      events: Events,
    }),
    async serve({ url, delivery_mode, name = null, events }, { ask, store, idempotency_key }) {
      if (delivery_mode === 'cli') {
        throw refuseParameter(
          'delivery_mode',
          'cli is not supported: `kassa listen` does the same',
        );
      }
      if (url === undefined) throw refuseParameter('url', 'is missing');
      // Creem's clients ask for the secret again, so it stays readable.
      const kind = { format: 'creem', secret_readable: true } as const;
      const input = { url, name, events: subscribed(events), ...kind };
      const { secret, ...made } = await ask(createWebhook, input, idempotency_key);
      return { ...webhookEntity(made, store), secret };
    },
  }),

  'GET /webhooks': route({
    input: Type.Object(pageParameters(10)),
    serve: async (paging, request) =>
      pageIn(paging, await listOwn(request), (one) => webhookEntity(one, request.store)),
  }),

  'GET /webhooks/{id}': route({
    serve: async (_, call) => webhookEntity(await findOwn(call), call.store),
  }),

  'PATCH /webhooks/{id}': route({
    input: Type.Object({
      url: Type.Optional(Type.String()),
      name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      status: Type.Optional(OneOf(['enabled', 'disabled'])),
      events: Events,
    }),
    async serve({ url, name, status, events }, request) {
      const { webhook_id } = await findOwn(request);
      const changes = { webhook_id, url, name, status, events: events && subscribed(events) };
      const changed = await request.ask(updateWebhook, changes, request.idempotency_key);
      return webhookEntity(changed, request.store);
    },
  }),

  'DELETE /webhooks/{id}': route({
    async serve(_, request) {
      const { webhook_id } = await findOwn(request);
      return webhookEntity(await request.ask(deleteWebhook, { webhook_id }), request.store);
    },
  }),

  'GET /webhooks/{id}/secret': route({
    async serve(_, request) {
      const { webhook_id } = await findOwn(request);
      const { secret } = await request.ask(getWebhookSecret, { webhook_id });
      return { secret };
    },
  }),
};

/** One that was deleted counts as disabled: Creem has no word for it. */
const webhookEntity = (
  webhook: WebhookRecord,
  { store_id, mode }: Pick<Store, 'store_id' | 'mode'>,
) => ({
  id: webhook.webhook_id,
  mode: creemMode(mode),
  object: 'webhook',
  store_id,
  name: webhook.name,
  url: webhook.url,
  delivery_mode: 'http',
  status: webhook.status === 'enabled' ? 'enabled' : 'disabled',
  events: webhook.events ?? CREEM_EVENT_TYPES,
});
