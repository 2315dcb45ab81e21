import type { MoveMark } from '../../platform/db/move-mark.ts';
import type { RowLine } from './row-line.ts';

/** A table that is moved. Its rows are read in the order of `key`, which is the same everywhere. */
export interface MovedTable {
  name: string;
  columns: { name: string; type: 'text' | 'bigint' }[];
  /** The columns of the primary key. */
  key: string[];
}

/** Texts of the search index: each engine keeps them in its own way, but under the same numbers. */
export const SEARCH_TEXTS: MovedTable = {
  name: 'search_texts',
  columns: [
    { name: 'rowid', type: 'bigint' },
    { name: 'record_id', type: 'text' },
    // Words, sorted. What is in the title is not also in the body: PostgreSQL keeps it once.
    { name: 'title', type: 'text' },
    { name: 'body', type: 'text' },
  ],
  key: ['rowid'],
};

/** Tables that belong to one database: they record moves and are not moved. */
export const OWN_TABLES = ['moves', 'move_progress', 'move_rest'];

export type Key = string[];

/** How far a table has come. */
interface Progress {
  rows: number;
  /** The key of the last row that was written. */
  last_key: Key | null;
}

/** One of the two databases of a move. */
export interface MoveEnd {
  readonly engine: 'sqlite' | 'postgres';
  /** In words, without a password. */
  readonly place: string;
  /** Read from the database itself: no table can be forgotten. */
  tables(): Promise<MovedTable[]>;
  count(table: MovedTable): Promise<number>;
  /** All rows after `after`, in the order of the key, some at a time. */
  read(table: MovedTable, after: Key | null): AsyncIterable<RowLine[]>;
  /** Whether it has the table of marks: an older version did not. */
  hasMarks(): Promise<boolean>;
  marks(): Promise<MoveMark[]>;
  saveMark(mark: MoveMark): Promise<void>;
  removeMarks(role: MoveMark['role']): Promise<void>;

  /** Removes everything. */
  clear(): Promise<void>;
  /**
   * Gets an empty database ready in one transaction: with the mark, without what would make writing
   * slow or depend on the order of tables. What was taken away is noted as statements.
   */
  prepare(mark: MoveMark): Promise<void>;
  progressOf(table: MovedTable): Promise<Progress>;
  /** Writes rows and how far the table is with them, in one transaction. */
  write(table: MovedTable, lines: RowLine[], progress: Progress): Promise<void>;
  /** What is left to be done after all rows are written, as statements. */
  rest(): Promise<{ position: number; statement: string }[]>;
  doOne(position: number, statement: string): Promise<void>;
  /** The last step: it has everything, and may be used. */
  finish(mark: MoveMark): Promise<void>;
  close(): Promise<void>;
}

export const columnNames = (table: MovedTable): string =>
  table.columns.map(({ name }) => name).join(', ');

/** Where the columns of the key are in a line. */
export const keyPositions = (table: MovedTable): number[] =>
  table.key.map((key) => table.columns.findIndex(({ name }) => name === key));

export const typeOf = (table: MovedTable, column: string): 'text' | 'bigint' =>
  table.columns.find(({ name }) => name === column)?.type ?? 'text';
