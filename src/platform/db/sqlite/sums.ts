import type { Values } from '../database.ts';

/** What the writes of a batch add to rows of sums, added up until the batch is committed. */
export interface SumsOfBatch {
  add(sql: string, key: Values, sums: Record<string, number>): void;
  /** Returns a function that undoes everything after this call. */
  mark(): () => void;
  clear(): void;
  flush(run: (sql: string, values: Values) => void): void;
}

interface Row {
  sql: string;
  key: Values;
  sums: Record<string, number>;
}

/** In a busy shop most purchases of a batch add to the same day: its row is written once. */
export function createSums(): SumsOfBatch {
  let rows = new Map<string, Row>();
  // Texts are long: rows are named after their numbers.
  const texts = new Map<string, number>();
  return {
    add(sql, key, sums) {
      const text = texts.get(sql) ?? texts.size;
      if (text === texts.size) texts.set(sql, text);
      const id = `${text} ${Object.values(key).join(' ')}`;
      const row = rows.get(id);
      // A row is never changed in place: a mark may still have it.
      rows.set(id, { sql, key, sums: row ? total(row.sums, sums) : sums });
    },
    mark() {
      const before = new Map(rows);
      return () => {
        rows = before;
      };
    },
    clear: () => rows.clear(),
    flush(run) {
      for (const { sql, key, sums } of rows.values()) run(sql, { ...key, ...sums });
      rows.clear();
    },
  };
}

function total(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const both = { ...a };
  for (const name in b) both[name] = (both[name] ?? 0) + (b[name] ?? 0);
  return both;
}
