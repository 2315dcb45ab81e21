import type { Appended } from './append.ts';
import type { CommitFigures } from './commit-figures.ts';
import type { SumsOfRow, SumTable } from './sums.ts';

export type Value = string | number | null;
export type Values = Record<string, Value>;
export type Awaitable<T> = T | Promise<T>;

/** A text in the search index. Each word has its scope as prefix: one index for all stores. */
export interface SearchText {
  record_id: string;
  scope: string;
  title: string[];
  body: string[];
}

/** Which entries of the search index are looked through, the newest first. */
export interface SearchStretch {
  match: string;
  before_entry: number;
  from_entry: number;
  limit: number;
}

/** A search: all words must be found. The last one may be the beginning of a longer word. */
export interface SearchQuery {
  scopes: string[];
  words: string[];
  last_is_prefix: boolean;
  title_only: boolean;
}

/**
 * Runs static SQL with named parameters (`:product_id`). When it belongs to a store, `:store_id` is
 * filled in and every statement must use it. Read a row that you want to change with FOR UPDATE.
 */
export interface Reader {
  maybe<Row>(sql: string, values?: Values): Awaitable<Row | undefined>;
  all<Row>(sql: string, values?: Values): Awaitable<Row[]>;
  /** The value for `MATCH :match`: finds what `query` finds and no query of `without` finds. */
  match(query: SearchQuery, without: SearchQuery[]): string;
}

export interface Tx extends Reader {
  /**
   * Locks a row with `lock` (FOR UPDATE) and reads it with `sql` only then: after waiting for a lock,
   * PostgreSQL reads the locked row again, but not what is joined to it. On SQLite there is one writer
   * at a time and nothing to lock.
   */
  maybeLocked<Row>(lock: string, sql: string, values: Values): Awaitable<Row | undefined>;
  /** Returns how many rows changed. */
  run(sql: string, values?: Values): Awaitable<number>;
  /**
   * Changes the one row that is known to be there, because this transaction has locked it, and
   * returns 1. In a batch on PostgreSQL this is said before it is done, as of an INSERT of one row:
   * if it was not so after all, everything is undone and done again alone, and throws.
   */
  change(sql: string, values?: Values): Awaitable<number>;
  /**
   * Adds to a row of sums when the transaction ends. What the transactions of a batch add to the
   * same row is added up first. SQL inside a transaction must not read these rows.
   */
  addUp(into: SumTable, key: Values, sums: SumsOfRow): Awaitable<void>;
  /** Runs `work` in a savepoint: if it throws, only its own changes are undone. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Adds a text to the search index, or replaces `entry`. Returns the number of its entry. */
  index(text: SearchText, entry?: number): Awaitable<number>;
  /**
   * Takes the next `count` event numbers of this store and returns the last of them; with 0, the
   * last one that was taken. Other transactions that ask wait until this one has ended. SQL inside a
   * transaction must not read the counters: on SQLite they are written at the end.
   */
  takeEventNumbers(count: number): Awaitable<number>;
  /**
   * Adds events and an entry of the audit log after everything else, together with those of other
   * writes. Nothing that reads the counters or the chain may follow.
   */
  append(appended: Appended): Awaitable<void>;
  /**
   * Waits until other writes that share this transaction have done all but their last steps. What
   * many wait for, such as the number of an invoice, is then locked for a short time.
   */
  lastSteps(): Awaitable<void>;
}

/** A reader outside a transaction, for statements that read the event counters. */
export type ReaderOutsideTx = Reader & { run?: never };

/** The store of a reader or transaction; null when it may use the rows of all stores. */
export type Scope = { store_id: string } | null;

export interface Database {
  /** Each statement sees the newest commit, so two statements may see different states. */
  reader(scope: Scope): Reader;
  /**
   * Runs a durable transaction. `work` may await nothing but the database, and change nothing but
   * through `tx`, because it may run more than once: on PostgreSQL after a conflict with another
   * transaction, on SQLite when another write of the same batch failed.
   */
  write<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same, but it does not wait for the disk: the next `write` takes it there too. If the power
   * goes off before, it is lost together with all that came after it. For the books of the test
   * gateway: what it answers counts once `write` has recorded the answer.
   */
  writeUnsynced<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads everything as it was at one moment, without a time limit. For commands. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** Problems that the database engine finds in its own files and references. */
  selfCheck(): Promise<string[]>;
  describe(): Promise<{ engine: 'sqlite' | 'postgres'; bytes: number }>;
  /** Does a small part of the maintenance that was put off; false when nothing is left. */
  compact(): Promise<boolean>;
  /**
   * Throws when a larger write would find no room. SQLite writes over what its log no longer needs, so
   * that a small one succeeds on a full disk; on PostgreSQL only a write shows it.
   */
  tryRoom(): Promise<void>;
  /** The clock of the database server; undefined for SQLite, which has none. */
  now(): Promise<number | undefined>;
  /** Of this process. */
  commits: CommitFigures;
  /** Throws when the database cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
