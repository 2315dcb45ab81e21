import type { Reader, ReaderOutsideTx, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { WebhookRow } from './webhook.rules.ts';

const webhooks = table<WebhookRow>('webhooks', 'w', {
  webhook_id: 'key',
  name: 'changes',
  url: 'changes',
  format: 'changes',
  events: 'changes',
  sealed_secret: 'changes',
  sealed_old_secret: 'changes',
  old_secret_until: 'changes',
  secret_readable: 'fixed',
  last_sequence: 'separate',
  disabled_at: 'changes',
  disabled_reason: 'changes',
  failing_since: 'changes',
  last_delivered_at: 'changes',
  deleted_at: 'changes',
  created_at: 'fixed',
  updated_at: 'changes',
});

const SELECT = `${webhooks.select} AND w.deleted_at IS NULL`;

const FIND = `${SELECT} AND w.webhook_id = :webhook_id`;

export const findWebhook = (reader: Reader, webhook_id: string) =>
  reader.maybe<WebhookRow>(FIND, { webhook_id });

const LOCK = locks('webhooks', 'webhook_id')`${FIND} FOR UPDATE`;

export const lockWebhook = (tx: Tx, webhook_id: string) =>
  tx.maybe<WebhookRow>(LOCK, { webhook_id });

const LIST = `${SELECT} AND w.webhook_id < :before ORDER BY w.webhook_id DESC LIMIT :limit`;

export const listWebhookRows = (reader: Reader, range: { before: string; limit: number }) =>
  reader.all<WebhookRow>(LIST, range);

export const insertWebhook = webhooks.insert;

/** The webhook must be locked in this transaction. */
export const saveWebhook = webhooks.update;

const SAVE_SEQUENCE = changes('webhooks', 'webhook_id')`
  UPDATE webhooks SET last_sequence = :last_sequence
  WHERE store_id = :store_id AND webhook_id = :webhook_id`;

export const saveLastSequence = (tx: Tx, position: { webhook_id: string; last_sequence: number }) =>
  tx.run(SAVE_SEQUENCE, position);

const LAST_SEQUENCE = `SELECT COALESCE(MAX(last_sequence), 0) AS last_sequence
  FROM event_counters WHERE store_id = :store_id`;

/** The newest event of the store. */
export const newestSequence = async (reader: ReaderOutsideTx): Promise<number> =>
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

/** Endpoints for which there are events without a delivery yet. */
export const listLaggingWebhooks = (reader: ReaderOutsideTx) => reader.all<WebhookOfStore>(BEHIND);

const DUE = `
  SELECT w.store_id, w.webhook_id, w.failing_since FROM webhooks w
  WHERE w.deleted_at IS NULL AND w.disabled_at IS NULL AND EXISTS (
    SELECT 1 FROM webhook_deliveries d WHERE d.store_id = w.store_id
      AND d.webhook_id = w.webhook_id AND d.status = 'pending' AND d.has_turn = 1
      AND d.next_attempt_at <= :now)`;

/** Endpoints with a delivery that is due. */
export const listDueWebhooks = (reader: Reader, now: number) =>
  reader.all<WebhookOfStore & { failing_since: number | null }>(DUE, { now });
