import type { KeyScope, StoreMode } from '../core/access.ts';
import type { Reader, Tx } from '../db/database.ts';

export interface ApiKeyRow {
  store_id: string;
  key_id: string;
  key_hash: string;
  hint: string;
  scope: KeyScope;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** A key with what is needed of its store to serve a request. */
export interface KnownKey extends ApiKeyRow {
  number: number;
  mode: StoreMode;
  clock_ahead_ms: number;
}

const FIND = `
  SELECT k.store_id, k.key_id, k.key_hash, k.hint, k.scope, k.created_at, k.expires_at,
         k.revoked_at, s.number, s.mode, s.clock_ahead_ms
  FROM api_keys k JOIN stores s ON s.store_id = k.store_id
  WHERE k.key_hash = :key_hash`;

export const findKeyByHash = (reader: Reader, key_hash: string) =>
  reader.maybe<KnownKey>(FIND, { key_hash });

const LIST = `
  SELECT store_id, key_id, key_hash, hint, scope, created_at, expires_at, revoked_at
  FROM api_keys ORDER BY key_id`;

export const listApiKeys = (reader: Reader) => reader.all<ApiKeyRow>(LIST);

const INSERT = `
  INSERT INTO api_keys (store_id, key_id, key_hash, hint, scope, created_at, expires_at)
  VALUES (:store_id, :key_id, :key_hash, :hint, :scope, :created_at, :expires_at)`;

export const insertApiKey = (tx: Tx, key: ApiKeyRow) => tx.run(INSERT, { ...key });

const REVOKE = `
  UPDATE api_keys SET revoked_at = :now WHERE key_id = :key_id AND revoked_at IS NULL`;

export const revokeApiKey = (tx: Tx, key_id: string, now: number) =>
  tx.run(REVOKE, { key_id, now });
