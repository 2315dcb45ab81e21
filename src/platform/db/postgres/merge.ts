import type { Value } from '../database.ts';
import { ofStatement, type Statement } from '../statement.ts';
import type { Query } from './query.ts';
import { rowsOf } from './statement-rows.ts';

/** One statement in place of several that differ in their values alone. */
export interface Merged {
  text: string;
  name: string;
}

/** How a statement is merged with others of its kind, and what is known of its values. */
export interface Mergeable {
  kind: 'look-up' | 'insert' | 'update';
  /** A letter for each value: `t`ext or `b`igint, or `n` as long as there was nothing but NULL. */
  types: string;
  /** Positions of values that no two of them may have in common, or they would meet. */
  apart: readonly number[];
  merged?: Merged | undefined;
  /** PostgreSQL did not take the merged statement. */
  is_refused: boolean;
}

/** Undefined if the statement has to be sent by itself. */
export function mergeableOf({ statement, returns }: Query): Mergeable | undefined {
  if (returns === 'all' && !isShortList(statement)) return undefined;
  const found = returns === 'count' ? changeOf(statement) : lookUpOf(statement);
  return found?.is_refused ? undefined : found;
}

const mergeable = (
  kind: Mergeable['kind'],
  { names }: Statement,
  apart: readonly number[] = [],
): Mergeable | undefined =>
  names.length === 0
    ? undefined
    : { kind, types: 'n'.repeat(names.length), apart, is_refused: false };

const lookUpOf = ofStatement((statement): Mergeable | undefined => {
  const { text } = statement;
  const is_plain = /^\s*SELECT\b/.test(text) && !/\bOFFSET\b|\bSKIP LOCKED\b|\bINTO\b/.test(text);
  return is_plain ? mergeable('look-up', statement) : undefined;
});

const changeOf = ofStatement((statement): Mergeable | undefined => {
  const { text } = statement;
  const rows = rowsOf(statement);
  const [touch, ...others] = rows?.touches ?? [];
  if (!touch || others.length > 0 || !rows?.writes || touch.counts_up) return undefined;
  const apart = touch.equals.map(({ at }) => at);
  const [insert, , , conflict] = INSERT.exec(text) ?? [];
  if (insert !== undefined && conflict === undefined) return mergeable('insert', statement);
  if (apart.length === 0) return undefined;
  if (insert !== undefined) return mergeable('insert', statement, apart);
  const is_update = UPDATE.test(text) && !/\bRETURNING\b/.test(text);
  return is_update ? mergeable('update', statement, apart) : undefined;
});

/** Whether a list has a fixed number of rows at most: it is then looked up with others. */
export const isShortList = ofStatement(
  ({ sql }) => /\bLIMIT \d{1,2}\s*$/.test(sql) && /^\s*SELECT\b/.test(sql),
);

/** Takes note of the types of these values. False if they do not go with those seen before. */
export function learn(mergeable: Mergeable, values: readonly Value[]): boolean {
  let { types } = mergeable;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value === null) continue;
    const type = typeof value === 'string' ? 't' : 'b';
    if (type === 'b' && !Number.isInteger(value)) return false;
    if (types[at] === type) continue;
    if (types[at] !== 'n') return false;
    types = `${types.slice(0, at)}${type}${types.slice(at + 1)}`;
  }
  if (types !== mergeable.types) {
    mergeable.types = types;
    mergeable.merged = undefined;
  }
  return true;
}

/** The statement for many rows of values, which are given as arrays. */
export function mergedOf(statement: Statement, mergeable: Mergeable): Merged | undefined {
  const { kind, types } = mergeable;
  // What is asked of NULL depends on its type.
  if (kind === 'look-up' && types.includes('n')) return undefined;
  mergeable.merged ??= {
    text: MERGE[kind](statement.text, types),
    // A column that was NULL so far may get its type later: that is another text.
    name: `${statement.name}_${kind[0]}${types.replaceAll('n', '').length}`,
  };
  return mergeable.merged;
}

const MERGE: Record<Mergeable['kind'], (text: string, types: string) => string> = {
  // The statement runs for each row of values, and the first column of the result says for which.
  // OFFSET 0 keeps PostgreSQL from rewriting the inner statement, so that it is planned as if it
  // stood alone.
  'look-up': (text, types) => `SELECT given.n, found.* FROM ${given(types, true)}
    CROSS JOIN LATERAL (${filled(text, types)} OFFSET 0) found`,
  insert(text, types) {
    const [, head = '', row = '', tail = ''] = INSERT.exec(text) ?? [];
    return `${head} SELECT ${filled(row, types)} FROM ${given(types, false)}${tail}`;
  },
  update(text, types) {
    const at = text.search(/\sWHERE\s/); // Of one table, so there is one alone.
    return `${filled(text.slice(0, at), types)} FROM ${given(types, true)}
      ${filled(text.slice(at), types)} RETURNING given.n`;
  },
};

/** Values that were NULL so far are not sent. */
function given(types: string, is_numbered: boolean): string {
  const arrays: string[] = [];
  const columns: string[] = [];
  for (const [at, type] of [...types].entries()) {
    if (type === 'n') continue;
    columns.push(`p${at + 1}`);
    arrays.push(`$${columns.length}::${type === 't' ? 'text' : 'bigint'}[]`);
  }
  const numbered = is_numbered ? ' WITH ORDINALITY' : '';
  if (is_numbered) columns.push('n');
  return `unnest(${arrays.join(', ')})${numbered} AS given (${columns.join(', ')})`;
}

const filled = (text: string, types: string): string =>
  text.replace(/\$(\d+)/g, (_, number: string) =>
    types[Number(number) - 1] === 'n' ? 'NULL' : `given.p${number}`,
  );

/** Whether no two rows have the same values in these places. */
export function areApart(rows: readonly Value[][], places: readonly number[]): boolean {
  if (places.length === 0) return true;
  // No text in PostgreSQL has a zero in it.
  const seen = new Set(rows.map((row) => places.map((at) => row[at]).join('\0')));
  return seen.size === rows.length;
}

/**
 * An INSERT that adds its row, or changes the one that is there, whatever it is like. A row of values
 * has parameters and literals alone.
 */
const INSERT =
  /^\s*(INSERT INTO \w+\s+\([^)]*\)\s+)VALUES\s+\(([^()]*)\)(\s+ON CONFLICT \([^)]*\) DO UPDATE\s+SET (?:(?!\b(?:WHERE|RETURNING)\b|\$)[^'])*)?\s*$/;

const UPDATE = /^\s*UPDATE \w+\s+SET\s/;
