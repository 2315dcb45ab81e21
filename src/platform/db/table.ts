import { remember } from '../core/remember.ts';
import type { Tx, Value, Values } from './database.ts';
import { adds, changes } from './rows.ts';

/** How many texts of updates a table has: one for every set of columns that change together. */
export const TEXTS_MAX = 200;

/**
 * What happens to a column after its row was inserted:
 * - `key`: finds the row, with store_id;
 * - `fixed`: never changes;
 * - `changes`: is written whenever the row is updated;
 * - `separate`: is changed only by other statements, such as a counter;
 * - `{ computed }`: is not a column but an SQL expression that is read with the row.
 */
type Column = 'key' | 'fixed' | 'changes' | 'separate' | { computed: string };

/** Every column of a row. If `Changing` is given, it names exactly the columns that change. */
type Columns<Row, Changing> = {
  [Name in keyof Row]: unknown extends Changing
    ? Column
    : Name extends Changing
      ? 'changes'
      : Exclude<Column, 'changes'>;
};

interface Options {
  /** Columns that are not part of `Row`: only other statements use them. */
  unread?: readonly string[];
  /** False for a table of the whole installation, whose rows belong to no store. */
  has_store?: boolean;
}

export interface Table<Row> {
  /** `p.product_id, p.name, …`, for a SELECT that joins other tables. */
  columns: string;
  /** The same without the alias and without computed columns. */
  names: string;
  /** `SELECT p.product_id, … FROM products p WHERE p.store_id = :store_id`; append ` AND …`. */
  select: string;
  /** `name = :name, …` for all columns that change, for an UPDATE with other conditions. */
  changes: string;
  insert(tx: Tx, row: Row): ReturnType<Tx['run']>;
  /** The same for those columns that are not as in `stored`. */
  changesFrom(stored: Row, row: Row): string;
  /**
   * Writes the columns that change. Returns 0 when there is no such row. With `stored`, which is
   * the row as it is, locked, only what is different is written: indexes, references and checks of
   * all other columns cost nothing.
   */
  update(tx: Tx, row: Row, stored?: Row): ReturnType<Tx['run']>;
  /** Inserts the row, or updates it if there is one with its key. */
  save(tx: Tx, row: Row): ReturnType<Tx['run']>;
}

/**
 * A column in a condition on a row that is found by its key. Without this PostgreSQL may go through
 * all rows of a partial index instead, such as all that are pending, to find the one.
 */
export const besidesKey = (column: string): string => `COALESCE(${column}, '')`;

/** The columns of each declared table, for a test that compares them with the database. */
export const declared_tables = new Map<string, string[]>();

/**
 * Declares the columns of a table. A column that is missing here or in `Row` is a type error. The
 * SQL is made now, once, as plain text.
 */
export function table<Row extends Record<keyof Row, Value>, Changing = unknown>(
  name: string,
  alias: string,
  columns: Columns<Row, Changing>,
  { unread = [], has_store = true }: Options = {},
): Table<Row> {
  const entries = Object.entries<Column>(columns);
  const stored = entries.flatMap(([column, kind]) => (typeof kind === 'string' ? [column] : []));
  const those = (role: Column) =>
    entries.flatMap(([column, kind]) => (kind === role ? [column] : []));
  const withStore = (names: string[]) =>
    has_store && !names.includes('store_id') ? ['store_id', ...names] : names;
  const all = withStore(stored);
  const keys = withStore(those('key'));
  const changing = those('changes');
  declared_tables.set(name, [...all, ...unread]);

  const selected = entries.map(([column, kind]) =>
    typeof kind === 'string' ? `${alias}.${column}` : `${kind.computed} AS ${column}`,
  );
  const set = changing.map(setOf).join(', ');
  const INSERT = adds(
    name,
    ...all.filter((column) => !keys.includes(column)),
    ...keys,
  )`INSERT INTO ${name} (${all.join(', ')})
    VALUES (${all.map((column) => `:${column}`).join(', ')})`;
  const changing_rows = changes(name, ...keys);
  const updating = remember(
    TEXTS_MAX,
    (set: string) => changing_rows`UPDATE ${name} SET ${set}
    WHERE ${keys.map((column) => `${column} = :${column}`).join(' AND ')}`,
  );
  const SAVE = changing_rows`${INSERT} ON CONFLICT (${keys.join(', ')}) DO UPDATE
    SET ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  // TypeScript does not see that an interface with only such fields is a Values.
  const valuesOf = (row: Row) => row as Values;
  let compare: ReturnType<typeof comparison> | undefined;
  const changesFrom = (stored: Row, row: Row): string => {
    compare ??= comparison(changing);
    return compare(stored, row);
  };

  return {
    columns: selected.join(', '),
    names: stored.join(', '),
    select: `SELECT ${selected.join(', ')} FROM ${name} ${alias}${
      has_store ? ` WHERE ${alias}.store_id = :store_id` : ''
    }`,
    changes: set,
    insert: (tx, row) => tx.run(INSERT, valuesOf(row)),
    changesFrom,
    update(tx, row, stored) {
      if (!stored) return tx.run(updating(set), valuesOf(row));
      const changed = changesFrom(stored, row);
      return changed === '' ? 1 : tx.change(updating(changed), valuesOf(row));
    },
    save: (tx, row) => tx.run(SAVE, valuesOf(row)),
  };
}

const setOf = (column: string): string => `${column} = :${column}`;

// A generated function reads the values by name, which is faster than a loop. The names come from
// the declarations of our own tables.
function comparison(columns: string[]): (stored: object, row: object) => string {
  const parts = columns.map(
    (column) => `if (stored.${column} !== row.${column}) text += ', ${setOf(column)}';`,
  );
  const body = `let text = ''; ${parts.join(' ')} return text.slice(2);`;
  return new Function('stored', 'row', body) as ReturnType<typeof comparison>;
}
