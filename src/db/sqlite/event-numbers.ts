import type { DatabaseSync } from 'node:sqlite';

export interface EventNumbers {
  /** The last of the `count` next numbers. */
  take(store_id: string, count: number): number;
  /** Returns what gives back all that is taken from now on. */
  mark(): () => void;
  clear(): void;
  /** Writes the counters that were raised. */
  flush(): void;
}

/**
 * How far each store has counted its events, in memory during a batch and written at its end:
 * raising the row for every event cost 7 µs each. A statement in a transaction would read what is
 * not yet written: there, only takeEventNumbers tells them.
 */
export function createEventNumbers(writer: DatabaseSync): EventNumbers {
  const read = writer.prepare('SELECT last_sequence FROM event_counters WHERE store_id = ?');
  const write = writer.prepare(`INSERT INTO event_counters (store_id, last_sequence) VALUES (?, ?)
    ON CONFLICT (store_id) DO UPDATE SET last_sequence = excluded.last_sequence`);
  let last = new Map<string, number>();

  return {
    take(store_id, count) {
      const before = last.get(store_id) ?? Number(read.get(store_id)?.last_sequence ?? 0);
      last.set(store_id, before + count);
      return before + count;
    },
    mark() {
      const before = new Map(last);
      return () => {
        last = before;
      };
    },
    clear: () => last.clear(),
    flush() {
      for (const [store_id, sequence] of last) write.run(store_id, sequence);
      last.clear();
    },
  };
}
