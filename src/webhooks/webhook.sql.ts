import type { Reader, Tx } from '../db/database.ts';
import type { WebhookRow } from './webhook.rules.ts';

const NAMES = [
  'webhook_id',
  'url',
  'events',
  'sealed_secret',
  'sealed_old_secret',
  'old_secret_until',
  'last_sequence',
  'disabled_at',
  'disabled_reason',
  'failing_since',
  'last_delivered_at',
  'deleted_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof WebhookRow)[];

const SELECT = `SELECT ${NAMES.join(', ')} FROM webhooks
  WHERE store_id = :store_id AND deleted_at IS NULL`;

const FIND = `${SELECT} AND webhook_id = :webhook_id`;

export const findWebhook = (reader: Reader, webhook_id: string) =>
  reader.maybe<WebhookRow>(FIND, { webhook_id });

export const lockWebhook = (tx: Tx, webhook_id: string) =>
  tx.maybe<WebhookRow>(`${FIND} FOR UPDATE`, { webhook_id });

const LIST = `${SELECT} AND webhook_id < :before ORDER BY webhook_id DESC LIMIT :limit`;

export const listWebhookRows = (reader: Reader, range: { before: string; limit: number }) =>
  reader.all<WebhookRow>(LIST, range);

const INSERT = `
  INSERT INTO webhooks (store_id, ${NAMES.join(', ')})
  VALUES (:store_id, ${NAMES.map((name) => `:${name}`).join(', ')})`;

export const insertWebhook = (tx: Tx, row: WebhookRow) => tx.run(INSERT, { ...row });

const SAVE = `
  UPDATE webhooks SET url = :url, events = :events, sealed_secret = :sealed_secret,
    sealed_old_secret = :sealed_old_secret, old_secret_until = :old_secret_until,
    disabled_at = :disabled_at, disabled_reason = :disabled_reason,
    failing_since = :failing_since, last_delivered_at = :last_delivered_at,
    deleted_at = :deleted_at, updated_at = :updated_at
  WHERE store_id = :store_id AND webhook_id = :webhook_id`;

/** Of one that was locked in this transaction. */
export const saveWebhook = (tx: Tx, row: WebhookRow) => tx.run(SAVE, { ...row });

const SAVE_SEQUENCE = `
  UPDATE webhooks SET last_sequence = :last_sequence
  WHERE store_id = :store_id AND webhook_id = :webhook_id`;

export const saveLastSequence = (tx: Tx, position: { webhook_id: string; last_sequence: number }) =>
  tx.run(SAVE_SEQUENCE, position);

const LAST_SEQUENCE = `SELECT COALESCE(MAX(last_sequence), 0) AS last_sequence
  FROM event_counters WHERE store_id = :store_id`;

/** The newest event of the store. */
export const newestSequence = async (reader: Reader): Promise<number> =>
  (await reader.maybe<{ last_sequence: number }>(LAST_SEQUENCE))?.last_sequence ?? 0;

// For the operator: in all stores.
const BEHIND = `
  SELECT w.store_id, w.webhook_id FROM webhooks w
  JOIN event_counters c ON c.store_id = w.store_id
  WHERE w.deleted_at IS NULL AND w.disabled_at IS NULL AND w.last_sequence < c.last_sequence
  ORDER BY w.store_id, w.webhook_id`;

export interface WebhookOfStore {
  store_id: string;
  webhook_id: string;
}

/** Endpoints for which there are events that no delivery was made of. */
export const listBehind = (reader: Reader) => reader.all<WebhookOfStore>(BEHIND);

const DUE = `
  SELECT w.store_id, w.webhook_id, w.failing_since FROM webhooks w
  WHERE w.deleted_at IS NULL AND w.disabled_at IS NULL AND EXISTS (
    SELECT 1 FROM webhook_deliveries d WHERE d.store_id = w.store_id
      AND d.webhook_id = w.webhook_id AND d.status = 'pending' AND d.has_turn = 1
      AND d.next_attempt_at <= :now)`;

/** Endpoints that something is to be sent to. */
export const listDueWebhooks = (reader: Reader, now: number) =>
  reader.all<WebhookOfStore & { failing_since: number | null }>(DUE, { now });
