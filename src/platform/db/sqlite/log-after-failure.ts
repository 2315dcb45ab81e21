import type { DatabaseSync } from 'node:sqlite';

const IO_ERROR = 10;

/**
 * Repairs the log after a commit that the disk has refused. Its sync may have failed, and then:
 *
 * - The log has the whole commit, and whoever opens the database after a crash would find it there,
 *   although its callers got an error.
 * - The system may believe now that everything before it is on the disk. A later sync that succeeds
 *   says nothing about that, and a commit after a hole in the log is lost in a power cut.
 *
 * So nothing is committed any more until all of the log has been moved into the file, and the file
 * was synced. A refused commit is written over at once, which needs no sync to hold if only the
 * process dies. Where the log may have a hole, it is emptied too: what came behind would be lost.
 */
export function createLogRepair(writer: DatabaseSync, endReading: () => void) {
  let failed: unknown;
  /** Whether a sync that fails now may leave a hole: the log has commits that were not synced. */
  let has_unsynced = false;

  /** Before each transaction. Throws while the disk does not take it. */
  function repair(): void {
    if (failed === undefined) return;
    endReading(); // Whoever reads here would hold it up.
    writer.exec('PRAGMA synchronous = FULL');
    const moved = moveLog(writer);
    if (moved === 'held' || (moved === 'in_file' && has_unsynced)) throw failed;
    has_unsynced = moved === 'in_file';
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
      has_unsynced = true;
      writeOver(writer); // And repaired before the next transaction.
    }
  }

  function noticeCommit(is_synced: boolean): void {
    has_unsynced = !is_synced;
  }

  return { repair, noticeFailure, noticeCommit };
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
