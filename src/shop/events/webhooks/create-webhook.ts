import { Default } from '../../../platform/core/fields.ts';
import { newId } from '../../../platform/core/ids.ts';
import { whyNotWebhookUrl } from '../../../platform/core/public-address.rules.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { newWebhookSecret } from './signature.rules.ts';
import {
  EventsInput,
  FormatInput,
  NameInput,
  showWebhook,
  UrlInput,
  WEBHOOKS_MAX,
  type WebhookRow,
  WebhookWithSecret,
  whyNotEvents,
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
  input: Type.Object({
    url: UrlInput,
    name: Type.Optional(NameInput),
    format: Default('kassa', FormatInput),
    events: Type.Optional(EventsInput),
    secret_readable: Default(
      false,
      Type.Boolean({
        description:
          'Whether `get-webhook-secret` may answer the secret later; in the format `creem` only',
        examples: [false],
      }),
    ),
  }),
  output: WebhookWithSecret,
  errors: ['webhook_limit'],
  example: { url: 'https://example.com/webhooks/kassa' },
  check: ({ events = null, format = 'kassa', secret_readable = false }) => [
    ...whyNotEvents(events, format),
    ...(secret_readable && format === 'kassa' ? [NOT_READABLE] : []),
  ],
  async write({ input, tx, store, now, services, audit, refuse }) {
    const { secrets, allowed_webhooks } = services;
    const { url, name = null, format, events = null, secret_readable } = input;
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
      name,
      url,
      format,
      events: events === null ? null : JSON.stringify(events),
      sealed_secret: secrets.seal(secret, ['webhook secret', store.store_id, webhook_id]),
      sealed_old_secret: null,
      old_secret_until: null,
      secret_readable: secret_readable ? 1 : 0,
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
    audit({ target: webhook_id, after: record });
    return { ...record, secret };
  },
});

const NOT_READABLE = {
  param: 'secret_readable',
  code: 'not_allowed',
  message: 'is for the format creem only: other secrets are shown once',
};
