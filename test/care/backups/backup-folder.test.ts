import assert from 'node:assert/strict';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeBackup } from '../../../src/care/backups/make-backup.ts';
import {
  backUp,
  backupsIn,
  newFolder,
  restoreTo,
  startBackedUpShop,
} from '../../harness/copies.ts';
import { kassa } from '../../harness/kassa-command.ts';

// A folder of backups in which others do something too, or in which something went wrong.

const { shop, newKey, folder: first, name } = await startBackedUpShop();
const { data_dir, database_url } = shop.place;

/** A copy of the folder with the first backup. */
function copied(): string {
  const folder = newFolder();
  cpSync(first, folder, { recursive: true });
  return folder;
}

const blocksIn = (folder: string): string[] =>
  readdirSync(join(folder, 'blocks'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.length > 2)
    .toSorted();

test('a backup that somebody has renamed is not removed, and keeps its blocks', async () => {
  const folder = copied();
  renameSync(join(folder, name), join(folder, 'before the upgrade'));
  await newKey(); // So that the next one needs other blocks.
  const { not_removed } = await backUp(shop.place, [folder, '--quick', '--keep', '1h']);
  assert.equal(not_removed, null);
  await restoreTo(newFolder(), [join(folder, 'before the upgrade'), '--quick']);
});

test('files of others among the blocks stay, and do no harm', async () => {
  const folder = copied();
  const [beginning = ''] = readdirSync(join(folder, 'blocks'));
  const foreign = ['.DS_Store', join(beginning, '.DS_Store')];
  for (const file of foreign) writeFileSync(join(folder, 'blocks', file), '');
  mkdirSync(join(folder, 'blocks', beginning, 'folder'));
  const { not_removed } = await backUp(shop.place, [folder, '--quick', '--keep', '1h']);
  assert.equal(not_removed, null);
  for (const file of foreign) assert.ok(existsSync(join(folder, 'blocks', file)), file);
});

test('beside a backup that is not whole a new one is made, and says what is to be done', async () => {
  for (const file of ['manifest.json', 'kassa.db.blocks']) {
    const folder = copied();
    rmSync(join(folder, name, file));
    const before = blocksIn(folder);
    await newKey();
    const made = await backUp(shop.place, [folder, '--quick']);
    assert.match(made.not_removed ?? '', new RegExp(`${name} is not a whole backup: move it`));
    await restoreTo(newFolder(), [made.place, '--quick']);
    assert.deepEqual(
      before.filter((block) => !blocksIn(folder).includes(block)),
      [],
      'it may still be put in order',
    );
  }
});

test('a backup that a wrong clock has dated ahead does not push the new one out', async () => {
  const folder = copied();
  const [made_at, ahead] = ['2090-01-01T00:00:00.000Z', join(folder, '2090-01-01T00-00-00Z')];
  renameSync(join(folder, name), ahead);
  const manifest = JSON.parse(readFileSync(join(ahead, 'manifest.json'), 'utf8'));
  writeFileSync(join(ahead, 'manifest.json'), JSON.stringify({ ...manifest, made_at }));
  const made = await backUp(shop.place, [folder, '--quick', '--keep', '1d']);
  assert.deepEqual(made.removed, []);
  assert.deepEqual(backupsIn(folder), [made.place, ahead]);
  const next = await backUp(shop.place, [folder, '--quick', '--keep', '1d']);
  assert.deepEqual(next.removed, [made.place]);
});

test('a backup that was not made leaves no blocks behind, which might have filled the disk', async () => {
  const folder = copied();
  const before = blocksIn(folder);
  await newKey();
  // Where the list of blocks goes, which are stored by then.
  mkdirSync(join(data_dir, 'kassa.db.blocks'));
  writeFileSync(join(data_dir, 'kassa.db.blocks', 'file'), '');
  const settings = { KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' };
  const { code } = await kassa(['backup', folder, '--quick'], settings);
  rmSync(join(data_dir, 'kassa.db.blocks'), { recursive: true });
  assert.equal(code, 1);
  assert.deepEqual(blocksIn(folder), before);
  assert.deepEqual(backupsIn(folder), [join(folder, name)]);
});

test('a folder that goes away while a backup is made is told in a sentence', async () => {
  const folder = join(newFolder(), 'mounted');
  const asked = { folder, is_full: false, is_quick: true, now: Date.now(), version: '0' };
  const pulledOut = () => rmSync(folder, { recursive: true, force: true });
  const where = { data_dir, database_url, secret: undefined };
  await assert.rejects(
    makeBackup(where, { ...asked, keep: undefined, apart: [] }, pulledOut),
    /^Error: The backup to .*mounted was not made: a disk does not read or write/,
  );
});

test('what root backs up to the folder of another user is that user’s, whose service goes on there', async () => {
  const folder = newFolder();
  const [uid, gid] = process.getuid?.() === 0 ? [65534, 65534] : [statSync(folder).uid, -1];
  chownSync(folder, uid, gid);
  await backUp(shop.place, [join(folder, 'new'), '--quick']);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  assert.ok(files.some((file) => /blocks/.test(file)) && files.length > 5, files.join());
  for (const file of files) assert.equal(statSync(join(folder, file)).uid, uid, file);
});
