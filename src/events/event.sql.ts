import type { Tx } from '../db/database.ts';

// The counter's row is locked until the end of the transaction, which follows at once: so the
// sequence has no gaps, and a later number is never visible before an earlier one.
const NUMBER = `
  INSERT INTO event_counters (store_id, last_sequence) VALUES (:store_id, :count)
  ON CONFLICT (store_id) DO UPDATE
  SET last_sequence = event_counters.last_sequence + excluded.last_sequence
  RETURNING last_sequence`;

export const takeEventNumbers = (tx: Tx, count: number) =>
  tx.maybe<{ last_sequence: number }>(NUMBER, { count });

const INSERT = `
  INSERT INTO events (store_id, sequence, event_id, type, data, created_at)
  VALUES (:store_id, :sequence, :event_id, :type, :data, :created_at)`;

export const insertEvent = (
  tx: Tx,
  event: { sequence: number; event_id: string; type: string; data: string; created_at: number },
) => tx.run(INSERT, event);
