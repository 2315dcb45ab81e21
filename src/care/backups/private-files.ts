import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read, to the disk. */
export function writePrivately(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content, { mode: 0o600, flush: true });
}

/** The SHA-256 of a file of any size. */
export function hashFile(path: string): string {
  const hash = createHash('sha256');
  for (const part of partsOf(path, PART_BYTES)) hash.update(part);
  return hash.digest('hex');
}

const PART_BYTES = 1024 * 1024;

/** Reads a file in parts of this size; the last may be smaller. A part is overwritten by the next. */
export function* partsOf(path: string, bytes: number): Generator<Buffer> {
  const handle = openSync(path, 'r');
  const part = Buffer.alloc(bytes);
  try {
    for (;;) {
      let filled = 0;
      while (filled < bytes) {
        const read = readSync(handle, part, filled, bytes - filled, null);
        if (read === 0) break;
        filled += read;
      }
      if (filled === 0) return;
      yield part.subarray(0, filled);
      if (filled < bytes) return;
    }
  } finally {
    closeSync(handle);
  }
}
