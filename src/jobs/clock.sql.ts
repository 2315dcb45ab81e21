import type { Reader, Tx } from '../platform/db/database.ts';
import { changes } from '../platform/db/rows.ts';

const CLAIM = changes('stores', 'store_id')`
  UPDATE stores SET clock_claimed_until = :until, clock_claimed_by = :owner
  WHERE store_id = :store_id AND clock_claimed_until <= :wall`;

/** Takes the right to move the clock until then; returns 0 when somebody else has it. */
export const claimClock = (tx: Tx, claim: { wall: number; until: number; owner: string }) =>
  tx.run(CLAIM, claim);

const SET = changes('stores', 'store_id')`
  UPDATE stores SET clock_ahead_ms = :clock_ahead_ms, clock_claimed_until = :until
  WHERE store_id = :store_id AND clock_ahead_ms <= :clock_ahead_ms
    AND clock_claimed_by = :owner`;

// A payment that is under way is at a provider whose clock may be another one.
const COUNT_MOVE = changes('transactions', 'store_id')`
  UPDATE transactions SET clock_moved_ms = clock_moved_ms + :moved_ms
  WHERE store_id = :store_id AND status = 'pending'`;

/** Moves the clock, never backwards; returns 0 when somebody else has the right to move it. */
export async function setClock(
  tx: Tx,
  clock: { clock_ahead_ms: number; until: number; owner: string },
): Promise<number> {
  const moved_ms = clock.clock_ahead_ms - (await clockAhead(tx));
  const is_moved = await tx.run(SET, clock);
  if (is_moved === 1 && moved_ms > 0) await tx.run(COUNT_MOVE, { moved_ms });
  return is_moved;
}

const FIND_MOVE = 'SELECT clock_move FROM stores WHERE store_id = :store_id';

/** The current or last move of the clock. */
export interface Move {
  request_key: string | null;
  target: number;
  /** The sequence of the last event before the move. */
  after: number;
}

export async function findMove(reader: Reader): Promise<Move | undefined> {
  const found = await reader.maybe<{ clock_move: string | null }>(FIND_MOVE);
  return found?.clock_move ? JSON.parse(found.clock_move) : undefined;
}

const SAVE_MOVE = changes('stores', 'store_id')`
  UPDATE stores SET clock_move = :move WHERE store_id = :store_id`;

export const saveMove = (tx: Tx, move: Move) => tx.run(SAVE_MOVE, { move: JSON.stringify(move) });

const RELEASE = changes('stores', 'store_id')`
  UPDATE stores SET clock_claimed_until = 0, clock_claimed_by = NULL
  WHERE store_id = :store_id AND clock_claimed_by = :owner`;

export const releaseClock = (tx: Tx, owner: string) => tx.run(RELEASE, { owner });

const AHEAD = 'SELECT clock_ahead_ms FROM stores WHERE store_id = :store_id';

export const clockAhead = async (reader: Reader): Promise<number> =>
  (await reader.maybe<{ clock_ahead_ms: number }>(AHEAD))?.clock_ahead_ms ?? 0;

// The earliest of each kind, found with an index.
const NEXT_DUE = `SELECT
  (SELECT s.next_action_at FROM subscriptions s
    WHERE s.store_id = :store_id AND s.next_action_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM transactions t WHERE t.store_id = s.store_id
        AND t.subscription_id = s.subscription_id AND t.status = 'pending' AND t.type <> 'refund'
        AND t.attempts > 0)
    ORDER BY s.next_action_at LIMIT 1) AS subscription_due,
  (SELECT c.expires_at FROM checkouts c WHERE c.store_id = :store_id AND c.status = 'open'
    ORDER BY c.expires_at LIMIT 1) AS checkout_due,
  (SELECT t.next_attempt_at FROM transactions t
    WHERE t.store_id = :store_id AND t.status = 'pending'
    ORDER BY t.next_attempt_at LIMIT 1) AS transaction_due,
  (SELECT m.expiry_notice_at FROM payment_methods m
    WHERE m.store_id = :store_id AND m.expiry_notice_at IS NOT NULL
    ORDER BY m.expiry_notice_at LIMIT 1) AS card_due`;

/** When something becomes due next. */
export async function nextDue(reader: Reader): Promise<number | undefined> {
  const found = await reader.maybe<Record<string, number | null>>(NEXT_DUE);
  const dues = Object.values(found ?? {}).filter((due) => due !== null);
  return dues.length === 0 ? undefined : Math.min(...dues);
}

const LAST_EVENT = `
  SELECT COALESCE(MAX(sequence), 0) AS sequence FROM events WHERE store_id = :store_id`;

export const lastSequence = async (reader: Reader): Promise<number> =>
  (await reader.maybe<{ sequence: number }>(LAST_EVENT))?.sequence ?? 0;

const EVENTS = `
  SELECT sequence, type, data, created_at FROM events
  WHERE store_id = :store_id AND sequence > :after AND sequence <= :upto
  ORDER BY sequence LIMIT :limit`;

export const eventsBetween = (
  reader: Reader,
  stretch: { after: number; upto: number; limit: number },
) =>
  reader.all<{ sequence: number; type: string; data: string; created_at: number }>(EVENTS, stretch);
