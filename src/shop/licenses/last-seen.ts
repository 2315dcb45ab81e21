import { HOUR_MS } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { InstanceRow } from './license.rules.ts';
import { saveLastSeen } from './license.sql.ts';

/**
 * When instances were last seen. Held in memory and written in batches, so that a validation does
 * not have to write to the disk. A power cut loses at most the last hour of these times.
 */
export interface LastSeen {
  noteSeen(store_id: string, instance: InstanceRow, at: number): void;
  /** Remembers what other processes have seen, which they store. */
  rememberSeen(seen: DeviceSeen[]): void;
  /** When the instance was last seen, whether or not that is already in the database. */
  lastSeenAt(instance: InstanceRow): number;
  /** Writes times that differ from the database by an hour or more; with `is_last`, all of them. */
  flush(options?: { is_last: boolean }): Promise<void>;
}

/** An instance that was seen more recently than this is not noted again. */
const PRECISION_MS = 60_000;
/** A row that is at most this old is not written again: a write costs more than a validation. */
const WRITTEN_MS = HOUR_MS;
/** By then, another process has stored what it has seen. */
const ELSEWHERE_MS = 2 * WRITTEN_MS;
const BATCH = 200;
const UNWRITTEN_MAX = 200_000;

export interface DeviceSeen {
  store_id: string;
  license_id: string;
  instance_id: string;
  at: number;
  written_at: number;
}

interface Seen extends DeviceSeen {
  /** Another process stores it. It is kept here for as long as that may take. */
  is_elsewhere: boolean;
}

/** `announce` gets what this process has seen, for the others. */
export function createLastSeen(db: Database, announce?: (seen: DeviceSeen) => void): LastSeen {
  const unwritten = new Map<string, Seen>();
  let newest = 0;

  function keep(seen: Seen): void {
    // When full, drop the oldest entry.
    if (unwritten.size >= UNWRITTEN_MAX) unwritten.delete(unwritten.keys().next().value ?? '');
    unwritten.set(seen.instance_id, seen);
    newest = Math.max(newest, seen.at);
  }

  const lastSeenAt = ({ instance_id, last_validated_at }: InstanceRow): number =>
    Math.max(last_validated_at, unwritten.get(instance_id)?.at ?? 0);

  return {
    lastSeenAt,
    noteSeen(store_id, instance, at) {
      if (at - lastSeenAt(instance) < PRECISION_MS) return;
      const { license_id, instance_id, last_validated_at: written_at } = instance;
      const seen = { store_id, license_id, instance_id, at, written_at };
      keep({ ...seen, is_elsewhere: false });
      announce?.(seen);
    },
    rememberSeen(seen) {
      for (const device of seen) keep({ ...device, is_elsewhere: true });
    },
    async flush({ is_last } = { is_last: false }) {
      for (const { is_elsewhere, at, instance_id } of unwritten.values()) {
        if (is_elsewhere && newest - at >= ELSEWHERE_MS) unwritten.delete(instance_id);
      }
      const due = [...unwritten.values()].filter(
        ({ at, written_at, is_elsewhere }) =>
          !is_elsewhere && (is_last || at - written_at >= WRITTEN_MS),
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
