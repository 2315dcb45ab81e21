import type { Database } from '../db/database.ts';
import type { InstanceRow } from './license.rules.ts';
import { saveSeen } from './license.sql.ts';

/**
 * When instances were last seen, kept in memory and written now and then: a validation is no
 * durable write. What a power cut takes with it is a few seconds of these instants, nothing else.
 */
export interface LastSeen {
  note(store_id: string, instance: InstanceRow, at: number): void;
  /** The instance as it is known here, written or not. */
  known(instance: InstanceRow): InstanceRow;
  /** What is not written yet. */
  seenAt(instance_id: string): number | undefined;
  /** Writes what is not written. */
  flush(): Promise<void>;
}

/** An instance that was seen less long ago is not noted again. */
const PRECISION_MS = 60_000;
const BATCH = 200;
const UNWRITTEN_MAX = 200_000;

export function createLastSeen(db: Database): LastSeen {
  const unwritten = new Map<string, { store_id: string; at: number }>();

  const known = (instance: InstanceRow): InstanceRow => {
    const at = unwritten.get(instance.instance_id)?.at ?? 0;
    return at > instance.last_validated_at ? { ...instance, last_validated_at: at } : instance;
  };

  return {
    known,
    seenAt: (instance_id) => unwritten.get(instance_id)?.at,
    note(store_id, instance, at) {
      if (at - known(instance).last_validated_at < PRECISION_MS) return;
      if (unwritten.size < UNWRITTEN_MAX) unwritten.set(instance.instance_id, { store_id, at });
    },
    async flush() {
      const by_store = Map.groupBy(unwritten, ([, { store_id }]) => store_id);
      for (const [store_id, seen] of by_store) {
        for (let from = 0; from < seen.length; from += BATCH) {
          const some = seen.slice(from, from + BATCH);
          await db.write({ store_id }, async (tx) => {
            for (const [instance_id, { at }] of some) await saveSeen(tx, { instance_id, at });
          });
          for (const [instance_id, { at }] of some) {
            if (unwritten.get(instance_id)?.at === at) unwritten.delete(instance_id);
          }
        }
      }
    },
  };
}
