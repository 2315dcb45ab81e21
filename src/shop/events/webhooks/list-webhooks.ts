import { List, page_parameters } from '../../../platform/core/fields.ts';
import { listPage, readCursor } from '../../../platform/core/pagination.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { showWebhook, Webhook } from './webhook.rules.ts';
import { listWebhookRows } from './webhook.sql.ts';

export const listWebhooks = operation({
  method: 'GET',
  path: '/list-webhooks',
  summary: 'List the addresses that events are sent to',
  scope: 'read',
  input: Type.Object(page_parameters),
  output: List(Webhook),
  errors: [],
  async read({ input, reader }) {
    const { limit, cursor } = input;
    const [before] = readCursor(cursor, 'webhooks', ['']) ?? [LAST];
    const rows = await listWebhookRows(reader, { before, limit: limit + 1 });
    return listPage(rows, {
      list: 'webhooks',
      limit,
      show: showWebhook,
      cursor: (row) => [row.webhook_id],
    });
  },
});

const LAST = 'wh_z'; // Behind every identifier, in any collation.
