import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { storageProblemOf } from './storage-problem.ts';

/** What SQLite needs beside the file before it reads, and some small writes of a start. */
const RESERVE_BYTES = 1024 * 1024;
/** On a disk that is nearly full, a server that runs needs the room more. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

const nameIn = (data_dir: string): string => join(data_dir, 'reserve.tmp');

/** Keeps a megabyte for a start on a full disk. Without it, such a start is refused. */
export function keepReserve(data_dir: string): void {
  const path = nameIn(data_dir);
  try {
    if (existsSync(path)) return;
    const { bavail, bsize } = statfsSync(data_dir);
    if (bavail * bsize < LEAST_FREE_BYTES) return;
    const file = openSync(path, 'w', 0o600);
    try {
      writeSync(file, randomBytes(RESERVE_BYTES)); // Zeros may take no room.
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(path, { force: true });
    if (!storageProblemOf(error)) throw error;
  }
}

/** Opens a database; if the disk is full, once more with the room that was kept for that. */
export function withReserve<T>(data_dir: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const path = nameIn(data_dir);
    if (storageProblemOf(error)?.kind !== 'full' || !existsSync(path)) throw error;
    rmSync(path);
    return open();
  }
}
