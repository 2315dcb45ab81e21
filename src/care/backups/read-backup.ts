import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import { syncFolder } from './backup-folder.ts';
import { readBlock, sha256 } from './blocks.ts';
import type { BackedUpFile, Manifest } from './manifest.ts';
import { partsOf } from './private-files.ts';
import type { Progress } from './progress.ts';

const PART_BYTES = 1024 * 1024;

/** Writes the files of a backup into a folder, and refuses it if one of them is not as it was. */
export function readBackup(
  backup: string,
  { files }: Manifest,
  to: string,
  progress: Progress,
): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const file of files) {
    const path = join(to, file.path);
    makeFolder(dirname(path));
    const handle = openSync(path, 'wx', 0o600);
    const hash = createHash('sha256');
    let left = file.bytes;
    try {
      for (const part of contentOf(backup, file)) {
        left -= part.length;
        if (left < 0) throw damaged(join(backup, file.path)); // Before it fills the disk.
        hash.update(part);
        for (let at = 0; at < part.length; ) at += writeSync(handle, part, at);
        done += part.length;
        progress('Reading', done, total, 'MB');
      }
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (hash.digest('hex') !== file.sha256) throw damaged(join(backup, file.path));
    syncFolder(dirname(path));
  }
}

function* contentOf(backup: string, file: BackedUpFile): Generator<Buffer> {
  const { blocks } = file;
  const path = join(backup, blocks?.path ?? file.path);
  if (!isFile(path)) throw new SettingsError(`${path} is missing: the backup is not complete.`);
  if (!blocks) return yield* partsOf(path, PART_BYTES);
  const list = readFileSync(path);
  if (sha256(list) !== blocks.sha256) throw damaged(path);
  for (const block of list.toString().trim().split('\n')) yield readBlock(dirname(backup), block);
}

/** A device or a pipe would never end. */
const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const damaged = (path: string): SettingsError =>
  new SettingsError(`${path} is damaged: its hash is not the one in the manifest.`);
