import type { DatabaseSync } from 'node:sqlite';

const IO_ERROR = 10;

/**
 * Repairs the log after a commit that the disk has refused. Its sync may have failed, and then:
 *
 * - The log has the whole commit, and whoever opens the database after a crash would find it there,
 *   although its callers were told that nothing was kept.
 * - The system may believe now that everything before it is on the disk. A later sync that succeeds
 *   says nothing about that, and a commit after a hole in the log is lost in a power cut.
 *
 * So nothing is committed any more until all of the log has been moved into the file, and the file
 * was synced. A refused commit is written over at once, which needs no sync to hold if only the
 * process dies.
 */
export function createLogRepair(writer: DatabaseSync, endReading: () => void) {
  let failed: unknown;

  /** Before each transaction. Throws while the disk does not take it. */
  function repair(): void {
    if (failed === undefined) return;
    endReading(); // Whoever reads here would hold it up.
    writer.exec('PRAGMA synchronous = FULL');
    const moved = moveLog(writer);
    if (moved === 'held') throw failed;
    if (moved === 'in_file') writeOver(writer);
    failed = undefined;
  }

  /** After a transaction that has failed. */
  function noticeFailure(error: unknown): void {
    if (failed !== undefined || !isIoError(error)) return;
    failed = error;
    try {
      repair();
    } catch {
      writeOver(writer); // And repaired before the next transaction.
    }
  }

  return { repair, noticeFailure };
}

const isIoError = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === IO_ERROR;

/**
 * Moves the log into the file, which is synced, and empties it. While others read what is newest,
 * it cannot be emptied; while they read what is older, it is not moved whole.
 */
function moveLog(writer: DatabaseSync): 'emptied' | 'in_file' | 'held' {
  const timeout = writer.prepare('PRAGMA busy_timeout').get();
  // Nobody else is served while SQLite waits.
  writer.exec('PRAGMA busy_timeout = 0');
  try {
    const moved = writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (moved?.busy === 0) return 'emptied';
    return Number(moved?.log) >= 0 && moved?.log === moved?.checkpointed ? 'in_file' : 'held';
  } finally {
    writer.exec(`PRAGMA busy_timeout = ${timeout?.timeout}`);
  }
}

/** A commit that changes nothing takes the place of the refused one in the log. */
function writeOver(writer: DatabaseSync): void {
  const version = writer.prepare('PRAGMA user_version').get();
  try {
    writer.exec('PRAGMA synchronous = OFF');
    writer.exec(`PRAGMA user_version = ${version?.user_version}`);
  } catch {
    // The disk takes no writes either, so the refused commit has not been written whole.
  } finally {
    writer.exec('PRAGMA synchronous = FULL');
  }
}
