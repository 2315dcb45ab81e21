import assert from 'node:assert/strict';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Scope, Tx } from './database.ts';
import type { EventNumbers } from './sqlite-numbers.ts';
import { matchText, type SearchIndex } from './sqlite-search.ts';
import { assertScoped, bind, type Statement } from './statement.ts';

interface Prepared {
  statement: Statement;
  sqlite: StatementSync;
  writes: boolean;
  /** What is kept in memory of these must be written before. */
  uses_numbers: boolean;
  row: (values: unknown[]) => unknown;
}

type Prepare = (sql: string) => Prepared;

export function preparer(db: DatabaseSync, translate: (sql: string) => Statement): Prepare {
  const known = new Map<string, Prepared>();
  return (sql) => {
    const found = known.get(sql);
    if (found) return found;
    const statement = translate(sql);
    const sqlite = db.prepare(statement.text);
    sqlite.setReturnArrays(true);
    // A write reports the last row number, which inside the full-text index can exceed 2^53.
    if (sqlite.columns().length === 0) sqlite.setReadBigInts(true);
    const writes = !/^\s*SELECT\b/i.test(statement.text);
    const uses_numbers = /\bevent_counters\b/.test(statement.text);
    const prepared = { statement, sqlite, writes, uses_numbers, row: rowBuilder(sqlite) };
    known.set(sql, prepared);
    return prepared;
  };
}

// Rows come as arrays, which is a fifth cheaper, and become objects of one shape by a generated
// function. The names come from our own static SQL, never from a request.
function rowBuilder(sqlite: StatementSync): (values: unknown[]) => unknown {
  const fields = sqlite.columns().map((column, at) => `${JSON.stringify(column.name)}: r[${at}]`);
  return new Function('r', `return { ${fields.join(', ')} }`) as (values: unknown[]) => unknown;
}

export function queries(prepare: Prepare, scope: Scope, isOpen: () => boolean) {
  // The row type is the caller's promise about its own SQL; nothing at run time could prove it.
  function prepared(sql: string): Prepared {
    assert(isOpen(), 'this transaction is over');
    const found = prepare(sql);
    assertScoped(found.statement, scope);
    return found;
  }
  return {
    maybe<Row>(sql: string, values = {}): Row | undefined {
      const { statement, sqlite, row } = prepared(sql);
      const found = sqlite.get(...bind(statement, scope, values)) as unknown[] | undefined;
      return found === undefined ? undefined : (row(found) as Row);
    },
    all<Row>(sql: string, values = {}): Row[] {
      const { statement, sqlite, row } = prepared(sql);
      const found = sqlite.all(...bind(statement, scope, values)) as unknown as unknown[][];
      return found.map((values) => row(values) as Row);
    },
    match: matchText,
    run(sql: string, values = {}): number {
      const { statement, sqlite } = prepared(sql);
      return Number(sqlite.run(...bind(statement, scope, values)).changes);
    },
  };
}

interface Batch {
  prepare: Prepare;
  search: SearchIndex;
  numbers: EventNumbers;
  isOpen: () => boolean;
  inTransaction: () => boolean;
}

export function transaction(
  { prepare, search, numbers, isOpen, inTransaction }: Batch,
  scope: Scope,
): Tx & { wrote(): boolean } {
  let wrote = false;
  const noting: Prepare = (sql) => {
    const prepared = prepare(sql);
    wrote ||= prepared.writes;
    if (prepared.uses_numbers) numbers.flush();
    return prepared;
  };
  const own = queries(noting, scope, isOpen);
  const operator = queries(prepare, null, isOpen);
  let depth = 0;
  return {
    ...own,
    wrote: () => wrote,
    async attempt(work) {
      const name = `s${depth++}`;
      const undoTexts = search.mark();
      const undoNumbers = numbers.mark();
      operator.run(`SAVEPOINT ${name}`);
      try {
        const value = await work();
        operator.run(`RELEASE ${name}`);
        return value;
      } catch (error) {
        if (isOpen() && inTransaction()) {
          undoTexts();
          undoNumbers();
          operator.run(`ROLLBACK TO ${name}`);
          operator.run(`RELEASE ${name}`);
        }
        throw error;
      } finally {
        depth--;
      }
    },
    index: (text, entry) => {
      assert(isOpen(), 'this transaction is over');
      wrote = true;
      return search.add(text, entry);
    },
    takeEventNumbers: (count) => {
      assert(isOpen(), 'this transaction is over');
      assert(scope !== null, 'events are numbered for each store');
      wrote = true;
      return numbers.take(scope.store_id, count);
    },
  };
}
