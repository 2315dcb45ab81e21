import type { EventRow } from '../core/events.ts';
import type { Tx } from '../db/database.ts';

const INSERT = `
  INSERT INTO events (store_id, sequence, event_id, type, data, created_at)
  VALUES (:store_id, :sequence, :event_id, :type, :data, :created_at)`;

export const insertEvent = (tx: Tx, event: EventRow) => tx.run(INSERT, { ...event });
