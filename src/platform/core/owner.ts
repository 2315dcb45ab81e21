import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * What root puts into the folder of another user becomes that user's: the service runs as them.
 * Nobody else can give files away, and need not.
 */
export function giveToOwner(folder: string, names: string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = lstatSync(folder);
  if (uid !== 0) for (const name of names) give(join(folder, name));

  function give(path: string): void {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (!entry) return;
    lchownSync(path, uid, gid);
    if (entry.isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
  }
}

/** The same for one file. */
export const giveFileToOwner = (path: string): void => giveToOwner(dirname(path), [basename(path)]);
