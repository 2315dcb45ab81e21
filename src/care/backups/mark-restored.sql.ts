import type { Tx } from '../../platform/db/database.ts';
import { adds, changes, locks } from '../../platform/db/rows.ts';

/** Far more than a shop has events between two backups. */
const LEAP = 1_000_000;

const BEGIN = adds('event_counters').reads('stores')`
  INSERT INTO event_counters (store_id, last_sequence)
  SELECT s.store_id, 0 FROM stores s WHERE s.store_id = :store_id
    AND NOT EXISTS (SELECT 1 FROM event_counters c WHERE c.store_id = s.store_id)`;
const LOCK = locks('event_counters', 'store_id')`SELECT c.last_sequence FROM event_counters c
  WHERE c.store_id = :store_id FOR UPDATE`;
const NOTE = adds(
  'event_leaps',
  'store_id',
)`INSERT INTO event_leaps (store_id, after_sequence, next_sequence)
  VALUES (:store_id, :after, :next)`;
const LEAP_WEBHOOKS = changes('webhooks', 'store_id')`UPDATE webhooks SET last_sequence = :last
  WHERE store_id = :store_id AND last_sequence = :after`;
const LEAP_COUNTER = changes('event_counters', 'store_id')`
  UPDATE event_counters SET last_sequence = :last
  WHERE store_id = :store_id`;

/**
 * The next event of a store gets a number that none has had: the milliseconds of this restore
 * (`now`), so that it is higher after each restore, whichever backup that is of. Only a clock that
 * was put back has had later ones.
 */
export async function leapEvents(tx: Tx, now: number): Promise<void> {
  await tx.run(BEGIN);
  const counter = await tx.maybe<{ last_sequence: number }>(LOCK);
  if (!counter) throw new Error('a counter begins when it is locked');
  const { last_sequence: after } = counter;
  const next = after + 1 < now ? now : after + LEAP + 1;
  await tx.run(NOTE, { after, next });
  // What has got everything goes on after the leap: it is not behind.
  await tx.run(LEAP_WEBHOOKS, { after, last: next - 1 });
  await tx.run(LEAP_COUNTER, { last: next - 1 });
}
