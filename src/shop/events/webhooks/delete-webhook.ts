import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { showWebhook, Webhook, WebhookId } from './webhook.rules.ts';
import { lockWebhook, saveWebhook } from './webhook.sql.ts';

export const deleteWebhook = operation({
  method: 'DELETE',
  path: '/delete-webhook',
  summary: 'Stop sending events to an address',
  description: 'What has not been delivered is dropped.',
  scope: 'full',
  input: Type.Object({ webhook_id: WebhookId }),
  output: Webhook,
  errors: ['webhook_not_found'],
  async write({ input, tx, now, audit, refuse }) {
    const before = await lockWebhook(tx, input.webhook_id);
    if (!before) throw refuse('webhook_not_found');
    const row = { ...before, deleted_at: now, updated_at: now };
    await saveWebhook(tx, row);
    const record = showWebhook(row);
    audit({ target: input.webhook_id, before: showWebhook(before), after: record });
    return record;
  },
});
