import assert from 'node:assert/strict';

/**
 * Rows of a table that a statement locks, changes, adds or reads: those whose columns have the values
 * of these parameters. Without columns: any row of the table.
 */
export interface Rows {
  table: string;
  kind: 'locks' | 'changes' | 'adds' | 'reads';
  columns: { column: string; parameter: string }[];
}

/** What a statement declares of its rows. */
export interface Declared {
  rows: readonly Rows[];
  /** Columns that count up what is taken with `:count`; see `counting`. */
  counters: readonly string[];
}

type Kind = Rows['kind'];
/** A column has the value of the parameter of its name, or of another: `'sale_id = :transaction_id'`. */
type Column = string;

/** Stands before the text of a statement and declares all tables of which it uses rows. */
type Declaration = ((parts: TemplateStringsArray, ...values: (string | number)[]) => string) & {
  [kind in Exclude<Kind, 'adds'>]: (table: string, ...columns: Column[]) => Declaration;
} & {
  /**
   * It takes `:count` numbers and returns these counters as they are after that. Its writer does not
   * read them again. Writes of one batch are committed together or not at all, so each can take its
   * numbers as soon as the one before has, and there is still no gap.
   */
  counting(...counters: string[]): Declaration;
};

const declared = new Map<string, Declared>();

/** What a text declares. Writes of one batch are kept apart by it (decision 114). */
export const declaredOf = (sql: string): Declared | undefined => declared.get(sql);

/** Every text that declares its rows, for a test that compares them with PostgreSQL's plans. */
export const declaredTexts = (): ReadonlyMap<string, Declared> => declared;

/** Locks rows that may be there, with FOR UPDATE. */
export const locks = declaring('locks');
/** Changes or deletes rows, or inserts one that may be there already. */
export const changes = declaring('changes');
/** Inserts new rows. */
export const adds = declaring('adds');
/** Reads rows. A read that declares nothing waits for all writes of its batch that are half done. */
export const reads = declaring('reads');

function declaring(kind: Kind, { rows, counters }: Declared = { rows: [], counters: [] }) {
  return (table: string, ...columns: Column[]): Declaration =>
    declaration({ rows: [...rows, { table, kind, columns: columns.map(split) }], counters });
}

function declaration(one: Declared): Declaration {
  const tag = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
    declare(String.raw({ raw: parts }, ...values), one);
  return Object.assign(tag, {
    locks: declaring('locks', one),
    changes: declaring('changes', one),
    reads: declaring('reads', one),
    counting: (...counters: string[]) => declaration({ ...one, counters }),
  });
}

function declare(sql: string, one: Declared): string {
  for (const { columns } of one.rows) {
    for (const { parameter } of columns) {
      assert(new RegExp(`:${parameter}\\b`).test(sql), `there is no :${parameter} in ${sql}`);
    }
  }
  declared.set(sql, one);
  return sql;
}

function split(text: Column): Rows['columns'][number] {
  const [column = '', parameter = column] = text.split(' = :');
  return { column, parameter };
}
