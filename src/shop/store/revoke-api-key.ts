import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { findKey, markRevokedOfStore } from './api-key.sql.ts';
import { ApiKey, KeyId, showApiKey } from './api-key-record.rules.ts';

export const revokeApiKey = operation({
  method: 'POST',
  path: '/revoke-api-key',
  summary: 'Revoke an API key, for ever',
  description:
    'Every server refuses it within a second. Not the key that asks: a program that makes such a ' +
    'mistake could not take it back.',
  scope: 'full',
  input: Type.Object({ key_id: KeyId }),
  output: ApiKey,
  errors: ['api_key_not_found', 'api_key_own'],
  async write({ input: { key_id }, tx, actor, services: { clock }, audit, refuse }) {
    const key = await findKey(tx, key_id);
    if (!key) throw refuse('api_key_not_found');
    if (actor.kind === 'api_key' && actor.id === key_id) throw refuse('api_key_own');
    const now = clock();
    const is_new = (await markRevokedOfStore(tx, key_id, now)) === 1;
    const after = is_new ? { ...key, revoked_at: now } : await findKey(tx, key_id);
    const record = showApiKey(after ?? key, now);
    if (is_new) audit({ target: key_id, before: showApiKey(key, now), after: record });
    return record;
  },
});
