import type { Reader, Tx } from '../../../platform/db/database.ts';
import { type Filter, selectFiltered } from '../../../platform/db/filters.ts';
import { findNarrowest, listFiltered } from '../../../platform/db/list-filtered.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { DeliveryRow } from './webhook.rules.ts';

const deliveries = table<DeliveryRow>(
  'webhook_deliveries',
  'd',
  {
    delivery_id: 'key',
    webhook_id: 'fixed',
    event_id: 'fixed',
    event_type: 'fixed',
    format: 'fixed',
    sequence: 'fixed',
    subject: 'fixed',
    is_replay: 'fixed',
    has_turn: 'separate',
    status: 'changes',
    attempts: 'changes',
    response_status: 'changes',
    response_body: 'changes',
    duration_ms: 'changes',
    error: 'changes',
    last_attempt_at: 'changes',
    next_attempt_at: 'changes',
    delivered_at: 'changes',
    created_at: 'separate',
  },
  { unread: ['claimed_until', 'claimed_by'] },
);

export const insertDelivery = deliveries.insert;

const UNTRIED = `d.store_id = :store_id AND d.webhook_id = :webhook_id AND d.subject = :subject
  AND d.status = 'pending' AND d.attempts = 0 AND d.is_replay = 0`;

const HAS_UNTRIED = `SELECT 1 FROM webhook_deliveries d WHERE ${UNTRIED} LIMIT 1`;

/** Whether an event about this record waits to be tried for the first time. */
export const hasUntried = async (
  reader: Reader,
  record: { webhook_id: string; subject: string },
): Promise<boolean> => (await reader.maybe(HAS_UNTRIED, record)) !== undefined;

const GIVE_TURN = changes('webhook_deliveries', 'store_id')`
  UPDATE webhook_deliveries SET has_turn = 1
  WHERE store_id = :store_id AND delivery_id = (
    SELECT d.delivery_id FROM webhook_deliveries d WHERE ${UNTRIED}
    ORDER BY d.sequence, d.event_type DESC LIMIT 1)
    AND has_turn = 0`;

/** The first untried event about this record, if there is one, may be sent now. */
export const giveTurn = (tx: Tx, record: { webhook_id: string; subject: string }) =>
  tx.run(GIVE_TURN, record);

const DUE = locks('webhook_deliveries', 'webhook_id')`
  ${deliveries.select} AND d.webhook_id = :webhook_id AND d.status = 'pending' AND d.has_turn = 1
    AND d.next_attempt_at <= :now AND d.claimed_until <= :now
  ORDER BY d.next_attempt_at, d.sequence LIMIT :limit FOR UPDATE SKIP LOCKED`;

const CLAIM = changes('webhook_deliveries', 'delivery_id')`
  UPDATE webhook_deliveries SET claimed_until = :until, claimed_by = :owner
  WHERE store_id = :store_id AND delivery_id = :delivery_id`;

/** Claims deliveries that are due and have their turn, so that no other process sends them. */
export async function claimDeliveries(
  tx: Tx,
  claim: { webhook_id: string; now: number; until: number; owner: string; limit: number },
): Promise<DeliveryRow[]> {
  const { webhook_id, now, until, owner, limit } = claim;
  const due = await tx.all<DeliveryRow>(DUE, { webhook_id, now, limit });
  for (const { delivery_id } of due) await tx.run(CLAIM, { delivery_id, until, owner });
  return due;
}

const SETTLE = changes('webhook_deliveries', 'delivery_id')`
  UPDATE webhook_deliveries SET ${deliveries.changes}, claimed_until = 0, claimed_by = NULL
  WHERE store_id = :store_id AND delivery_id = :delivery_id AND status = 'pending'
    AND claimed_by = :owner`;

/** Returns 0 when somebody else has taken it over meanwhile. */
export const settleDelivery = (tx: Tx, row: DeliveryRow, owner: string) =>
  tx.run(SETTLE, { ...row, owner });

const FILTERS = ['webhook_id', 'event_id', 'status'] as const;

const LIST = {
  select: deliveries.select,
  alias: 'd',
  names: FILTERS,
  table: 'webhook_deliveries',
  key: 'delivery_id',
};

export const listDeliveryRows = (
  reader: Reader,
  filter: Filter<(typeof FILTERS)[number]>,
  range: { before: string; limit: number },
) => listFiltered<DeliveryRow, (typeof FILTERS)[number]>(reader, LIST, filter, range);

const FIND = `${deliveries.select} AND d.delivery_id = :delivery_id`;

export const findDelivery = (reader: Reader, delivery_id: string) =>
  reader.maybe<DeliveryRow>(FIND, { delivery_id });

const FAILED = ` AND d.delivery_id >= :from AND d.delivery_id < :before
  ORDER BY d.delivery_id LIMIT :limit`;

