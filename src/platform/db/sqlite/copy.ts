import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivate } from '../private-file.ts';
import { connect } from './connect.ts';

/** Pages of one step, between which progress is reported. */
const STEP_PAGES = 2_000;

/**
 * Copies a database as it is at one moment, while it is used, to a file that does not exist yet.
 * What is in its log is in the copy. The copy is on disk when this has ended.
 *
 * The open read transaction is what makes it end: without one, SQLite would begin again whenever
 * somebody writes, which in a busy shop is always. Writers are not held up by a reader; their log
 * only becomes longer until it ends. Each step is synced: all at the end would hold up whoever
 * syncs at that moment, which is every purchase.
 */
export async function copyDatabase(
  path: string,
  to: string,
  progress: (done: number, total: number) => void,
): Promise<void> {
  makePrivate(to); // An empty file is written to, and keeps its mode.
  const file = openSync(to, 'r+');
  const db = connect(path);
  try {
    db.exec('BEGIN');
    const page_bytes = Number(db.prepare(PAGE_SIZE).get()?.page_size);
    await backup(db, to, {
      rate: STEP_PAGES,
      progress({ totalPages, remainingPages }) {
        fdatasyncSync(file);
        progress((totalPages - remainingPages) * page_bytes, totalPages * page_bytes);
      },
    });
    fdatasyncSync(file);
  } finally {
    db.close();
    closeSync(file);
  }
}

/** Reading a table begins the transaction: BEGIN alone does not. */
const PAGE_SIZE = 'SELECT page_size, (SELECT COUNT(*) FROM migrations) FROM pragma_page_size()';

/** What SQLite finds wrong with a file: all of it, or without comparing indexes with their tables. */
export function damageOf(path: string, is_quick: boolean): string[] {
  const db = new DatabaseSync(path);
  try {
    const check = is_quick ? 'quick_check' : 'integrity_check';
    return db
      .prepare(`PRAGMA ${check}(5)`)
      .all()
      .map((row) => String(row[check]))
      .filter((text) => text !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]; // It is no database at all.
  } finally {
    db.close();
  }
}
