import { existsSync } from 'node:fs';
import { createCommitFigures } from '../commit-figures.ts';
import type { Database } from '../database.ts';
import { createTranslator, type Statement } from '../statement.ts';
import { connect } from './connect.ts';
import { type Batch, createPreparer, Transaction } from './transaction.ts';

// Enough for half of the inner pages of a million products. A page that is not here comes from the
// system's own cache, in 2 µs: 24 MB would save a read in two of five requests.
const READER_CACHE_KB = 8_000;

interface Reading {
  /** The part of a database that changes nothing. */
  database: Omit<Database, 'write' | 'writeUnsynced' | 'compact' | 'tryRoom' | 'close'>;
  /** Ends the snapshot: the next read sees the newest commit. */
  end(): void;
  close(): void;
}

interface Options {
  translate: (sql: string) => Statement;
  shared: Pick<Batch, 'search' | 'appended' | 'sums' | 'inTransaction'>;
  is_read_only?: boolean;
}

/**
 * Reads in one turn of the event loop share a snapshot, which saves each of them two file locks.
 * Whoever hears of a commit ends the snapshot, so that nobody reads data older than an answer they
 * have seen.
 */
export function createReading(
  path: string,
  { translate, shared, is_read_only = false }: Options,
): Reading {
  const reader = connect(path, { cache_kb: READER_CACHE_KB, is_read_only });
  const begin = reader.prepare('BEGIN');
  const commit = reader.prepare('COMMIT');
  const rollback = reader.prepare('ROLLBACK');
  let is_reading = false;
  function start(): boolean {
    if (is_reading) return true;
    begin.run();
    is_reading = true;
    setImmediate(end);
    return true;
  }
  function end(): void {
    if (!is_reading) return;
    is_reading = false;
    try {
      if (reader.isTransaction) commit.run();
    } catch {
      // After a read that the disk has refused: its caller got an error. The next one begins anew.
      if (reader.isTransaction) rollback.run();
    }
  }
  const batch = { ...shared, prepare: createPreparer(reader, translate), isOpen: start };
  const another = () => connect(path, { is_read_only });

  return {
    end,
    close() {
      end();
      reader.close();
    },
    database: {
      reader: (scope) => new Transaction(batch, scope),
      async snapshot(work) {
        const db = another();
        try {
          db.exec('BEGIN');
          const source = { ...shared, prepare: createPreparer(db, translate), isOpen: () => true };
          return await work(new Transaction(source, null));
        } finally {
          db.close();
        }
      },
      async selfCheck() {
        const db = another();
        try {
          const found = db
            .prepare('PRAGMA quick_check')
            .all()
            .map((row) => String(row.quick_check));
          const dangling = db.prepare('PRAGMA foreign_key_check').all();
          return [
            ...found.filter((text) => text !== 'ok'),
            ...dangling.map(({ table, parent }) => `a row of ${table} refers to no ${parent}`),
          ];
        } finally {
          db.close();
        }
      },
      async describe() {
        const sizes = reader.prepare(SIZE).get();
        return { engine: 'sqlite', bytes: Number(sizes?.bytes ?? 0) };
      },
      now: async () => undefined,
      commits: createCommitFigures(),
      async ping() {
        if (path !== ':memory:' && !existsSync(path)) throw new Error('the database file is gone');
        reader.prepare('SELECT 1 FROM stores LIMIT 1').get();
      },
    },
  };
}

const SIZE = `SELECT page_count * page_size AS bytes
  FROM pragma_page_count(), pragma_page_size()`;

export const createSqliteTranslator = () =>
  createTranslator('?', (sql) =>
    sql
      .replace(/ FOR UPDATE( SKIP LOCKED)?/, '') // One writer at a time: no rows to lock.
      // Without the CAST, SQLite plans the statement again for each value, which takes 10 to 100 µs.
      .replace(/\bLIMIT (:\w+)/g, 'LIMIT CAST($1 AS INTEGER)'),
  );
