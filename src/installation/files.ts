import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file whole or not at all: a power cut leaves the old one or the new one. */
export function writeAtomically(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, text, { mode, flush: true });
  renameSync(temporary, path);
}

/** Writes a file whole unless there is one; of two that do so at once, one wins. */
export function writeIfMissing(path: string, text: string, mode: number): void {
  const temporary = `${path}.${process.pid}.first`;
  writeAtomically(temporary, text, mode);
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    unlinkSync(temporary);
  }
}

export const readIfExists = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined;
