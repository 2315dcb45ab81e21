import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { backupsToKeep, type Keep } from '../../platform/core/backup-keep.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import { type FoundBackup, listBackupsIn, syncFolder } from './backup-folder.ts';
import { removeUnusedBlocks, sha256 } from './blocks.ts';

/**
 * Removes the backups of this shop that need not stay; others may have theirs in the same folder.
 * The one that was just made stays, also when a wrong clock has made some of later times. Notes
 * which are gone. The caller has the lock of the folder.
 */
export function removeOldBackups(
  folder: string,
  { keep, first_store_id, made }: { keep: Keep; first_store_id: string | null; made: string },
  removed: string[],
): void {
  const own = listBackupsIn(folder).backups.filter(
    ({ manifest }) => manifest.first_store_id === first_store_id,
  );
  const kept = backupsToKeep(own.map(madeAt), keep);
  const old = own.filter((backup) => backup.path !== made && !kept.has(madeAt(backup)));
  for (const { path } of old) {
    // First the name, at once: what is half removed must not look like a backup.
    const removing = join(folder, `.removing-${basename(path)}`);
    renameSync(path, removing);
    removed.push(path);
    syncFolder(folder);
    rmSync(removing, { recursive: true, force: true });
  }
}

const madeAt = ({ manifest }: FoundBackup): number => Date.parse(manifest.made_at);

/**
 * Removes blocks that no backup needs, whatever somebody has called it. While one of the backups
 * cannot be read, all stay, and it is named: who knows what it needs.
 */
export function removeBlocks(folder: string): void {
  const { backups, renamed, unreadable } = listBackupsIn(folder);
  const [broken] = unreadable;
  if (broken !== undefined) throw notWhole(broken);
  const used = new Set<string>();
  for (const { path, manifest } of [...backups, ...renamed]) {
    for (const { blocks } of manifest.files) {
      if (!blocks) continue;
      const file = join(path, blocks.path);
      const list = existsSync(file) ? readFileSync(file) : undefined;
      if (!list || sha256(list) !== blocks.sha256) throw notWhole(path);
      for (const hash of list.toString().trim().split('\n')) used.add(hash);
    }
  }
  removeUnusedBlocks(folder, used);
}

const notWhole = (path: string): SettingsError =>
  new SettingsError(`${path} is not a whole backup: move it elsewhere, or delete it.`);
