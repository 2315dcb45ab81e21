import { sequenceOfEventId } from '../../../platform/core/event-ids.ts';
import { Described } from '../../../platform/core/fields.ts';
import { EventId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { findEvent } from '../../../platform/operation/event.sql.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { makeReplay } from './make-deliveries.ts';
import {
  Delivery,
  messageTypes,
  showDelivery,
  subscribedMessages,
  WEBHOOKS_MAX,
  WebhookId,
} from './webhook.rules.ts';
import { findWebhook, listWebhookRows } from './webhook.sql.ts';

export const replayEvent = operation({
  method: 'POST',
  path: '/replay-event',
  summary: 'Send an event again',
  description:
    'To one endpoint, or to all that want events of its type. The receiver sees the same `webhook-id`.',
  scope: 'full',
  input: Type.Object({
    event_id: EventId,
    webhook_id: Type.Optional(
      Described('Only to this webhook; default: to all that want events of its type', WebhookId),
    ),
  }),
  output: Type.Object({
    object: Type.Literal('replay'),
    event_id: Type.String({ examples: ['evt_00000000001ah4rk6m2x8pz7ycn5'] }),
    deliveries: Type.Array(Delivery),
  }),
  errors: ['event_not_found', 'webhook_unavailable'],
  async write({ input, tx, services, audit, refuse }) {
    const { event_id, webhook_id } = input;
    const sequence = sequenceOfEventId(event_id);
    const event = sequence === undefined ? undefined : await findEvent(tx, sequence);
    if (event?.event_id !== event_id) throw refuse('event_not_found');
    const named = webhook_id === undefined ? undefined : await findWebhook(tx, webhook_id);
    const is_sendable = named && messageTypes(named.format, event).length > 0;
    if (webhook_id !== undefined && (!named || named.disabled_at !== null || !is_sendable)) {
      const message = !named
        ? 'is not a webhook of this store'
        : named.disabled_at !== null
          ? 'is disabled: enable it with update-webhook'
          : `gets no such event: the format ${named.format} has no ${event.type}`;
      throw refuse('webhook_unavailable', [
        { param: 'webhook_id', code: 'webhook_unavailable', message },
      ]);
    }
    const all = named
      ? [named]
      : await listWebhookRows(tx, { before: 'wh_z', limit: WEBHOOKS_MAX });
    const deliveries = [];
    for (const webhook of all) {
      if (webhook.disabled_at !== null) continue;
      const types = named ? messageTypes(named.format, event) : subscribedMessages(webhook, event);
      for (const event_type of types) {
        const made = await makeReplay(tx, webhook, { event, event_type }, services);
        deliveries.push(showDelivery(made));
      }
    }
    if (deliveries.length > 0) {
      const sent_to = deliveries.map((delivery) => delivery.webhook_id);
      audit({ target: event_id, after: { sent_again_to: sent_to } });
    }
    return { object: 'replay' as const, event_id, deliveries };
  },
});
