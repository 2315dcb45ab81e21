import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Keep } from '../../platform/core/backup-keep.ts';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { giveFileToOwner } from '../../platform/core/owner.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { copyShop } from '../move/copy-shop.ts';
import { nameOfBackup, openBackupFolder, syncFolder } from './backup-folder.ts';
import { sha256, storeInBlocks } from './blocks.ts';
import { checkCopy, refuseDamage } from './check-copy.ts';
import { dataFiles } from './data-files.ts';
import { type BackedUpFile, DATABASE, MANIFEST, type Manifest, newManifest } from './manifest.ts';
import { hashFile, writePrivately } from './private-files.ts';
import type { Progress } from './progress.ts';
import { removeBlocks, removeOldBackups } from './remove-old.ts';
import { refuseBadPlace, refuseFullDisk, whyNotMade } from './why-not-made.ts';

type Shop = Pick<Settings, 'data_dir' | 'database_url' | 'secret'>;

export interface BackupOptions {
  folder: string;
  /** The database as one plain file, which shares nothing with other backups. */
  is_full: boolean;
  /** Checks only the file of the copy, not every record in it. */
  is_quick: boolean;
  now: number;
  version: string;
  /** Removes older backups of this shop that need not stay; undefined: none. */
  keep: Keep | undefined;
  /** Folders for backups that are never part of one. */
  apart: string[];
}

export interface MadeBackup {
  path: string;
  manifest: Manifest;
  /** What it takes on the disk beside the earlier ones. */
  new_bytes: number;
  /** What `kassa verify` would say is wrong. */
  violations: string[];
  /** Older backups that were removed. */
  removed: string[];
  /** Why not all of them could be removed that need not stay. */
  not_removed: string | null;
}

/**
 * Copies a shop while it runs to a new folder inside `folder`. It has its name when it is complete,
 * checked and on disk: until then it is under another one, which nobody takes for a backup.
 */
export async function makeBackup(
  shop: Shop,
  options: BackupOptions,
  progress: Progress,
): Promise<MadeBackup> {
  const folder = resolve(options.folder);
  const lock = openFor(shop, folder);
  try {
    const making = join(folder, `.making-${process.pid}`);
    try {
      mkdirSync(making, { mode: 0o700 });
      const made = await make(shop, { ...options, folder, making }, progress);
      return { ...made, ...tidyUp(folder, made, options.keep) };
    } catch (error) {
      leaveNothing(folder, making);
      throw whyNotMade(error, folder);
    }
  } finally {
    lock.release();
  }
}

function openFor({ data_dir }: Shop, folder: string) {
  try {
    refuseBadPlace(folder, data_dir);
  } catch (error) {
    throw whyNotMade(error, folder);
  }
  return openBackupFolder(folder);
}

type JustMade = Omit<MadeBackup, 'removed' | 'not_removed'>;

async function make(
  shop: Shop,
  options: BackupOptions & { making: string },
  progress: Progress,
): Promise<JustMade> {
  const { folder, making, is_full, now } = options;
  const copy = join(making, DATABASE);
  refuseFullDisk(folder, shop, is_full);
  await copyShop(shop, copy, (...far) => progress('Copying', ...far));
  refuseDamage(copy, options.is_quick);
  const checked = await checkCopy(
    copy,
    shop,
    { is_quick: options.is_quick, needs_secret: true },
    progress,
  );

  let new_bytes = 0;
  const files: BackedUpFile[] = [];
  if (is_full) {
    const bytes = statSync(copy).size;
    files.push({ path: DATABASE, bytes, sha256: hashFile(copy) });
    new_bytes += bytes;
  } else {
    const total = statSync(copy).size;
    const stored = storeInBlocks(folder, copy, (bytes) => progress('Storing', bytes, total, 'MB'));
    const list = { path: `${DATABASE}.blocks`, text: `${stored.blocks.join('\n')}\n` };
    writePrivately(join(making, list.path), list.text);
    const blocks = { path: list.path, sha256: sha256(Buffer.from(list.text)) };
    files.push({ path: DATABASE, bytes: stored.bytes, sha256: stored.sha256, blocks });
    rmSync(copy);
    new_bytes += stored.new_bytes;
  }
  const apart = [folder, ...options.apart.map((one) => resolve(one))];
  // With KASSA_SECRET, a file of that name would be another secret.
  const kept = dataFiles(shop.data_dir, apart).filter((path) => !shop.secret || path !== 'secret');
  for (const path of kept) {
    const to = join(making, path);
    makeFolder(dirname(to));
    const bytes = readFileSync(join(shop.data_dir, path));
    writePrivately(to, bytes);
    syncFolder(dirname(to));
    files.push({ path, bytes: bytes.length, sha256: sha256(bytes) });
    new_bytes += bytes.length;
  }
  const { violations, ...contents } = checked;
  const has_secret = kept.includes('secret');
  const manifest = newManifest({
    kassa: options.version,
    made_at: isoInstant(now),
    engine: shop.database_url === undefined ? 'sqlite' : 'postgres',
    secret: has_secret ? 'file' : 'environment',
    ...contents,
    violations: violations.length,
    files,
  });
  writePrivately(join(making, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  syncFolder(making);
  giveFileToOwner(making);
  const path = freeName(folder, now);
  renameSync(making, path);
  syncFolder(folder);
  return { path, manifest, new_bytes, violations };
}

/** What was stored of a backup that was not made must not fill the disk. */
function leaveNothing(folder: string, making: string): void {
  try {
    rmSync(making, { recursive: true, force: true });
    removeBlocks(folder);
  } catch {
    // The error that matters is why it was not made. The next one cleans up.
  }
}

/** Nothing that is right is removed for something that may not be. */
function tidyUp(
  folder: string,
  { path, violations, manifest }: JustMade,
  keep: Keep | undefined,
): Pick<MadeBackup, 'removed' | 'not_removed'> {
  const { first_store_id } = manifest;
  const may_remove = keep !== undefined && violations.length === 0;
  const removed: string[] = [];
  try {
    if (may_remove) removeOldBackups(folder, { keep, first_store_id, made: path }, removed);
    removeBlocks(folder);
    return { removed, not_removed: null };
  } catch (error) {
    return { removed, not_removed: error instanceof Error ? error.message : String(error) };
  }
}

/** Two backups of one second have different names. */
function freeName(folder: string, now: number): string {
  const name = join(folder, nameOfBackup(now));
  for (let n = 2, path = name; ; n++, path = `${name}-${n}`) if (!existsSync(path)) return path;
}
