import type { Tx } from '../db/database.ts';

/** Far more than a shop has events between two backups; and as many as it ever had. */
const LEAP = 1_000_000;

const BEGIN = `INSERT INTO event_counters (store_id, last_sequence)
  SELECT s.store_id, 0 FROM stores s
  WHERE NOT EXISTS (SELECT 1 FROM event_counters c WHERE c.store_id = s.store_id)`;
const FAR = `2 * c.last_sequence + ${LEAP} + 1`;
const NOTE = `INSERT INTO event_leaps (store_id, after_sequence, next_sequence)
  SELECT c.store_id, c.last_sequence, CASE WHEN ${FAR} < :now THEN :now ELSE ${FAR} END
  FROM event_counters c JOIN stores s ON s.store_id = c.store_id`;
const NEXT = `SELECT l.next_sequence - 1 FROM event_leaps l
  WHERE l.store_id = c.store_id AND l.after_sequence = c.last_sequence`;
const LEAP_WEBHOOKS = `UPDATE webhooks SET last_sequence = (
    SELECT l.next_sequence - 1 FROM event_leaps l
    WHERE l.store_id = webhooks.store_id AND l.after_sequence = webhooks.last_sequence)
  WHERE EXISTS (
    SELECT 1 FROM event_leaps l JOIN event_counters c ON c.store_id = l.store_id
    WHERE l.store_id = webhooks.store_id AND l.after_sequence = webhooks.last_sequence
      AND l.after_sequence = c.last_sequence)`;
const LEAP_COUNTERS = `UPDATE event_counters AS c SET last_sequence = (${NEXT})
  WHERE EXISTS (${NEXT})`;

/**
 * The next event of every store gets a number that none has had: the milliseconds of this restore
 * (`now`), so that it is higher after each restore, whichever backup that is of.
 */
export async function leapEvents(tx: Tx, now: number): Promise<void> {
  await tx.run(BEGIN);
  await tx.run(NOTE, { now });
  // What has got everything goes on after the leap: it is not behind.
  await tx.run(LEAP_WEBHOOKS);
  await tx.run(LEAP_COUNTERS);
}
