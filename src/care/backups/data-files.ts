import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { LOCK } from './backup-folder.ts';
import { DATABASE, MANIFEST } from './manifest.ts';

/**
 * The files of a data folder that belong to its shop, but for the database: the secret, the local
 * authority, certificates. What others will put there is taken too, so nothing has to be listed.
 * `apart` are folders that are never taken, such as the one that backups are put in.
 */
export function dataFiles(data_dir: string, apart: string[]): string[] {
  if (!existsSync(data_dir)) return [];
  const found: string[] = [];
  look(data_dir);
  return found.toSorted();

  function look(folder: string): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !isApart(path)) look(path);
      const name = relative(data_dir, path).split(sep).join('/');
      const is_file = entry.isFile() || (name === 'secret' && isLinkToFile(path));
      if (is_file && !LEFT_OUT.test(name)) found.push(name);
    }
  }

  // The folder of another shop (`data/demo`) or of backups.
  function isApart(path: string): boolean {
    const is_named = apart.some((one) => one === path || one.startsWith(path + sep));
    const name = relative(data_dir, path);
    if (is_named || SET_ASIDE.test(name)) return true;
    return [DATABASE, MANIFEST, LOCK].some((file) => existsSync(join(path, file)));
  }
}

/** A secret may be kept elsewhere, such as by Docker: what it says is copied. */
const isLinkToFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** What a restore has put aside, and what it was about to put there. */
const SET_ASIDE = /^(before-restore-|\.restore)/;

// The database is copied otherwise. The rest is of the moment: locks, files that are just being
// written (see platform/machine/files.ts), and the key of the first start, which should not be kept.
const LEFT_OUT =
  /^(kassa\.db(-wal|-shm|-journal)?|manifest\.json|first-api-key)$|\.lock(-\w+)?$|\.(new|first|tmp)$/;
