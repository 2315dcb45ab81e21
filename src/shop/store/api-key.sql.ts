import type { KeyScope, StoreMode } from '../../platform/core/access.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';

export interface ApiKeyRow {
  store_id: string;
  key_id: string;
  key_hash: string;
  hint: string;
  scope: KeyScope;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** What it is for, in the seller's words; may be empty. */
  name: string;
  /** The first instant of the day of its last use, in UTC. */
  last_used_on: number | null;
}

/** A key with those fields of its store that a request needs. */
export interface ApiKeyWithStore extends ApiKeyRow {
  number: number;
  mode: StoreMode;
  provider: string | null;
  clock_ahead_ms: number;
  /** As JSON. */
  settings: string;
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
  name: 'fixed',
  last_used_on: 'separate',
});

const FIND = `
  SELECT ${keys.columns}, s.number, s.mode, s.provider, s.clock_ahead_ms,
    s.settings
  FROM api_keys k JOIN stores s ON s.store_id = k.store_id
  WHERE k.key_hash = :key_hash`;

export const findKeyByHash = (reader: Reader, key_hash: string) =>
  reader.maybe<ApiKeyWithStore>(FIND, { key_hash });

const LIST = `SELECT ${keys.columns} FROM api_keys k ORDER BY k.key_id`;

/** Of all stores. */
export const listAllKeys = (reader: Reader) => reader.all<ApiKeyRow>(LIST);

const PAGE = `${keys.select} AND k.key_id < :before ORDER BY k.key_id DESC LIMIT :limit`;

/** Of one store, newest first. */
export const listKeysBefore = (reader: Reader, range: { before: string; limit: number }) =>
  reader.all<ApiKeyRow>(PAGE, range);

const FIND_BY_ID = `${keys.select} AND k.key_id = :key_id`;

export const findKey = (reader: Reader, key_id: string) =>
  reader.maybe<ApiKeyRow>(FIND_BY_ID, { key_id });

const COUNT = `SELECT COUNT(*) AS count FROM api_keys k
  WHERE k.store_id = :store_id AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > :now)`;

/** How many keys of the store can be used. */
export const countUsableKeys = async (reader: Reader, now: number): Promise<number> =>
  (await reader.maybe<{ count: number }>(COUNT, { now }))?.count ?? 0;

export const insertApiKey = keys.insert;

const REVOKE = changes('api_keys', 'key_id')`
  UPDATE api_keys SET revoked_at = :now WHERE key_id = :key_id AND revoked_at IS NULL`;

/** Of any store. */
export const markRevoked = (tx: Tx, key_id: string, now: number) => tx.run(REVOKE, { key_id, now });

const REVOKE_OF_STORE = changes('api_keys', 'key_id')`${REVOKE} AND store_id = :store_id`;

/** Of the store of this transaction. */
export const markRevokedOfStore = (tx: Tx, key_id: string, now: number) =>
  tx.run(REVOKE_OF_STORE, { key_id, now });

const USED = changes('api_keys', 'key_id')`UPDATE api_keys SET last_used_on = :last_used_on
  WHERE store_id = :store_id AND key_id = :key_id
    AND (last_used_on IS NULL OR last_used_on < :last_used_on)`;

export const saveLastUse = (tx: Tx, use: { key_id: string; last_used_on: number }) =>
  tx.run(USED, use);
