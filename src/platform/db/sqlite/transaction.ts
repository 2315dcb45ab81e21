import assert from 'node:assert/strict';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Appended } from '../append.ts';
import type { Scope, SearchQuery, SearchText, Tx, Value, Values } from '../database.ts';
import { assertScoped, bind, type Statement } from '../statement.ts';
import type { SumsOfRow, SumTable } from '../sums.ts';
import type { AppendedOfBatch } from './appended.ts';
import { prepare } from './connect.ts';
import { ftsQuery, type SearchIndex } from './search.ts';
import type { SumsOfBatch } from './sums.ts';

interface Prepared {
  statement: Statement;
  sqlite: StatementSync;
  get(values: Value[]): unknown;
  writes: boolean;
  row: (values: unknown[]) => unknown;
}

type Prepare = (sql: string) => Prepared;

export function createPreparer(db: DatabaseSync, translate: (sql: string) => Statement): Prepare {
  const known = new Map<string, Prepared>();
  return (sql) => known.get(sql) ?? add(sql);
  function add(sql: string): Prepared {
    const statement = translate(sql);
    const sqlite = prepare(db, statement.text);
    sqlite.setReturnArrays(true);
    const writes = !/^\s*SELECT\b/i.test(statement.text);
    const get = upsertThenRead(db, statement) ?? ((values: Value[]) => sqlite.get(...values));
    const prepared = { statement, sqlite, get, writes, row: rowBuilder(sqlite) };
    known.set(sql, prepared);
    return prepared;
  }
}

/**
 * Inserts or updates a row, then reads it. For RETURNING, SQLite makes a table each time, which takes
 * longer than both.
 */
function upsertThenRead(db: DatabaseSync, { text, names }: Statement): Prepared['get'] | undefined {
  const [, change, table, key = '', columns] = UPSERT.exec(text) ?? [];
  if (change === undefined) return undefined;
  const keys = key.split(', ');
  const places = keys.map((column) => names.indexOf(column));
  if (places.includes(-1)) return undefined;
  const changing = prepare(db, change);
  const condition = keys.map((column) => `${column} = ?`).join(' AND ');
  const reading = db.prepare(`SELECT ${columns} FROM ${table} WHERE ${condition}`);
  reading.setReturnArrays(true);
  return (values) => {
    changing.run(...values);
    return reading.get(...places.map((place) => values[place] ?? null));
  };
}

/** One that always writes its row: without a condition of the update. */
const UPSERT = new RegExp(
  String.raw`^(\s*INSERT INTO (\w+)[^]* ON CONFLICT \(([\w, ]+)\) DO UPDATE(?:(?!\sWHERE\s)[^])*)\s` +
    String.raw`RETURNING ([\w, ]+?)\s*$`,
);

// Rows are read as arrays, which is 20 % faster, and turned into objects by a generated function.
// The names come from our own static SQL, never from a request.
function rowBuilder(sqlite: StatementSync): (values: unknown[]) => unknown {
  const fields = sqlite.columns().map((column, at) => `${JSON.stringify(column.name)}: r[${at}]`);
  return new Function('r', `return { ${fields.join(', ')} }`) as (values: unknown[]) => unknown;
}

/** What the transactions of one group commit share. */
export interface Batch {
  prepare: Prepare;
  search: SearchIndex;
  appended: AppendedOfBatch;
  sums: SumsOfBatch;
  isOpen(): boolean;
  inTransaction(): boolean;
}

/**
 * A class, because one is made for every request and an object of closures took 2 µs more. Readers
 * are instances too, on another connection; their type (Reader) does not let them write.
 */
export class Transaction implements Tx {
  readonly batch: Batch;
  readonly scope: Scope;
  wrote = false;
  depth = 0;

  constructor(batch: Batch, scope: Scope) {
    this.batch = batch;
    this.scope = scope;
  }

  // The caller knows which row type its SQL returns; it cannot be checked here.
  maybe<Row>(sql: string, values: Values = {}): Row | undefined {
    const { statement, get, row } = this.prepared(sql);
    const found = get(bind(statement, this.scope, values)) as unknown[] | undefined;
    return found === undefined ? undefined : (row(found) as Row);
  }

  maybeLocked<Row>(_lock: string, sql: string, values: Values): Row | undefined {
    return this.maybe<Row>(sql, values);
  }

  all<Row>(sql: string, values: Values = {}): Row[] {
    const { statement, sqlite, row } = this.prepared(sql);
    const found = sqlite.all(...bind(statement, this.scope, values)) as unknown as unknown[][];
    return found.map((values) => row(values) as Row);
  }

  match(query: SearchQuery, without: SearchQuery[]): string {
    return ftsQuery(query, without);
  }

  run(sql: string, values: Values = {}): number {
    const { statement, sqlite } = this.prepared(sql);
    return Number(sqlite.run(...bind(statement, this.scope, values)).changes);
  }

  change(sql: string, values: Values = {}): number {
    const count = this.run(sql, values);
    assert.equal(count, 1, 'the row is there');
    return count;
  }

  index(text: SearchText, entry?: number): number {
    this.assertOpen();
    this.wrote = true;
    return this.batch.search.add(text, entry);
  }

  addUp(into: SumTable, key: Values, sums: SumsOfRow): void {
    this.assertOpen();
    this.wrote = true;
    const { store_id = null } = this.scope ?? key;
    this.batch.sums.add(into, { ...key, store_id }, sums);
  }

  takeEventNumbers(count: number): number {
    this.assertOpen();
    assert(this.scope !== null, 'events are numbered for each store');
    this.wrote = true;
    return this.batch.appended.takeNumbers(this.scope.store_id, count);
  }

  append(appended: Appended): void {
    this.assertOpen();
    this.wrote = true;
    this.batch.appended.add(appended);
  }

  lastSteps(): void {} // One after the other, each write is the only one.

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const { search, appended, sums, isOpen, inTransaction } = this.batch;
    const operator = new Transaction(this.batch, null);
    const name = `s${this.depth++}`;
    const undoTexts = search.mark();
    const undoAppended = appended.mark();
    const undoSums = sums.mark();
    operator.run(`SAVEPOINT ${name}`);
    try {
      const value = await work();
      operator.run(`RELEASE ${name}`);
      return value;
    } catch (error) {
      if (isOpen() && inTransaction()) {
        undoTexts();
        undoAppended();
        undoSums();
        operator.run(`ROLLBACK TO ${name}`);
        operator.run(`RELEASE ${name}`);
      }
      throw error;
    } finally {
      this.depth--;
    }
  }

  private prepared(sql: string): Prepared {
    this.assertOpen();
    const found = this.batch.prepare(sql);
    assertScoped(found.statement, this.scope);
    this.wrote ||= found.writes;
    return found;
  }

  private assertOpen(): void {
    assert(this.batch.isOpen(), 'this transaction is over');
  }
}
