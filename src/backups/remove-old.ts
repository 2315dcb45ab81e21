import { readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { backupsToKeep, type Keep } from '../core/backup-keep.ts';
import { type FoundBackup, listBackupsIn, syncFolder } from './backup-folder.ts';
import { removeUnusedBlocks, sha256 } from './blocks.ts';

/**
 * Removes the backups of this shop that need not stay; others may have theirs in the same folder.
 * Returns which. The caller has the lock of the folder.
 */
export function removeOldBackups(
  folder: string,
  { keep, first_store_id }: { keep: Keep; first_store_id: string | null },
): string[] {
  const own = listBackupsIn(folder).backups.filter(
    ({ manifest }) => manifest.first_store_id === first_store_id,
  );
  const kept = backupsToKeep(own.map(madeAt), keep);
  const old = own.filter((backup) => !kept.has(madeAt(backup)));
  for (const { path } of old) {
    // First the name, at once: what is half removed must not look like a backup.
    const removing = join(folder, `.removing-${basename(path)}`);
    renameSync(path, removing);
    syncFolder(folder);
    rmSync(removing, { recursive: true, force: true });
  }
  return old.map(({ path }) => path);
}

const madeAt = ({ manifest }: FoundBackup): number => Date.parse(manifest.made_at);

/** Removes blocks that no backup needs. While one of the backups cannot be read, all stay. */
export function removeBlocks(folder: string): void {
  const { backups, unreadable } = listBackupsIn(folder);
  if (unreadable.length > 0) return;
  const used = new Set<string>();
  for (const { path, manifest } of backups) {
    for (const { blocks } of manifest.files) {
      if (!blocks) continue;
      const list = readFileSync(join(path, blocks.path));
      if (sha256(list) !== blocks.sha256) return; // It is damaged: who knows what it needs.
      for (const hash of list.toString().trim().split('\n')) used.add(hash);
    }
  }
  removeUnusedBlocks(folder, used);
}
