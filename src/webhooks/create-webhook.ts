import Type from 'typebox';
import { newId } from '../core/ids.ts';
import { operation } from '../operation/operation.ts';
import { whyNotWebhookUrl } from './address.rules.ts';
import { newWebhookSecret } from './signature.rules.ts';
import {
  EventsInput,
  showWebhook,
  UrlInput,
  WEBHOOKS_MAX,
  type WebhookRow,
  WebhookWithSecret,
} from './webhook.rules.ts';
import { insertWebhook, listWebhookRows } from './webhook.sql.ts';

export const createWebhook = operation({
  method: 'POST',
  path: '/create-webhook',
  summary: 'Have events sent to an address',
  description:
    'From now on. What is sent is signed (Standard Webhooks) with `secret`, which is shown only now, ' +
    'and is tried again for three days until the receiver answers with 2xx.',
  scope: 'full',
  input: Type.Object({ url: UrlInput, events: Type.Optional(EventsInput) }),
  output: WebhookWithSecret,
  errors: ['webhook_limit'],
  example: { url: 'https://example.com/webhooks/kassa' },
  async write({ input, tx, store, now, services, note, refuse }) {
    const { secrets, allowed_webhooks } = services;
    const { url, events = null } = input;
    const is_test = store.mode === 'test';
    const message = whyNotWebhookUrl(url, { is_test, allowed: allowed_webhooks });
    if (message)
      throw refuse('invalid_parameters', [{ param: 'url', code: 'invalid_url', message }]);
    // Taking event numbers also makes concurrent calls wait for each other, so the limit holds.
    const last_sequence = await tx.takeEventNumbers(0);
    const others = await listWebhookRows(tx, { before: 'wh_z', limit: WEBHOOKS_MAX });
    if (others.length === WEBHOOKS_MAX) throw refuse('webhook_limit');
    const secret = newWebhookSecret();
    const webhook_id = newId('wh', now);
    const row: WebhookRow = {
      webhook_id,
      url,
      events: events === null ? null : JSON.stringify(events),
      sealed_secret: secrets.seal(secret, ['webhook secret', store.store_id, webhook_id]),
      sealed_old_secret: null,
      old_secret_until: null,
      last_sequence,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      last_delivered_at: null,
      deleted_at: null,
      created_at: now,
      updated_at: now,
    };
    await insertWebhook(tx, row);
    const record = showWebhook(row);
    note({ target: webhook_id, after: record });
    return { ...record, secret };
  },
});