// Those that are being sent now are due already, so they are not among them.
const PUT_OFF = `${deliveries.select} AND d.webhook_id = :webhook_id AND d.status = 'pending'
    AND d.has_turn = 1 AND d.next_attempt_at > :now AND d.attempts > 0
    AND d.delivery_id || '' >= :from AND d.delivery_id || '' < :before
  ORDER BY d.next_attempt_at, d.sequence LIMIT :limit`;

interface FailedRange {
  webhook_id: string;
  /** From this identifier on, up to before the other one. */
  from: string;
  before: string;
  limit: number;
}

/**
 * Deliveries whose last attempt failed: those that were given up first, then those that wait to be
 * tried again. The webhook must be locked.
 */
export async function listFailedDeliveries(tx: Tx, { now, ...range }: FailedRange & Now) {
  const filter = { webhook_id: range.webhook_id, status: 'failed' };
  const names = ['webhook_id', 'status'] as const;
  // Many may have failed elsewhere, or have arrived here: they are not looked through.
  const by = await findNarrowest(tx, { ...LIST, names }, filter, { ...range, order: 'oldest' });
  const { sql, values } = selectFiltered(LIST, filter, by.names);
  const failed = await tx.all<DeliveryRow>(sql + FAILED, { ...range, ...values });
  const limit = range.limit - failed.length;
  if (limit === 0) return failed;
  return [...failed, ...(await tx.all<DeliveryRow>(PUT_OFF, { ...range, limit, now }))];
}

interface Now {
  now: number;
}

const TRY_NOW = changes('webhook_deliveries', 'delivery_id')`
  UPDATE webhook_deliveries SET status = 'pending', has_turn = 1, next_attempt_at = :now,
    created_at = :now
  WHERE store_id = :store_id AND delivery_id = :delivery_id AND attempts = :attempts
    AND (status = 'failed' OR (status = 'pending' AND next_attempt_at > :now))`;

/** It is tried now, and from now on for three days. Returns 0 when it was taken up meanwhile. */
export const tryNow = (
  tx: Tx,
  { delivery_id, attempts }: Pick<DeliveryRow, 'delivery_id' | 'attempts'>,
  now: number,
) => tx.run(TRY_NOW, { delivery_id, attempts, now });

const RESTART = changes('webhook_deliveries', 'webhook_id')`
  UPDATE webhook_deliveries SET next_attempt_at = :now, claimed_until = 0, created_at = :now
  WHERE store_id = :store_id AND webhook_id = :webhook_id AND status = 'pending'`;

/** Pending deliveries of an endpoint that was enabled again are tried from now on, for three days. */
export const restartDeliveries = (tx: Tx, restart: { webhook_id: string; now: number }) =>
  tx.run(RESTART, restart);

const GIVE_MISSED_TURNS = changes('webhook_deliveries')`
  UPDATE webhook_deliveries SET has_turn = 1 WHERE (store_id, delivery_id) IN (
    SELECT d.store_id, d.delivery_id FROM webhook_deliveries d
    WHERE d.status = 'pending' AND d.has_turn = 0 AND NOT EXISTS (
      SELECT 1 FROM webhook_deliveries e
      WHERE e.store_id = d.store_id AND e.webhook_id = d.webhook_id AND e.subject = d.subject
        AND e.sequence < d.sequence AND e.status = 'pending' AND e.attempts = 0
        AND e.is_replay = 0)
    LIMIT :most)`;

/** In all stores. An older version of Kassa on the same database does not pass turns on. */
export const giveMissedTurns = (tx: Tx, most: number) => tx.run(GIVE_MISSED_TURNS, { most });

const FORGET = changes('webhook_deliveries')`
  DELETE FROM webhook_deliveries WHERE (store_id, delivery_id) IN (
    SELECT d.store_id, d.delivery_id FROM webhook_deliveries d
    WHERE d.status <> 'pending' AND d.created_at <= :before LIMIT :most)`;

export const deleteOldDeliveries = (tx: Tx, before: number, most: number) =>
  tx.run(FORGET, { before, most });

const FORGET_DELETED = changes('webhook_deliveries').reads('webhooks')`
  DELETE FROM webhook_deliveries WHERE (store_id, delivery_id) IN (
    SELECT d.store_id, d.delivery_id FROM webhooks w
    JOIN webhook_deliveries d ON d.store_id = w.store_id AND d.webhook_id = w.webhook_id
    WHERE w.deleted_at IS NOT NULL LIMIT :most)`;

/** Those of endpoints that were deleted. */
export const deleteDeliveriesOfDeletedWebhooks = (tx: Tx, most: number) =>
  tx.run(FORGET_DELETED, { most });
