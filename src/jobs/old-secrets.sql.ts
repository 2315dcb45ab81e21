import type { Reader, Tx } from '../platform/db/database.ts';
import { changes } from '../platform/db/rows.ts';

// Texts that versions before 0.1 sealed without a place. Newer ones begin with `2.`.

const SIGNING_KEYS = `SELECT key_id, sealed_private_key AS sealed FROM signing_keys
  WHERE sealed_private_key NOT LIKE '2.%'`;

export const listOldSigningKeys = (reader: Reader) =>
  reader.all<{ key_id: string; sealed: string }>(SIGNING_KEYS);

const SAVE_SIGNING_KEY = changes('signing_keys', 'key_id')`
  UPDATE signing_keys SET sealed_private_key = :sealed
  WHERE key_id = :key_id`;

export const saveSigningKey = (tx: Tx, key: { key_id: string; sealed: string }) =>
  tx.run(SAVE_SIGNING_KEY, key);

export interface OldWebhook {
  store_id: string;
  webhook_id: string;
  sealed_secret: string;
  sealed_old_secret: string | null;
}

const WEBHOOKS = `SELECT store_id, webhook_id, sealed_secret, sealed_old_secret FROM webhooks
  WHERE sealed_secret NOT LIKE '2.%' OR sealed_old_secret NOT LIKE '2.%'`;

export const listOldWebhooks = (reader: Reader) => reader.all<OldWebhook>(WEBHOOKS);

const SAVE_WEBHOOK = changes('webhooks', 'webhook_id')`UPDATE webhooks
  SET sealed_secret = :sealed_secret, sealed_old_secret = :sealed_old_secret
  WHERE store_id = :store_id AND webhook_id = :webhook_id`;

export const saveWebhookSecrets = (tx: Tx, webhook: OldWebhook) =>
  tx.run(SAVE_WEBHOOK, { ...webhook });

export interface OldAnswer {
  store_id: string;
  idempotency_key: string;
  request_hash: string;
  body: string;
}

const ANSWERS = `SELECT store_id, idempotency_key, request_hash, body FROM idempotency_keys
  WHERE body NOT LIKE '2.%' AND (store_id, idempotency_key) > (:store_id, :idempotency_key)
  ORDER BY store_id, idempotency_key LIMIT :limit`;

/** In the order of their keys, beginning after `after`. */
export const listOldAnswers = (
  reader: Reader,
  after: { store_id: string; idempotency_key: string; limit: number },
) => reader.all<OldAnswer>(ANSWERS, after);

const SAVE_ANSWER = changes('idempotency_keys', 'idempotency_key')`
  UPDATE idempotency_keys SET body = :body
  WHERE store_id = :store_id AND idempotency_key = :idempotency_key`;

export const saveAnswer = (tx: Tx, { store_id, idempotency_key, body }: OldAnswer) =>
  tx.run(SAVE_ANSWER, { store_id, idempotency_key, body });
