import { KEY_SCOPES } from '../../platform/core/access.ts';
import { DateInput, Default, Described, Nullable, OneOf } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { parseInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { countUsableKeys } from './api-key.sql.ts';
import { API_KEYS_MAX, ApiKey, KeyName, showApiKey } from './api-key-record.rules.ts';
import { makeApiKey } from './make-store.ts';
import { lockStore } from './store.sql.ts';

export const createApiKey = operation({
  method: 'POST',
  path: '/create-api-key',
  summary: 'Make an API key',
  description: '`api_key` is shown only now: only a hash of it is kept. It works at once.',
  scope: 'full',
  input: Type.Object({
    name: KeyName,
    scope: Default(
      'full',
      OneOf([...KEY_SCOPES], {
        description:
          '`full`: everything; `read`: only look; `license`: only what an application on a ' +
          'customer’s machine needs',
      }),
    ),
    expires_at: Default(
      null,
      Nullable(
        Described(
          'When it ends: an instant, or a day to the end of which it is good; null: never',
          DateInput,
        ),
      ),
    ),
  }),
  output: Type.Object(
    {
      ...ApiKey.properties,
      api_key: Type.String({
        description: 'The key itself. Shown only now',
        examples: ['kassa_test_…'],
      }),
    },
    { title: 'ApiKeyWithSecret' },
  ),
  errors: ['api_key_limit'],
  example: { name: 'Web shop', scope: 'read' },
  async write({ input, tx, store, services: { clock }, audit, refuse }) {
    const { name, scope } = input;
    const now = clock();
    const expires_at =
      input.expires_at === null ? null : (parseInstant(input.expires_at, 'end') ?? null);
    if (expires_at !== null && expires_at <= now) {
      const message = 'must be in the future';
      throw refuse('invalid_parameters', [{ param: 'expires_at', code: 'too_small', message }]);
    }
    await lockStore(tx); // So that the limit holds when several are made at once.
    if ((await countUsableKeys(tx, now)) >= API_KEYS_MAX) throw refuse('api_key_limit');
    const { store_id, mode } = store;
    const made = await makeApiKey(tx, { store_id, mode, scope, expires_at, now, name });
    const record = showApiKey(made.row, now);
    audit({ target: record.key_id, after: record });
    return { ...record, api_key: made.api_key };
  },
});
