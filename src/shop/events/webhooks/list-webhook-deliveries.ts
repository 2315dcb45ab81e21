import {
  Described,
  List,
  OneOf,
  page_parameters,
  SHORT_PAGES,
} from '../../../platform/core/fields.ts';
import { listPage, readCursor } from '../../../platform/core/pagination.ts';
import { EventId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { listDeliveryRows } from './delivery.sql.ts';
import { DELIVERY_STATUSES, Delivery, showDelivery, WebhookId } from './webhook.rules.ts';

export const listWebhookDeliveries = operation({
  method: 'GET',
  path: '/list-webhook-deliveries',
  summary: 'List what was sent, and what is waiting',
  description:
    'Newest first. Instants are real time, also in a test store whose clock is ahead. Kept for 30 days. ' +
    SHORT_PAGES,
  scope: 'read',
  input: Type.Object({
    webhook_id: Type.Optional(Described('Only those to this webhook', WebhookId)),
    event_id: Type.Optional(Described('Only those of this event', EventId)),
    status: Type.Optional(
      OneOf([...DELIVERY_STATUSES], { description: 'Only deliveries in this state' }),
    ),
    ...page_parameters,
  }),
  output: List(Delivery),
  errors: [],
  async read({ input, reader }) {
    const { limit, cursor, ...filter } = input;
    const [before] = readCursor(cursor, 'deliveries', ['']) ?? [LAST];
    const { rows, end } = await listDeliveryRows(reader, filter, { before, limit: limit + 1 });
    return listPage(rows, {
      list: 'deliveries',
      limit,
      end,
      show: showDelivery,
      cursor: (row) => [row.delivery_id],
    });
  },
});

const LAST = 'del_z'; // Behind every identifier, in any collation.
