import { existsSync, linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../core/make-folder.ts';
import { giveFileToOwner } from '../core/owner.ts';

/** Replaces a file: after a power cut it has the old content or the new, never a part. */
export function writeAtomically(path: string, text: string, mode: number): void {
  const folder = dirname(path);
  if (makeFolder(folder)) giveFileToOwner(folder);
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, text, { mode, flush: true });
  try {
    giveFileToOwner(temporary);
    renameSync(temporary, path);
  } catch (error) {
    unlinkSync(temporary); // It may be a secret.
    throw error;
  }
}

/** Writes a file unless it exists. If two processes do this at once, one of them wins. */
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
