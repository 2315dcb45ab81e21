import { isChanged } from '../../../platform/core/changes.ts';
import { Default, Described, OneOf } from '../../../platform/core/fields.ts';
import { whyNotWebhookUrl } from '../../../platform/core/public-address.rules.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { restartDeliveries } from './delivery.sql.ts';
import { newWebhookSecret, OLD_SECRET_MS } from './signature.rules.ts';
import {
  EventsInput,
  FormatInput,
  NameInput,
  showWebhook,
  UrlInput,
  WebhookId,
  type WebhookRow,
  WebhookWithSecret,
  whyNotEvents,
} from './webhook.rules.ts';
import { lockWebhook, saveWebhook } from './webhook.sql.ts';

export const updateWebhook = operation({
  method: 'POST',
  path: '/update-webhook',
  summary: 'Change an endpoint, or rotate its secret',
  description:
    'What is not sent stays. `rotate_secret: true` answers a new `secret`; for a day, what is sent is ' +
    'signed with both. `status: enabled` goes on where it was disabled: nothing is lost.',
  scope: 'full',
  input: Type.Object({
    webhook_id: WebhookId,
    url: Type.Optional(UrlInput),
    name: Type.Optional(NameInput),
    format: Type.Optional(
      Described(
        'In which format events are sent from now on, with `events` in its names',
        FormatInput,
      ),
    ),
    events: Type.Optional(EventsInput),
    status: Type.Optional(
      OneOf(['enabled', 'disabled'], {
        description: '`disabled`: nothing is sent. `enabled`: goes on where it stopped',
      }),
    ),
    rotate_secret: Default(
      false,
      Type.Boolean({ description: 'Make a new secret; for a day, both sign' }),
    ),
  }),
  output: WebhookWithSecret,
  errors: ['webhook_not_found'],
  example: { webhook_id: 'wh_1tq3v9w0e00h4rk6m2x8pz7ycn5', rotate_secret: true },
  async write({ input, tx, store, now, services, audit, refuse }) {
    const { secrets, allowed_webhooks, clock } = services;
    const before = await lockWebhook(tx, input.webhook_id);
    if (!before) throw refuse('webhook_not_found');
    const { url = before.url, name = before.name, format = before.format } = input;
    const { events, status, rotate_secret } = input;
    const is_test = store.mode === 'test';
    const message = whyNotWebhookUrl(url, { is_test, allowed: allowed_webhooks });
    if (input.url !== undefined && message)
      throw refuse('invalid_parameters', [{ param: 'url', code: 'invalid_url', message }]);
    const chosen = events === undefined ? eventsOf(before) : events;
    const [unknown] = whyNotEvents(chosen, format);
    if (unknown) throw refuse('invalid_parameters', [unknown]);

    const secret = rotate_secret ? newWebhookSecret() : null;
    const wall = clock();
    const row: WebhookRow = {
      ...before,
      url,
      name,
      format,
      events: chosen === null ? null : JSON.stringify(chosen),
      updated_at: now,
      ...(secret !== null && {
        sealed_secret: secrets.seal(secret, ['webhook secret', store.store_id, input.webhook_id]),
        sealed_old_secret: before.sealed_secret,
        old_secret_until: wall + OLD_SECRET_MS,
      }),
      ...(status === 'disabled' &&
        before.disabled_at === null && { disabled_at: now, disabled_reason: 'seller' as const }),
      ...(status === 'enabled' && {
        disabled_at: null,
        disabled_reason: null,
        failing_since: null,
      }),
    };
    if (!isChanged(before, row)) return { ...showWebhook(before), secret };
    await saveWebhook(tx, row);
    const resumes = status === 'enabled' && before.disabled_at !== null;
    if (resumes) await restartDeliveries(tx, { webhook_id: row.webhook_id, now: wall });
    const record = showWebhook(row);
    const after = { ...record, ...(secret !== null && { secret: 'a new one' }) };
    audit({ target: input.webhook_id, before: showWebhook(before), after });
    return { ...record, secret };
  },
});

const eventsOf = ({ events }: WebhookRow): string[] | null =>
  events === null ? null : JSON.parse(events);
