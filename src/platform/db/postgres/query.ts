import type { Scope, Value, Values } from '../database.ts';
import { assertScoped, bind, createTranslator, type Statement } from '../statement.ts';

/** A statement with its values, and what of its answer is needed. */
export interface Query {
  statement: Statement;
  values: Value[];
  /** `one`: the first row at most. */
  returns: 'one' | 'all' | 'count';
  /** Sent by itself, though it could be one with others. */
  is_apart?: boolean;
  /** Changes one row or fails, so that in a batch nobody waits for the answer. */
  is_sure?: boolean;
  /** Whose changes keep their order, whatever they become one with. */
  owner?: object;
}

export interface Answer {
  rows: unknown[];
  count: number;
}

export type Outcome = PromiseSettledResult<Answer>;

// MATCH of SQLite's FTS5 is @@ in PostgreSQL. Referenced rows are never deleted and keys never
// change, so the weaker lock is enough: it does not block inserts of rows that refer to this one.
const translate = createTranslator('$', (sql) =>
  sql
    .replace('MATCH :match', '@@ CAST(:match AS tsquery)')
    .replace('FOR UPDATE', 'FOR NO KEY UPDATE'),
);

/** A statement as PostgreSQL takes it. */
export function queryOf(
  sql: string,
  values: Values,
  returns: Query['returns'],
  scope: Scope = null,
): Query {
  const statement = translate(sql);
  assertScoped(statement, scope);
  return { statement, values: bind(statement, scope, values), returns };
}
