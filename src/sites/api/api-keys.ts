import type { IncomingHttpHeaders } from 'node:http';
import type { KeyScope } from '../../platform/core/access.ts';
import { Refusal } from '../../platform/core/errors.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { hashApiKey, isApiKey } from '../../shop/store/api-key.rules.ts';
import { type ApiKeyWithStore, findKeyByHash } from '../../shop/store/api-key.sql.ts';
import { whatKeyThisIs } from '../../shop/store/foreign-key.rules.ts';
import type { KeyUse } from '../../shop/store/key-use.ts';

export interface KeyCache {
  /** The key with this text; throws a Refusal. A promise only when the database must be asked. */
  find(
    header: string | string[] | undefined,
    now: number,
  ): ApiKeyWithStore | Promise<ApiKeyWithStore>;
  /** Empties the cache. Needed when the clock of a store, which is part of the entries, has moved. */
  forget(): void;
}

/** The API key of a request: from the x-api-key header, otherwise the bearer token. */
export function readApiKey({ 'x-api-key': own, authorization }: IncomingHttpHeaders) {
  if (own !== undefined && own !== '') return own;
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}

/** Who sends a request, before anything is looked up: the key that it names, or the address. */
export const senderOf = (headers: IncomingHttpHeaders, client_address: string): string =>
  String(readApiKey(headers) ?? client_address);

const BEARER = /^Bearer[\t ]+(\S.*)$/i;

/**
 * Known keys are cached for half a second, so every server refuses a revoked key within a second.
 * Unknown keys are not cached, so a new key works immediately.
 */
export function createKeyCache(db: Database, key_use: KeyUse): KeyCache {
  const reader = db.reader(null);
  const known = new Map<string, { key: ApiKeyWithStore; read_at: number }>();

  async function lookUp(text: string, now: number): Promise<ApiKeyWithStore> {
    const key = isApiKey(text) ? await findKeyByHash(reader, hashApiKey(text)) : undefined;
    if (key === undefined) throw new Refusal('api_key_incorrect', [], whatKeyThisIs(text));
    if (known.size >= LIMITS.api_keys_cached) known.clear();
    known.set(text, { key, read_at: now });
    const found = usable(key, now);
    key_use.note(found, now);
    return found;
  }

  return {
    forget: () => known.clear(),
    find(header, now) {
      if (header === undefined || header === '') throw new Refusal('api_key_missing');
      const text = String(header);
      const found = known.get(text);
      const fresh = found !== undefined && Math.abs(now - found.read_at) < LIMITS.api_key_cache_ms;
      return fresh ? usable(found.key, now) : lookUp(text, now);
    },
  };
}

function usable(key: ApiKeyWithStore, now: number): ApiKeyWithStore {
  if (key.revoked_at !== null) {
    throw new Refusal('api_key_invalid', [], 'This API key is revoked.');
  }
  if (key.expires_at !== null && key.expires_at <= now) {
    throw new Refusal('api_key_invalid', [], 'This API key is expired.');
  }
  return key;
}

/** Whether the scope of a key allows an operation. `full` allows all of them. */
export const mayCall = (scope: KeyScope, operation: { scope: KeyScope }): boolean =>
  scope === 'full' || scope === operation.scope;
