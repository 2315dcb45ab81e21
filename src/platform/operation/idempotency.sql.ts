import type { Reader, Tx } from '../db/database.ts';
import { changes, reads } from '../db/rows.ts';

export interface KeptAnswer {
  request_hash: string;
  /** Null while an operation in steps is running, or when it was interrupted. */
  status: number | null;
  body: string | null;
  created_at: number;
}

// Claims the key, also when an answer older than the limit is stored under it. On PostgreSQL a
// second request with the same key waits here until the first has ended; SQLite runs one at a time.
const CLAIM = changes('idempotency_keys', 'idempotency_key')`
  INSERT INTO idempotency_keys (store_id, idempotency_key, request_hash, created_at)
  VALUES (:store_id, :idempotency_key, :request_hash, :now)
  ON CONFLICT (store_id, idempotency_key) DO UPDATE
  SET request_hash = excluded.request_hash, created_at = excluded.created_at,
    status = NULL, body = NULL
  WHERE idempotency_keys.created_at <= :forget_before`;

export const claimIdempotencyKey = (
  tx: Tx,
  claim: { idempotency_key: string; request_hash: string; now: number; forget_before: number },
) => tx.run(CLAIM, claim);

const FIND = reads('idempotency_keys', 'idempotency_key')`
  SELECT request_hash, status, body, created_at FROM idempotency_keys
  WHERE store_id = :store_id AND idempotency_key = :idempotency_key`;

export const findKeptAnswer = (reader: Reader, idempotency_key: string) =>
  reader.maybe<KeptAnswer>(FIND, { idempotency_key });

const KEEP = changes('idempotency_keys', 'idempotency_key')`
  UPDATE idempotency_keys SET status = :status, body = :body
  WHERE store_id = :store_id AND idempotency_key = :idempotency_key AND status IS NULL`;

type NewAnswer = { idempotency_key: string; status: number; body: string };

/** Returns 0 when there is an answer already. The first one stays. */
export const keepAnswer = (tx: Tx, kept: NewAnswer) => tx.run(KEEP, kept);

/** The same in the transaction that has claimed the key: there is none yet. */
export const keepFirstAnswer = (tx: Tx, kept: NewAnswer) => tx.change(KEEP, kept);

const FORGET = changes('idempotency_keys')`
  DELETE FROM idempotency_keys WHERE (store_id, idempotency_key) IN (
    SELECT store_id, idempotency_key FROM idempotency_keys
    WHERE created_at <= :forget_before LIMIT :most)`;

export const forgetIdempotencyKeys = (tx: Tx, forget_before: number, most: number) =>
  tx.run(FORGET, { forget_before, most });
