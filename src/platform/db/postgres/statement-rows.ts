import { declaredOf, type Rows } from '../rows.ts';
import { ofStatement } from '../statement.ts';

/** Rows that a statement uses, found by the values at these places. */
export interface Touch {
  table: string;
  kind: Rows['kind'];
  equals: readonly { column: string; at: number }[];
  /** Others that take numbers from the same row need not wait: see `counting`. */
  counts_up: boolean;
}

export interface StatementRows {
  touches: readonly Touch[];
  /** It declares nothing: it may read any row. */
  is_any: boolean;
  /** Whether it locks or changes rows that may be there already. A new row is nobody else's. */
  takes_rows: boolean;
  writes: boolean;
  locks: boolean;
}

/**
 * Which rows a statement uses, as it declares beside its text (`db/rows.ts`). Undefined for a change
 * that declares nothing: its write is run alone.
 */
export const rowsOf = ofStatement(({ sql, names }): StatementRows | undefined => {
  const { rows, counters } = declaredOf(sql) ?? { rows: [], counters: [] };
  const has = (...kinds: Rows['kind'][]) => rows.some(({ kind }) => kinds.includes(kind));
  const is_any = rows.length === 0;
  if (is_any && !READ.test(sql)) return undefined;
  return {
    touches: rows.map(({ table, kind, columns }) => ({
      table,
      kind,
      counts_up: counters.length > 0,
      equals: columns.map(({ column, parameter }) => ({ column, at: names.indexOf(parameter) })),
    })),
    is_any,
    takes_rows: has('locks', 'changes'),
    writes: has('changes', 'adds'),
    locks: has('locks'),
  };
});

/** What neither changes nor locks rows need not declare any. */
const READ = /^\s*(?:SELECT|WITH)\b(?![\s\S]*\b(?:UPDATE|INSERT|DELETE)\b)/;
