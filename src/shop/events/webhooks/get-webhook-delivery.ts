import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { findDelivery } from './delivery.sql.ts';
import { messageOf } from './message-of.ts';
import { Delivery, DeliveryId, showDelivery } from './webhook.rules.ts';

export const getWebhookDelivery = operation({
  method: 'GET',
  path: '/get-webhook-delivery',
  summary: 'Get a delivery, with the body that is sent',
  description:
    'With the last answer of the receiver: its status, the beginning of its text, and how long it took.',
  scope: 'read',
  input: Type.Object({ delivery_id: DeliveryId }),
  output: Type.Object(
    {
      ...Delivery.properties,
      request_body: Type.String({
        description: 'The body of the request, the same at every attempt',
        examples: ['{"event_id":"evt_00000000001ah4rk6m2x8pz7ycn5","object":"event"}'],
      }),
    },
    { title: 'DeliveryWithBody' },
  ),
  errors: ['delivery_not_found'],
  async read({ input, reader, services, refuse }) {
    const row = await findDelivery(reader, input.delivery_id);
    if (!row) throw refuse('delivery_not_found');
    const { body } = await messageOf(reader, row, services.licensing.revealKey);
    return { ...showDelivery(row), request_body: body };
  },
});
