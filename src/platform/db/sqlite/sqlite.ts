import type { Database, Scope, Tx } from '../database.ts';
import { createAppended } from './appended.ts';
import { connect } from './connect.ts';
import { createLogRepair } from './log-after-failure.ts';
import { createReading, createSqliteTranslator } from './reading.ts';
import { createSearchIndex } from './search.ts';
import { createSums } from './sums.ts';
import { type Batch, createPreparer, Transaction } from './transaction.ts';
import { tryRoom } from './try-room.ts';

const BATCH_MAX = 256;
// A batch begins when so many turns of the event loop have brought no other write, or after a part of
// the time that the batch before took: among many reads a turn is long.
const QUIET_TURNS = 2;
const COLLECTING_PART = 1 / 4;
/** The log is moved into the file when it has so many pages. */
const CHECKPOINT_PAGES = 1_000;

/** One file that one server and any number of `kassa` commands use. */
export function openSqlite(path: string): Database {
  const writer = connect(path);
  const translate = createSqliteTranslator();
  const search = createSearchIndex(writer);
  const appended = createAppended(writer, translate);
  const sums = createSums();
  const inTransaction = () => writer.isTransaction;
  const shared = { search, appended, sums, inTransaction };
  const prepareWrite = createPreparer(writer, translate);
  const reading = createReading(path, { translate, shared });
  const log = createLogRepair(writer, reading.end);

  // Group commit: writes that come at the same time share one transaction and one sync to disk.
  // Nobody is answered before the shared COMMIT. If one of them throws after it has changed
  // something, only its own changes must be undone: the batch is rolled back and runs again with a
  // savepoint for each write.
  const queue: Job[] = [];
  let scheduled = false; // or running
  let first_of_turn = true;
  let last_size = 0;
  let last_ms = 0;

  let commits_sync: boolean | undefined;
  function setSynced(is_synced: boolean): void {
    if (is_synced === commits_sync) return;
    writer.exec(`PRAGMA synchronous = ${is_synced ? 'FULL' : 'NORMAL'}`);
    // SQLite does not report when a sync fails while it moves the log: only what is synced is moved.
    writer.exec(`PRAGMA wal_autocheckpoint = ${is_synced ? CHECKPOINT_PAGES : 0}`);
    commits_sync = is_synced;
  }

  async function flush(): Promise<void> {
    const jobs = queue.splice(0, BATCH_MAX);
    last_size = jobs.length;
    const started = performance.now();
    let open = true;
    const batch = { ...shared, prepare: prepareWrite, isOpen: () => open };
    function end(): void {
      open = false;
      last_ms = performance.now() - started;
      scheduled = false;
      if (queue.length > 0) schedule();
    }
    first_of_turn = false;
    setImmediate(() => {
      first_of_turn = true;
      if (!open) return;
      // Work that awaits anything but the database would delay all other writes: it is an error.
      fail(jobs, new Error('a transaction awaited something else than the database'));
      end();
    });
    try {
      log.repair();
      const is_synced = jobs.some((job) => job.is_synced);
      setSynced(is_synced);
      writer.exec('BEGIN IMMEDIATE');
      if (!(await runAll(jobs, batch, false)) && open) {
        undo();
        writer.exec('BEGIN IMMEDIATE');
        await runAll(jobs, batch, true);
      }
      if (!open) return;
      search.flush();
      appended.flush();
      const operator = new Transaction(batch, null);
      sums.flush((sql, values) => operator.run(sql, values));
      const began = performance.now();
      writer.exec('COMMIT');
      log.noticeCommit(is_synced);
      reading.database.commits.observe(jobs.length, performance.now() - began);
    } catch (error) {
      if (!open) return;
      fail(jobs, error);
      end();
      return;
    }
    end();
    reading.end();
    for (const { resolve, reject, has_thrown, result } of jobs) {
      if (has_thrown) reject(result);
      else resolve(result);
    }
  }

  function undo(): void {
    search.clear();
    appended.clear();
    sums.clear();
    if (writer.isOpen && writer.isTransaction) writer.exec('ROLLBACK');
  }

  function fail(jobs: Job[], error: unknown): void {
    undo();
    log.noticeFailure(error);
    for (const { reject } of jobs) reject(error);
  }

  /** A step of upkeep, which is a commit of its own. */
  function compact(): boolean {
    try {
      return search.join();
    } catch (error) {
      log.noticeFailure(error);
      throw error;
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    // The second batch of a turn waits for the next turn, so that reads are not delayed.
    if (first_of_turn) process.nextTick(begin);
    else setImmediate(begin);
  }

  // Those who were answered together write again one after the other. Without waiting for the last
  // of them there would be two or three batches for ever, each with a sync, of the same pages. Who
  // writes alone waits for nobody.
  function begin(): void {
    if (queue.length === 1 && last_size <= 1) void flush();
    else collect(performance.now() + last_ms * COLLECTING_PART, 0, 0);
  }

  function collect(until: number, known: number, turns: number): void {
    const quiet_turns = queue.length > known ? 0 : turns + 1;
    const is_over = quiet_turns === QUIET_TURNS || queue.length >= BATCH_MAX;
    if (is_over || performance.now() > until) void flush();
    else setImmediate(collect, until, queue.length, quiet_turns);
  }

  function add<T>(scope: Scope, work: (tx: Tx) => Promise<T>, is_synced: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const resolveJob = resolve as Job['resolve']; // With what `work` returned.
      queue.push({ scope, work, is_synced, resolve: resolveJob, reject, has_thrown: false });
      schedule();
    });
  }

  return {
    ...reading.database,
    write: (scope, work) => add(scope, work, true),
    writeUnsynced: (scope, work) => add(scope, work, false),
    compact: async () => !scheduled && compact(),
    tryRoom: () => tryRoom(path),
    async close() {
      while (queue.length > 0 || scheduled) await new Promise((resolve) => setImmediate(resolve));
      reading.close();
      writer.close();
    },
  };
}

interface Job {
  scope: Scope;
  work(tx: Tx): Promise<unknown>;
  is_synced: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** The caller learns of it only after the commit. */
  has_thrown: boolean;
  result?: unknown;
}

/** Returns false as soon as a write fails that has changed something. */
async function runAll(jobs: Job[], batch: Batch, in_savepoint: boolean): Promise<boolean> {
  for (const job of jobs) {
    const tx = new Transaction(batch, job.scope);
    try {
      job.result = await (in_savepoint ? tx.attempt(() => job.work(tx)) : job.work(tx));
      job.has_thrown = false;
    } catch (error) {
      // SQLite has ended the transaction itself, for example on a full disk: all work is lost.
      if (in_savepoint && !batch.inTransaction()) throw error;
      job.result = error;
      job.has_thrown = true;
      if (!in_savepoint && (tx.wrote || !batch.inTransaction())) return false;
    }
    if (!batch.isOpen()) return false;
  }
  return true;
}
