import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../core/make-folder.ts';
import { makePrivate } from './private-file.ts';

const SQLITE_BUSY = 5;

export interface FileLock {
  release(): void;
}

/**
 * A lock of SQLite on a small file: it works wherever SQLite does, and the system releases it when
 * the process ends in any way. Undefined when another process has it.
 */
export function takeFileLock(path: string, wait_ms: number): FileLock | undefined {
  makeFolder(dirname(path));
  makePrivate(path);
  const lock = new DatabaseSync(path, { timeout: wait_ms });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return;
    throw error;
  }
  return { release: () => lock.close() };
}
