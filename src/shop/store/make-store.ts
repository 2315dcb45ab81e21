import type { KeyScope, StoreMode } from '../../platform/core/access.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Tx } from '../../platform/db/database.ts';
import { hashApiKey, keyHint, newApiKey } from './api-key.rules.ts';
import { type ApiKeyRow, insertApiKey } from './api-key.sql.ts';
import { insertStore } from './store.sql.ts';

export async function makeStore(
  tx: Tx,
  { name, mode, now }: { name: string; mode: StoreMode; now: number },
): Promise<{ store_id: string; name: string; mode: StoreMode }> {
  const store_id = newId('store', now);
  await insertStore(tx, { new_store_id: store_id, name, mode, created_at: now });
  return { store_id, name, mode };
}

/** Only the hash is stored, so the key itself can be shown only now. */
export async function makeApiKey(
  tx: Tx,
  options: {
    store_id: string;
    mode: StoreMode;
    scope: KeyScope;
    expires_at: number | null;
    now: number;
    name?: string;
  },
): Promise<{ api_key: string; key_id: string; row: ApiKeyRow }> {
  const { store_id, mode, scope, expires_at, now, name = '' } = options;
  const api_key = newApiKey(mode);
  const key_id = newId('key', now);
  const row: ApiKeyRow = {
    store_id,
    key_id,
    key_hash: hashApiKey(api_key),
    hint: keyHint(api_key),
    scope,
    created_at: now,
    expires_at,
    revoked_at: null,
    name,
    last_used_on: null,
  };
  await insertApiKey(tx, row);
  return { api_key, key_id, row };
}
