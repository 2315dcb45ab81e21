import type { Tx, Value, Values } from './database.ts';

/**
 * What happens to a column once its row is there:
 * - `key`: finds the row, with store_id;
 * - `fixed`: never changes;
 * - `changes`: is written whenever the row is updated;
 * - `separate`: changes by statements of its own, such as a counter;
 * - `{ computed }`: is in no table, but read with the row by this SQL.
 */
type Column = 'key' | 'fixed' | 'changes' | 'separate' | { computed: string };

/** Every column of a row. Where `Changing` names some, these change and no others. */
type Columns<Row, Changing> = {
  [Name in keyof Row]: unknown extends Changing
    ? Column
    : Name extends Changing
      ? 'changes'
      : Exclude<Column, 'changes'>;
};

interface Options {
  /** Columns that no row is read with: only statements of their own know them. */
  unread?: readonly string[];
  /** False for a table of the whole installation, whose rows belong to no store. */
  has_store?: boolean;
}

export interface Table<Row> {
  /** `p.product_id, p.name, …`, for a SELECT that joins other tables. */
  columns: string;
  /** The same without what is computed, and without the alias. */
  names: string;
  /** `SELECT p.product_id, … FROM products p WHERE p.store_id = :store_id`, to be continued. */
  select: string;
  /** `name = :name, …`: all that changes, for an UPDATE with conditions of its own. */
  changes: string;
  insert(tx: Tx, row: Row): ReturnType<Tx['run']>;
  /** Writes all that changes; returns 0 when there is no such row. */
  update(tx: Tx, row: Row): ReturnType<Tx['run']>;
  /** Inserts the row, or updates it if there is one with its key. */
  save(tx: Tx, row: Row): ReturnType<Tx['run']>;
}

/** Each table by its name with its columns, so that a test can compare them with the database. */
export const declared_tables = new Map<string, string[]>();

/**
 * Declares the columns of a table, once: a column of `Row` that is forgotten here, or that `Row`
 * does not have, does not compile. Its SQL is made now, as plain text.
 */
export function table<Row extends Record<keyof Row, Value>, Changing = unknown>(
  name: string,
  alias: string,
  columns: Columns<Row, Changing>,
  { unread = [], has_store = true }: Options = {},
): Table<Row> {
  const entries = Object.entries<Column>(columns);
  const stored = entries.flatMap(([column, kind]) => (typeof kind === 'string' ? [column] : []));
  const those = (wanted: Column) =>
    entries.flatMap(([column, kind]) => (kind === wanted ? [column] : []));
  const withStore = (names: string[]) =>
    has_store && !names.includes('store_id') ? ['store_id', ...names] : names;
  const all = withStore(stored);
  const keys = withStore(those('key'));
  const changing = those('changes');
  declared_tables.set(name, [...all, ...unread]);

  const selected = entries.map(([column, kind]) =>
    typeof kind === 'string' ? `${alias}.${column}` : `${kind.computed} AS ${column}`,
  );
  const changes = changing.map((column) => `${column} = :${column}`).join(', ');
  const INSERT = `INSERT INTO ${name} (${all.join(', ')})
    VALUES (${all.map((column) => `:${column}`).join(', ')})`;
  const UPDATE = `UPDATE ${name} SET ${changes}
    WHERE ${keys.map((column) => `${column} = :${column}`).join(' AND ')}`;
  const SAVE = `${INSERT} ON CONFLICT (${keys.join(', ')}) DO UPDATE
    SET ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  // An interface has no index signature, though all its fields are values (Row says so).
  const valuesOf = (row: Row) => row as Values;

  return {
    columns: selected.join(', '),
    names: stored.join(', '),
    select: `SELECT ${selected.join(', ')} FROM ${name} ${alias}${
      has_store ? ` WHERE ${alias}.store_id = :store_id` : ''
    }`,
    changes,
    insert: (tx, row) => tx.run(INSERT, valuesOf(row)),
    update: (tx, row) => tx.run(UPDATE, valuesOf(row)),
    save: (tx, row) => tx.run(SAVE, valuesOf(row)),
  };
}
