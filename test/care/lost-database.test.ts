import assert from 'node:assert/strict';
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/platform/db/open.ts';
import { noteBackup } from '../../src/shop/store/backup.sql.ts';
import { newFolder, refused, restoreTo, startBackedUpShop } from '../harness/copies.ts';
import { kassa } from '../harness/kassa-command.ts';

// A data folder whose kassa.db is gone or empty: no new shop is begun over what is left.

const { folder, place } = await startBackedUpShop();

/** The log of a database that is in use, alone. */
async function logAlone(database: Buffer | undefined): Promise<string> {
  const [used, data_dir] = [newFolder(), newFolder()];
  const db = await openDatabase({ data_dir: used, database_url: undefined });
  const row = { made_at: Date.now(), place: 'tape', bytes: 1, made_by: 'noted' } as const;
  await db.write(null, async (tx) => noteBackup(tx, row));
  copyFileSync(join(used, 'kassa.db-wal'), join(data_dir, 'kassa.db-wal'));
  await db.close();
  if (database) writeFileSync(join(data_dir, 'kassa.db'), database);
  return data_dir;
}

/** A shop with this one's secret, without its database. */
async function withoutDatabase(): Promise<string> {
  const data_dir = newFolder();
  await restoreTo(data_dir, [place, '--quick', '--unchanged']);
  for (const end of ['', '-wal', '-shm']) rmSync(join(data_dir, `kassa.db${end}`), { force: true });
  return data_dir;
}

test('the log of a lost database is left alone, whatever looks at it', async () => {
  const shop_dir = newFolder();
  await restoreTo(shop_dir, [place, '--quick', '--unchanged']);
  for (const database of [undefined, Buffer.alloc(0)]) {
    const data_dir = await logAlone(database);
    const log = readFileSync(join(data_dir, 'kassa.db-wal'));
    assert.ok(log.length > 0);
    const where = { KASSA_DATA_DIR: data_dir, KASSA_PORT: '0' };
    for (const args of [
      ['verify'],
      ['stores', 'create', '--name', 'New'],
      ['serve'], // After those that end by themselves if they are not refused.
      ['backup', newFolder()],
      ['move', '--from', shop_dir, '--to', data_dir],
    ]) {
      await refused(args, where, /kassa\.db is lost: it is missing or empty/);
    }
    const { out } = await kassa(['doctor'], where);
    assert.match(out, /fail {2}database: .*kassa\.db is lost/);
    assert.deepEqual(readFileSync(join(data_dir, 'kassa.db-wal')), log);
  }
});

test('where there are backups of the shop, no new one is begun, and the command that is told restores it', async () => {
  const inside = await withoutDatabase();
  cpSync(folder, join(inside, 'copies'), { recursive: true });
  const outside = await withoutDatabase();
  writeFileSync(join(outside, 'kassa.db'), '');
  for (const [data_dir, more] of [
    [inside, {}],
    [outside, { KASSA_BACKUP_DIR: folder }],
  ] as const) {
    const where = { KASSA_DATA_DIR: data_dir, KASSA_PORT: '0', ...more };
    const sentence = /no database in .*, but a backup of its shop in .* restore .* --replace/;
    const { err } = await kassa(['stores', 'create', '--name', 'New'], where);
    assert.match(err, sentence);
    await refused(['serve'], where, sentence);
    const [, backup = ''] = /restore (\S+) --replace/.exec(err) ?? [];
    await restoreTo(data_dir, [backup, '--quick', '--replace']);
    assert.equal((await kassa(['verify'], where)).code, 0);
  }
});

test('a first start is one: also interrupted, with a secret from elsewhere, or beside backups of others', async () => {
  const begun = { 'kassa.db': '', 'server.lock': '' };
  const secret = '5a'.repeat(32);
  const cases: [Record<string, string>, Record<string, string>][] = [
    [{}, {}],
    [begun, {}],
    [{ ...begun, secret }, {}],
    [{ secret }, { KASSA_BACKUP_DIR: folder }],
    [{}, { KASSA_BACKUP_DIR: folder }],
    [{}, { KASSA_BACKUP_DIR: folder, KASSA_SECRET: secret }],
    [{}, { KASSA_BACKUP_DIR: join(dirname(folder), 'not mounted') }],
  ];
  for (const [files, more] of cases) {
    const data_dir = newFolder();
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(data_dir, name), text, { mode: 0o600 });
    }
    const where = { KASSA_DATA_DIR: data_dir, ...more };
    const { code, err } = await kassa(['stores', 'create', '--name', 'New'], where);
    assert.equal(code, 0, err);
  }
});
