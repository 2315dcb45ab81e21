import assert from 'node:assert/strict';
import type { Scope, Value, Values } from './database.ts';

/** SQL with named parameters in the engine's numbered form. */
export interface Statement {
  text: string;
  names: string[];
}

/** Translates `:name` once per text; `mark` is the engine's sign for numbered parameters. */
export function statements(mark: '?' | '$', rewrite = (sql: string) => sql) {
  const known = new Map<string, Statement>();
  return (sql: string): Statement => {
    const found = known.get(sql);
    if (found) return found;
    const names: string[] = [];
    const text = rewrite(sql).replace(PARAMETER, (all, name?: string) => {
      if (name === undefined) return all;
      if (!names.includes(name)) names.push(name);
      return `${mark}${names.indexOf(name) + 1}`;
    });
    known.set(sql, { text, names });
    return { text, names };
  };
}

// Quoted text and PostgreSQL's :: casts are skipped.
const PARAMETER = /'(?:[^']|'')*'|::\w+|:([a-z_]+)/g;

export function bind(statement: Statement, scope: Scope, values: Values): Value[] {
  return statement.names.map((name) => {
    const value = scope !== null && name === 'store_id' ? scope.store_id : values[name];
    assert(value !== undefined, `parameter :${name} has no value`);
    return value;
  });
}

/** A statement that does not name the store could reach another seller's rows: refuse to run it. */
export function assertScoped(statement: Statement, scope: Scope): void {
  assert(
    scope === null || statement.names.includes('store_id'),
    `no :store_id in ${statement.text}`,
  );
}
