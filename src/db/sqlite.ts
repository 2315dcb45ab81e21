import { existsSync } from 'node:fs';
import type { Database } from './database.ts';
import { connect } from './sqlite-connect.ts';
import { eventNumbers } from './sqlite-numbers.ts';
import { searchIndex } from './sqlite-search.ts';
import { preparer, queries, transaction } from './sqlite-transaction.ts';
import { statements } from './statement.ts';

const BATCH_MAX = 256;
// Reads are spread over the whole shop, writes stay near its end.
const READER_CACHE_KB = 24_000;

/** One file, one process that serves, any number of `kassa` commands beside it. */
export function openSqlite(path: string): Database {
  const writer = connect(path);
  const reader = connect(path, READER_CACHE_KB);
  const translate = statements('?', (sql) =>
    sql
      .replace(/ FOR UPDATE( SKIP LOCKED)?/, '') // One writer at a time: no rows to lock.
      // SQLite plans a statement anew for every value of a bare parameter here, at 10 to 100 µs.
      .replace(/\bLIMIT (:\w+)/g, 'LIMIT CAST($1 AS INTEGER)'),
  );
  const prepareWrite = preparer(writer, translate);
  const prepareRead = preparer(reader, translate);
  const search = searchIndex(writer);
  const numbers = eventNumbers(writer);

  // Reads of one turn of the event loop share a snapshot, which spares each of them two locks on
  // the file. A commit ends it, so nobody reads what is older than an answer they may have seen.
  const beginRead = reader.prepare('BEGIN');
  const commitRead = reader.prepare('COMMIT');
  function startReading(): boolean {
    if (!reader.isTransaction) {
      beginRead.run();
      setImmediate(endReading);
    }
    return true;
  }
  function endReading(): void {
    if (reader.isOpen && reader.isTransaction) commitRead.run();
  }

  // Group commit: writes of one turn of the event loop share one transaction and one sync to disk,
  // once all requests of the turn (see http/turn.ts) have put theirs. Nobody is answered before the
  // shared COMMIT. One that throws after it has changed something must be undone alone: then the
  // batch runs again with a savepoint for each.
  const queue: Job[] = [];
  let scheduled = false; // or under way
  let first_of_turn = true;

  async function flush(): Promise<void> {
    const batch = queue.splice(0, BATCH_MAX);
    let open = true;
    function end(): void {
      open = false;
      scheduled = false;
      if (queue.length > 0) schedule();
    }
    first_of_turn = false;
    setImmediate(() => {
      first_of_turn = true;
      if (!open) return;
      // The event loop must not turn while a transaction is open: whoever awaited anything but the
      // database would hold up every other write, so this is an error and not only slow.
      fail(batch, new Error('a transaction awaited something else than the database'));
      end();
    });
    try {
      writer.exec('BEGIN IMMEDIATE');
      if (!(await runAll(batch, () => open, false)) && open) {
        undo();
        writer.exec('BEGIN IMMEDIATE');
        await runAll(batch, () => open, true);
      }
      if (!open) return;
      search.flush();
      numbers.flush();
      writer.exec('COMMIT');
    } catch (error) {
      if (!open) return;
      fail(batch, error);
      end();
      return;
    }
    end();
    endReading();
    for (const job of batch) job.settle();
  }

  function undo(): void {
    search.clear();
    numbers.clear();
    if (writer.isTransaction) writer.exec('ROLLBACK');
  }

  function fail(batch: Job[], error: unknown): void {
    undo();
    for (const job of batch) job.fail(error);
  }

  const inTransaction = () => writer.isTransaction;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    // What follows upon a commit waits for the next turn: others want theirs.
    if (first_of_turn) process.nextTick(flush);
    else setImmediate(flush);
  }

  return {
    reader: (scope) => queries(prepareRead, scope, startReading),
    write: (scope, work) =>
      new Promise((resolve, reject) => {
        let settle = () => {};
        queue.push({
          async run(isOpen, in_savepoint) {
            const batch = { prepare: prepareWrite, search, numbers, isOpen, inTransaction };
            const tx = transaction(batch, scope);
            try {
              const value = await (in_savepoint ? tx.attempt(() => work(tx)) : work(tx));
              settle = () => resolve(value);
            } catch (error) {
              // A full disk ends the whole transaction: nobody's work in it can be kept.
              if (in_savepoint && !writer.isTransaction) throw error;
              settle = () => reject(error);
              return in_savepoint || (!tx.wrote() && writer.isTransaction);
            }
            return true;
          },
          settle: () => settle(),
          fail: reject,
        });
        schedule();
      }),
    async snapshot(work) {
      const db = connect(path);
      try {
        db.exec('BEGIN');
        return await work(queries(preparer(db, translate), null, () => true));
      } finally {
        db.close();
      }
    },
    async selfCheck() {
      const db = connect(path);
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
    async ping() {
      if (path !== ':memory:' && !existsSync(path)) throw new Error('the database file is gone');
      reader.prepare('SELECT 1 FROM stores LIMIT 1').get();
    },
    async close() {
      while (queue.length > 0 || scheduled) await new Promise((resolve) => setImmediate(resolve));
      endReading();
      reader.close();
      writer.close();
    },
  };
}

/** False as soon as one would have to be undone. */
async function runAll(
  batch: Job[],
  isOpen: () => boolean,
  in_savepoint: boolean,
): Promise<boolean> {
  for (const job of batch) {
    if (!(await job.run(isOpen, in_savepoint)) || !isOpen()) return false;
  }
  return true;
}

interface Job {
  /** False when it threw and left something behind. */
  run(isOpen: () => boolean, in_savepoint: boolean): Promise<boolean>;
  settle(): void;
  fail(error: unknown): void;
}
