import { HOUR_MS } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import type { InstanceRow } from './license.rules.ts';
import { saveLastSeen } from './license.sql.ts';

/**
 * When instances were last seen. Held in memory and written in batches, so that a validation does
 * not have to write to the disk. A power cut loses at most the last hour of these times.
 */
export interface LastSeen {
  noteSeen(store_id: string, instance: InstanceRow, at: number): void;
  /** When the instance was last seen, whether or not that is already in the database. */
  lastSeenAt(instance: InstanceRow): number;
  /** Writes times that differ from the database by an hour or more; with `is_last`, all of them. */
  flush(how?: { is_last: boolean }): Promise<void>;
}

/** An instance that was seen more recently than this is not noted again. */
const PRECISION_MS = 60_000;
/** A row that is at most this old is not written again: a write costs more than a validation. */
const WRITTEN_MS = HOUR_MS;
const BATCH = 200;
const UNWRITTEN_MAX = 200_000;

interface Seen {
  store_id: string;
  license_id: string;
  instance_id: string;
  at: number;
  written_at: number;
}

export function createLastSeen(db: Database): LastSeen {
  const unwritten = new Map<string, Seen>();

  const lastSeenAt = ({ instance_id, last_validated_at }: InstanceRow): number =>
    Math.max(last_validated_at, unwritten.get(instance_id)?.at ?? 0);

  return {
    lastSeenAt,
    noteSeen(store_id, instance, at) {
      if (at - lastSeenAt(instance) < PRECISION_MS) return;
      const { license_id, instance_id, last_validated_at: written_at } = instance;
      // When full, drop the oldest entry.
      if (unwritten.size >= UNWRITTEN_MAX) unwritten.delete(unwritten.keys().next().value ?? '');
      unwritten.set(instance_id, { store_id, license_id, instance_id, at, written_at });
    },
    async flush({ is_last } = { is_last: false }) {
      const due = [...unwritten.values()].filter(
        ({ at, written_at }) => is_last || at - written_at >= WRITTEN_MS,
      );
      for (const [store_id, seen] of Map.groupBy(due, ({ store_id }) => store_id)) {
        for (let from = 0; from < seen.length; from += BATCH) {
          const some = seen.slice(from, from + BATCH);
          await db.write({ store_id }, async (tx) => {
            for (const one of some) await saveLastSeen(tx, one);
          });
          for (const one of some) {
            if (unwritten.get(one.instance_id) === one) unwritten.delete(one.instance_id);
          }
        }
      }
    },
  };
}
