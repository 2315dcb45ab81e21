export type Value = string | number | null;
export type Values = Record<string, Value>;
export type Awaitable<T> = T | Promise<T>;

/** Text made findable: each word carries its scope, so that one index serves all shops and kinds. */
export interface SearchText {
  record_id: string;
  scope: string;
  title: string[];
  body: string[];
}

/** Words to find: all of them, in the title only or anywhere, the last one perhaps unfinished. */
export interface SearchQuery {
  scopes: string[];
  words: string[];
  last_is_prefix: boolean;
  title_only: boolean;
}

/**
 * Static SQL with named parameters (`:product_id`). For a store's reader or transaction,
 * `:store_id` is filled in and every statement must use it. A row that is read in order to be
 * changed is read FOR UPDATE.
 */
export interface Reader {
  maybe<Row>(sql: string, values?: Values): Awaitable<Row | undefined>;
  all<Row>(sql: string, values?: Values): Awaitable<Row[]>;
  /** The right side of MATCH: what `query` finds and none of `without` does. */
  match(query: SearchQuery, without: SearchQuery[]): string;
}

export interface Tx extends Reader {
  /** Returns how many rows changed. */
  run(sql: string, values?: Values): Awaitable<number>;
  /** Runs `work` so that a throw undoes only what `work` did. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Makes a text findable, replacing `entry` if given; returns its entry. */
  index(text: SearchText, entry?: number): Awaitable<number>;
  /**
   * The last of the next `count` numbers for events of this store; with 0, the last that is taken.
   * Whoever asks waits for others that did so until they have ended. No statement in a transaction
   * reads the counters itself: SQLite writes them at its end (see ReaderOutsideTx).
   */
  takeEventNumbers(count: number): Awaitable<number>;
}

/** A reader that is not a transaction, for statements that read the counters of events. */
export type ReaderOutsideTx = Reader & { run?: never };

/** Which shop a reader or transaction is bound to; null for the operator's own tables. */
export type Scope = { store_id: string } | null;

export interface Database {
  /** Each statement sees the newest commit; two that must agree belong into one statement. */
  reader(scope: Scope): Reader;
  /**
   * A durable transaction. Inside, only the database may be awaited. `work` may run more than once
   * (PostgreSQL: it lost a race, so it may look first and then insert; SQLite: another write of
   * its batch had to be undone) and must touch nothing but `tx`.
   */
  write<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Everything as it is at one instant, for as long as the work takes. For the operator. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** What the engine itself finds wrong with its files and references. */
  selfCheck(): Promise<string[]>;
  /** Does a little of what was put off while there was much to do; false when nothing is left. */
  compact(): Promise<boolean>;
  /** The database's own clock; undefined where it has none, and one process alone serves it. */
  now(): Promise<number | undefined>;
  /** Throws when the database cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
