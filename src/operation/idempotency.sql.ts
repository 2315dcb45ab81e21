import type { Tx } from '../db/database.ts';

export interface KeptAnswer {
  request_hash: string;
  /** Null while the work is under way in steps, or was cut off between them. */
  status: number | null;
  body: string | null;
  created_at: number;
}

// Takes the key, also over from an answer that is too old. A second request with the same key
// waits here on PostgreSQL (on SQLite it is never at the same time) until the first has ended.
const CLAIM = `
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

const FIND = `
  SELECT request_hash, status, body, created_at FROM idempotency_keys
  WHERE store_id = :store_id AND idempotency_key = :idempotency_key`;

export const findKeptAnswer = (tx: Tx, idempotency_key: string) =>
  tx.maybe<KeptAnswer>(FIND, { idempotency_key });

const KEEP = `
  UPDATE idempotency_keys SET status = :status, body = :body
  WHERE store_id = :store_id AND idempotency_key = :idempotency_key AND status IS NULL`;

/** Returns 0 when an answer is kept already: the first one stays. */
export const keepAnswer = (
  tx: Tx,
  kept: { idempotency_key: string; status: number; body: string },
) => tx.run(KEEP, kept);

const FORGET = `
  DELETE FROM idempotency_keys WHERE (store_id, idempotency_key) IN (
    SELECT store_id, idempotency_key FROM idempotency_keys
    WHERE created_at <= :forget_before LIMIT :most)`;

export const forgetIdempotencyKeys = (tx: Tx, forget_before: number, most: number) =>
  tx.run(FORGET, { forget_before, most });
