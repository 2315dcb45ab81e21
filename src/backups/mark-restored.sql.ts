import type { Tx } from '../db/database.ts';

/** Far more than a shop has events between two backups; and as many as it ever had. */
const LEAP = 1_000_000;

const NOTE = `INSERT INTO event_leaps (store_id, after_sequence, next_sequence)
  SELECT c.store_id, c.last_sequence, 2 * c.last_sequence + ${LEAP} + 1
  FROM event_counters c JOIN stores s ON s.store_id = c.store_id WHERE c.last_sequence > 0`;
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

/** The next event of every store gets a number that none has had. */
export async function leapEvents(tx: Tx): Promise<void> {
  await tx.run(NOTE);
  // What has got everything goes on after the leap: it is not behind.
  await tx.run(LEAP_WEBHOOKS);
  await tx.run(LEAP_COUNTERS);
}
