import { HOUR_MS } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import type { InstanceRow } from './license.rules.ts';
import { saveSeen } from './license.sql.ts';

/**
 * When instances were last seen, kept in memory and written now and then: a validation is no
 * durable write. What a power cut takes with it is an hour of these instants at most, nothing else.
 */
export interface LastSeen {
  note(store_id: string, instance: InstanceRow, at: number): void;
  /** When the instance was last seen, written or not. */
  lastSeenAt(instance: InstanceRow): number;
  /** Writes what has changed by an hour or more; all of it at the end. */
  flush(how?: { is_last: boolean }): Promise<void>;
}

/** An instance that was seen less long ago is not noted again. */
const PRECISION_MS = 60_000;
/** One whose row says so is not written again: a row somewhere costs more than the validation. */
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
    note(store_id, instance, at) {
      if (at - lastSeenAt(instance) < PRECISION_MS) return;
      const { license_id, instance_id, last_validated_at: written_at } = instance;
      // Oldest first: those that are behind by an hour are written within seconds.
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
            for (const one of some) await saveSeen(tx, one);
          });
          for (const one of some) {
            if (unwritten.get(one.instance_id) === one) unwritten.delete(one.instance_id);
          }
        }
      }
    },
  };
}
