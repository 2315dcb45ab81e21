import { changes } from './rows.ts';

/** A table of sums, to which transactions add when they end. */
export interface SumTable {
  table: string;
  /** What finds a row, after store_id. */
  key: readonly string[];
  /** What is written once, when the row is made. */
  fixed: readonly string[];
}

/** What is added to a row, by column. */
export type SumsOfRow = Record<string, number>;

const texts = new WeakMap<SumTable, Map<string, string>>();

/** Adds to these columns of a row, which is made if it is new. There are few texts for a table. */
export function sumText(into: SumTable, columns: Iterable<string>): string {
  const names = [...columns].sort();
  const known = texts.get(into) ?? new Map<string, string>();
  const text = known.get(names.join()) ?? makeText(into, names);
  texts.set(into, known.set(names.join(), text));
  return text;
}

function makeText({ table, key, fixed }: SumTable, names: string[]): string {
  const found_by = ['store_id', ...key];
  const columns = [...found_by, ...fixed, ...names];
  return changes(table, ...found_by)`INSERT INTO ${table} (${columns.join(', ')})
    VALUES (${columns.map((name) => `:${name}`).join(', ')})
    ON CONFLICT (${found_by.join(', ')}) DO UPDATE
    SET ${names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;
}
