import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { WebhookId } from './webhook.rules.ts';
import { findWebhook } from './webhook.sql.ts';

export const getWebhookSecret = operation({
  method: 'POST',
  path: '/get-webhook-secret',
  summary: 'Get the secret of a webhook again',
  description:
    'Of one that was made with `secret_readable: true`; all others are shown once. The audit log ' +
    'says who asked for it.',
  scope: 'full',
  input: Type.Object({ webhook_id: WebhookId }),
  output: Type.Object({
    object: Type.Literal('webhook_secret'),
    webhook_id: WebhookId,
    secret: Type.String({ examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] }),
  }),
  errors: ['webhook_not_found', 'secret_not_readable'],
  async write({ input, tx, store, services, audit, refuse }) {
    const { webhook_id } = input;
    const webhook = await findWebhook(tx, webhook_id);
    if (!webhook) throw refuse('webhook_not_found');
    if (webhook.secret_readable === 0) throw refuse('secret_not_readable');
    const secret = services.secrets.open(webhook.sealed_secret, [
      'webhook secret',
      store.store_id,
      webhook_id,
    ]);
    if (secret === undefined) throw refuse('secret_not_readable');
    audit({ target: webhook_id, after: { secret: 'was shown' } });
    return { object: 'webhook_secret' as const, webhook_id, secret };
  },
});
