import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { giveFileToOwner } from '../../platform/core/owner.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import { syncFolder } from './backup-folder.ts';
import { partsOf, writePrivately } from './private-files.ts';

/** The folder beside the backups that share what is in it. */
const BLOCKS = 'blocks';
/** 64 pages of SQLite. Smaller ones find more that is equal, and are more files. */
const BLOCK_BYTES = 256 * 1024;

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The name of a folder of blocks: how their hashes begin. */
const BEGINNING = /^[0-9a-f]{2}$/;
/** A block, or one that is being written. */
const NAME = /^[0-9a-f]{64}(\.new)?$/;

const placeOf = (folder: string, hash: string): string =>
  join(folder, BLOCKS, hash.slice(0, 2), hash);

interface Stored {
  /** Hashes of its blocks, in their order. */
  blocks: string[];
  sha256: string;
  bytes: number;
  /** How much of it was not there yet. */
  new_bytes: number;
}

/**
 * Puts a file into blocks that are named by their content: what an earlier backup has is not
 * written again. A block that is there is read first; if it is damaged, it is written again, which
 * repairs the earlier backups too.
 */
export function storeInBlocks(
  folder: string,
  file: string,
  progress: (bytes: number) => void,
): Stored {
  const stored: Stored = { blocks: [], sha256: '', bytes: 0, new_bytes: 0 };
  const whole = createHash('sha256');
  const touched = new Set<string>();
  for (const block of partsOf(file, BLOCK_BYTES)) {
    const hash = sha256(block);
    whole.update(block);
    stored.blocks.push(hash);
    stored.bytes += block.length;
    const place = placeOf(folder, hash);
    if (!isThere(place, hash)) {
      writeBlock(folder, hash, block);
      stored.new_bytes += block.length;
      touched.add(hash.slice(0, 2));
    }
    progress(stored.bytes);
  }
  for (const beginning of touched) syncFolder(join(folder, BLOCKS, beginning));
  if (touched.size > 0) syncFolder(join(folder, BLOCKS));
  return { ...stored, sha256: whole.digest('hex') };
}

const isThere = (place: string, hash: string): boolean =>
  existsSync(place) && sha256(readFileSync(place)) === hash;

function writeBlock(folder: string, hash: string, bytes: Buffer): void {
  const place = placeOf(folder, hash);
  const made = makeFolder(dirname(place));
  if (made !== undefined) giveFileToOwner(made);
  const temporary = `${place}.new`;
  writePrivately(temporary, bytes);
  giveFileToOwner(temporary);
  renameSync(temporary, place);
}

/** A block of a backup. Refuses one that is missing or damaged, and names it. */
export function readBlock(folder: string, hash: string): Buffer {
  const place = placeOf(folder, hash);
  if (!existsSync(place)) throw new SettingsError(`${place} is missing.`);
  const bytes = readFileSync(place);
  if (sha256(bytes) !== hash) throw new SettingsError(`${place} is damaged: its hash is another.`);
  return bytes;
}

/** Removes blocks that no backup needs, and what an interrupted command has left. */
export function removeUnusedBlocks(folder: string, used: Set<string>): number {
  const blocks = join(folder, BLOCKS);
  if (!existsSync(blocks)) return 0;
  let removed = 0;
  for (const beginning of readdirSync(blocks)) {
    if (!BEGINNING.test(beginning)) continue; // Others may leave something there, such as .DS_Store.
    for (const name of readdirSync(join(blocks, beginning))) {
      if (used.has(name) || !NAME.test(name)) continue;
      rmSync(join(blocks, beginning, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}
