import type { Reader, Tx } from '../db/database.ts';
import { type Filter, filtered } from '../db/filters.ts';
import type { DeliveryRow } from './webhook.rules.ts';

const NAMES = [
  'delivery_id',
  'webhook_id',
  'event_id',
  'event_type',
  'sequence',
  'subject',
  'is_replay',
  'status',
  'attempts',
  'response_status',
  'error',
  'last_attempt_at',
  'next_attempt_at',
  'delivered_at',
  'created_at',
] as const satisfies (keyof DeliveryRow)[];

const SELECT = `SELECT ${NAMES.map((name) => `d.${name}`).join(', ')} FROM webhook_deliveries d
  WHERE d.store_id = :store_id`;

const INSERT = `
  INSERT INTO webhook_deliveries (store_id, ${NAMES.join(', ')})
  VALUES (:store_id, ${NAMES.map((name) => `:${name}`).join(', ')})`;

export const insertDelivery = (tx: Tx, row: DeliveryRow) => tx.run(INSERT, { ...row });

const DUE = `${SELECT} AND d.webhook_id = :webhook_id AND d.status = 'pending'
    AND d.next_attempt_at <= :now AND d.claimed_until <= :now
  ORDER BY d.next_attempt_at, d.sequence LIMIT :limit FOR UPDATE SKIP LOCKED`;

const FIRST_UNTRIED = `SELECT d.sequence FROM webhook_deliveries d
  WHERE d.store_id = :store_id AND d.webhook_id = :webhook_id AND d.subject = :subject
    AND d.status = 'pending' AND d.attempts = 0 ORDER BY d.sequence LIMIT 1`;

const CLAIM = `
  UPDATE webhook_deliveries SET claimed_until = :until, claimed_by = :owner
  WHERE store_id = :store_id AND delivery_id = :delivery_id`;

/** So many are looked at, however few are taken: many may be about one record. */
const LOOKED_AT = 64;

/**
 * Takes some that are due, so that nobody else sends them until then. What happens to one record
 * is told in order, as long as the receiver answers: a delivery waits for an earlier one about the
 * same record that has not been tried. One that failed and waits for its next try holds up nothing.
 */
export async function claimDeliveries(
  tx: Tx,
  claim: { webhook_id: string; now: number; until: number; owner: string; limit: number },
): Promise<DeliveryRow[]> {
  const { webhook_id, now, until, owner, limit } = claim;
  const due = await tx.all<DeliveryRow>(DUE, { webhook_id, now, limit: LOOKED_AT });
  // Two processes may have made them: the order in which they are due is not that of their events.
  const first_untried = new Map<string, number>();
  const claimed: DeliveryRow[] = [];
  for (const row of due) {
    if (claimed.length === limit) break;
    const { delivery_id, subject, attempts } = row;
    if (attempts === 0) {
      const first =
        first_untried.get(subject) ??
        (await tx.maybe<{ sequence: number }>(FIRST_UNTRIED, { webhook_id, subject }))?.sequence ??
        row.sequence;
      first_untried.set(subject, first);
      if (first < row.sequence) continue;
    }
    await tx.run(CLAIM, { delivery_id, until, owner });
    claimed.push(row);
  }
  return claimed;
}

const SETTLE = `
  UPDATE webhook_deliveries SET status = :status, attempts = :attempts,
    response_status = :response_status, error = :error, last_attempt_at = :last_attempt_at,
    next_attempt_at = :next_attempt_at, delivered_at = :delivered_at, claimed_until = 0,
    claimed_by = NULL
  WHERE store_id = :store_id AND delivery_id = :delivery_id AND status = 'pending'
    AND claimed_by = :owner`;

/** Returns 0 when somebody else has taken it over meanwhile. */
export const settleDelivery = (tx: Tx, row: DeliveryRow, owner: string) =>
  tx.run(SETTLE, {
    delivery_id: row.delivery_id,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    error: row.error,
    last_attempt_at: row.last_attempt_at,
    next_attempt_at: row.next_attempt_at,
    delivered_at: row.delivered_at,
    owner,
  });

const FILTERS = ['webhook_id', 'event_id', 'status'] as const;

export function listDeliveryRows(
  reader: Reader,
  filter: Filter<(typeof FILTERS)[number]>,
  range: { before: string; limit: number },
) {
  const { sql, values } = filtered({ select: SELECT, alias: 'd', names: FILTERS }, filter);
  const page = `${sql} AND d.delivery_id < :before
    ORDER BY d.delivery_id DESC LIMIT :limit`;
  return reader.all<DeliveryRow>(page, { ...values, ...range });
}

const RESTART = `
  UPDATE webhook_deliveries SET next_attempt_at = :now, claimed_until = 0, created_at = :now
  WHERE store_id = :store_id AND webhook_id = :webhook_id AND status = 'pending'`;

/** What waited while the endpoint was off is tried from now on, with all its time. */
export const restartDeliveries = (tx: Tx, restart: { webhook_id: string; now: number }) =>
  tx.run(RESTART, restart);

const FORGET = `
  DELETE FROM webhook_deliveries WHERE (store_id, delivery_id) IN (
    SELECT d.store_id, d.delivery_id FROM webhook_deliveries d
    WHERE d.status <> 'pending' AND d.created_at <= :before LIMIT :most)`;

export const forgetDeliveries = (tx: Tx, before: number, most: number) =>
  tx.run(FORGET, { before, most });

const FORGET_DELETED = `
  DELETE FROM webhook_deliveries WHERE (store_id, delivery_id) IN (
    SELECT d.store_id, d.delivery_id FROM webhooks w
    JOIN webhook_deliveries d ON d.store_id = w.store_id AND d.webhook_id = w.webhook_id
    WHERE w.deleted_at IS NOT NULL LIMIT :most)`;

/** Those of endpoints that were deleted. */
export const forgetDeletedDeliveries = (tx: Tx, most: number) => tx.run(FORGET_DELETED, { most });
