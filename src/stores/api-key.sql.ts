import type { KeyScope, StoreMode } from '../core/access.ts';
import type { Reader, Tx } from '../db/database.ts';
import { table } from '../db/table.ts';

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

/** A key with those fields of its store that a request needs. */
export interface ApiKeyWithStore extends ApiKeyRow {
  number: number;
  mode: StoreMode;
  provider: string | null;
  clock_ahead_ms: number;
}

const keys = table<ApiKeyRow>('api_keys', 'k', {
  store_id: 'key',
  key_id: 'key',
  key_hash: 'fixed',
  hint: 'fixed',
  scope: 'fixed',
  created_at: 'fixed',
  expires_at: 'fixed',
  revoked_at: 'separate',
});

const FIND = `
  SELECT ${keys.columns}, s.number, s.mode, s.provider, s.clock_ahead_ms
  FROM api_keys k JOIN stores s ON s.store_id = k.store_id
  WHERE k.key_hash = :key_hash`;

export const findKeyByHash = (reader: Reader, key_hash: string) =>
  reader.maybe<ApiKeyWithStore>(FIND, { key_hash });

const LIST = `SELECT ${keys.columns} FROM api_keys k ORDER BY k.key_id`;

export const listApiKeys = (reader: Reader) => reader.all<ApiKeyRow>(LIST);

export const insertApiKey = keys.insert;

const REVOKE = `
  UPDATE api_keys SET revoked_at = :now WHERE key_id = :key_id AND revoked_at IS NULL`;

export const revokeApiKey = (tx: Tx, key_id: string, now: number) =>
  tx.run(REVOKE, { key_id, now });
