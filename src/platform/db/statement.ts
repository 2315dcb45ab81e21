import type { Scope, Value, Values } from './database.ts';

/** SQL with named parameters in the engine's own form. */
export interface Statement {
  /** As it was written, with `:name`. */
  sql: string;
  text: string;
  /** Short and unique: PostgreSQL keeps a prepared statement under this name. */
  name: string;
  names: string[];
  is_scoped: boolean;
  valuesOf: (scope: Scope, values: Values) => (Value | undefined)[];
}

/** Makes a function that turns `:name` into parameters (`$1`, or `?`), once per SQL text. */
export function createTranslator(mark: '?' | '$', rewrite = (sql: string) => sql) {
  const known = new Map<string, Statement>();
  return (sql: string): Statement => {
    const existing = known.get(sql);
    if (existing) return existing;
    const names: string[] = [];
    const text = rewrite(sql).replace(PARAMETER, (all, name?: string) => {
      if (name === undefined) return all;
      // node:sqlite looks up every numbered place by going through all of them: unnumbered ones
      // are bound in order, so a name that stands twice has its value twice.
      if (mark === '?' || !names.includes(name)) names.push(name);
      if (mark === '?') return mark;
      return `${mark}${names.indexOf(name) + 1}`;
    });
    const is_scoped = names.includes('store_id');
    const name = `s${known.size}`;
    const statement = { sql, text, name, names, is_scoped, valuesOf: valuesReader(names) };
    known.set(sql, statement);
    return statement;
  };
}

/** Makes something of each statement once: there are as many as the program has texts. */
export function ofStatement<Made>(
  make: (statement: Statement) => Made,
): (statement: Statement) => Made {
  const known = new WeakMap<Statement, { made: Made }>();
  return (statement) => {
    const found = known.get(statement);
    if (found) return found.made;
    const made = make(statement);
    known.set(statement, { made });
    return made;
  };
}

// Quoted text and PostgreSQL's :: casts are skipped.
const PARAMETER = /'(?:[^']|'')*'|::\w+|:([a-z_]+)/g;

// A generated function reads the values by name, which is faster than a loop. The names come from
// our own static SQL, never from a request.
function valuesReader(names: string[]): Statement['valuesOf'] {
  const reads = names.map((name) =>
    name === 'store_id' ? '(scope === null ? values.store_id : scope.store_id)' : `values.${name}`,
  );
  const body = `return [${reads.join(', ')}]`;
  return new Function('scope', 'values', body) as Statement['valuesOf'];
}

export function bind(statement: Statement, scope: Scope, values: Values): Value[] {
  const found = statement.valuesOf(scope, values);
  const missing = found.indexOf(undefined);
  if (missing === -1) return found as Value[];
  throw new Error(`parameter :${statement.names[missing]} has no value`);
}

/** Refuses a statement without `:store_id`, which could read or change the rows of other stores. */
export function assertScoped(statement: Statement, scope: Scope): void {
  if (scope === null || statement.is_scoped) return;
  throw new Error(`no :store_id in ${statement.text}`);
}
