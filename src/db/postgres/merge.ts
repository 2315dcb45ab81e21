import type { Value } from '../database.ts';
import type { Statement } from '../statement.ts';

/** One statement in place of several that differ in their values alone. */
export interface Merged {
  text: string;
  name: string;
}

/** Rows that one INSERT adds. One size, so that there is one more text to prepare. */
export const INSERTED_TOGETHER = 8;

/**
 * Looks up many rows at once: the statement runs for each row of values, which are given as arrays.
 * The first column of the result says for which. OFFSET 0 keeps PostgreSQL from rewriting the inner
 * statement, so that it is planned as if it stood alone.
 */
export function mergedLookUp(statement: Statement, types: string): Merged | undefined {
  const { text, name } = statement;
  if (!/^\s*SELECT\b/.test(text) || /\bOFFSET\b|\bSKIP LOCKED\b|\bINTO\b/.test(text))
    return undefined;
  const arrays = [...types].map((type, at) => `$${at + 1}::${type === 't' ? 'text' : 'bigint'}[]`);
  const columns = [...types].map((_, at) => `p${at + 1}`);
  const inner = text.replace(/\$(\d+)/g, 'given.p$1');
  return {
    name: `${name}_${types}`,
    text: `SELECT given.n, found.* FROM unnest(${arrays.join(', ')}) WITH ORDINALITY
      AS given (${[...columns, 'n'].join(', ')}) CROSS JOIN LATERAL (${inner} OFFSET 0) found`,
  };
}

/** A letter for the type of each value: all columns are text or bigint. Undefined with a NULL. */
export function typesOf(values: readonly Value[]): string | undefined {
  let types = '';
  for (const value of values) {
    if (value === null || (typeof value === 'number' && !Number.isInteger(value))) return undefined;
    types += typeof value === 'string' ? 't' : 'b';
  }
  return types === '' ? undefined : types;
}

/** The values of several rows as one array of PostgreSQL for each column. */
export const columnArrays = (rows: readonly Value[][]): string[] =>
  (rows[0] ?? []).map((_, at) => `{${rows.map((row) => element(row[at])).join()}}`);

const element = (value: Value | undefined): string =>
  typeof value === 'number' ? String(value) : `"${String(value).replace(/["\\]/g, '\\$&')}"`;

/**
 * Adds several rows with one statement. Only for an INSERT that adds its row, or changes the one that
 * is there, whatever it is like. Two rows with the same key may not be among them.
 */
export function mergedInsert({ text, name, names }: Statement): Merged | undefined {
  const [all, head = '', row = '', tail = ''] = INSERT.exec(text) ?? [];
  if (all === undefined) return undefined;
  const rows = Array.from({ length: INSERTED_TOGETHER }, (_, at) =>
    row.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + at * names.length}`),
  );
  return { name: `${name}_x`, text: `${head}${rows.join(', ')}${tail}` };
}

const INSERT =
  /^\s*(INSERT INTO \w+\s+\([^)]*\)\s+VALUES\s+)(\([^()]*\))(\s+ON CONFLICT \([^)]*\) DO UPDATE\s+SET (?:(?!\b(?:WHERE|RETURNING)\b|\$)[^'])*)?\s*$/;
