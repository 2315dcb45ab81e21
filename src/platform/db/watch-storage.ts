import type { Log } from '../core/log.ts';
import type { Database } from './database.ts';
import { changes } from './rows.ts';
import { type StorageProblem, storageProblemOf } from './storage-problem.ts';

const TRY_EVERY_MS = 2_000;
const LOG_EVERY_MS = 60_000;
/** What is left of a disk may still take a small write, and not the next one. */
const WELL_AFTER_MS = 6_000;
/** Changes nothing, but the disk has to take it. */
const TRY = changes('migrations')`UPDATE migrations SET name = name`;

export interface WatchedDatabase {
  db: Database;
  /** Why nothing can be written now; undefined when all is well. */
  problem(): StorageProblem | undefined;
  stop(): void;
}

/**
 * Notices when the database takes no writes, because its disk is full, read-only or broken. The log
 * says it at once and then every minute. Reads go on, writes are refused one by one, and every two
 * seconds it is tried whether there is room, and a small write: so it is also noticed, without a
 * request, that all is well again, which is so when nothing was refused for some seconds.
 */
export function watchStorage(db: Database, log: Log): WatchedDatabase {
  let current: StorageProblem | undefined;
  let logged_at = Number.NEGATIVE_INFINITY;
  let failed_at = 0;
  let trying: NodeJS.Timeout | undefined;

  function failed(error: unknown): void {
    const problem = storageProblemOf(error);
    if (!problem) return;
    failed_at = performance.now();
    if (current?.kind !== problem.kind || performance.now() - logged_at > LOG_EVERY_MS) {
      logged_at = performance.now();
      log.error('nothing can be stored', { ...problem, error: String(error) });
    }
    current = problem;
    trying ??= setInterval(tryAgain, TRY_EVERY_MS).unref();
  }

  async function tryAgain(): Promise<void> {
    try {
      await db.tryRoom();
      await db.write(null, async (tx) => tx.run(TRY));
      isWell();
    } catch (error) {
      failed(error);
    }
  }

  function isWell(): void {
    if (!current || performance.now() - failed_at < WELL_AFTER_MS) return;
    log.info('everything can be stored again', { kind: current.kind });
    current = undefined;
    stop();
  }

  function stop(): void {
    clearInterval(trying);
    trying = undefined;
  }

  const write: Database['write'] = (scope, work) => {
    const done = db.write(scope, work);
    done.catch(failed);
    return done;
  };
  return { db: { ...db, write }, problem: () => current, stop };
}
