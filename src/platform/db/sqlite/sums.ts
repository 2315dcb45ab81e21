import type { Values } from '../database.ts';
import { type SumsOfRow, type SumTable, sumText } from '../sums.ts';

/** What the writes of a batch add to rows of sums, added up until the batch is committed. */
export interface SumsOfBatch {
  add(into: SumTable, key: Values, sums: SumsOfRow): void;
  /** Returns a function that undoes everything after this call. */
  mark(): () => void;
  clear(): void;
  flush(run: (sql: string, values: Values) => void): void;
}

interface Row {
  into: SumTable;
  key: Values;
  sums: SumsOfRow;
}

/** In a busy shop most purchases of a batch add to the same day: its row is written once. */
export function createSums(): SumsOfBatch {
  let rows = new Map<string, Row>();
  return {
    add(into, key, sums) {
      const id = `${into.table} ${Object.values(key).join(' ')}`;
      const row = rows.get(id);
      // A row is never changed in place: a mark may still have it.
      rows.set(id, { into, key, sums: row ? total(row.sums, sums) : sums });
    },
    mark() {
      const before = new Map(rows);
      return () => {
        rows = before;
      };
    },
    clear: () => rows.clear(),
    flush(run) {
      for (const { into, key, sums } of rows.values()) {
        run(sumText(into, Object.keys(sums)), { ...key, ...sums });
      }
      rows.clear();
    },
  };
}

function total(a: SumsOfRow, b: SumsOfRow): SumsOfRow {
  const both = { ...a };
  for (const name in b) both[name] = (both[name] ?? 0) + (b[name] ?? 0);
  return both;
}
