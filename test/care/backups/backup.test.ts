import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '../../../src/platform/db/open.ts';
import {
  backUp,
  backupsIn,
  newFolder,
  openShop,
  refused,
  restoreTo,
} from '../../harness/copies.ts';
import { kassa } from '../../harness/kassa-command.ts';
import { startShop } from '../../harness/shop.ts';

// A shop on SQLite that is used all the time, and copies of it.

const shop = await startShop({ clock: Date.now });
const { data_dir } = shop.place;
const settings = { KASSA_DATA_DIR: data_dir };
const { must, newKey, validate, key, store_id } = await shop.openStore();
const license_key = await newKey();
const folder = newFolder();

const look = async () => (await shop.call('GET /get-backups')).body;

/** Writes all the time until `work` has ended. Returns what was acknowledged before it began. */
async function underWrites<T>(
  work: () => Promise<T>,
): Promise<{ result: T; before: string[]; during: number }> {
  const acknowledged: string[] = [];
  let is_over = false;
  const write = async () => {
    while (!is_over) {
      const { customer_id } = await must('POST /create-customer', { email: 'ada@example.com' });
      acknowledged.push(customer_id);
      await setImmediate();
    }
  };
  const writers = [write(), write(), write()];
  while (acknowledged.length < 50) await setImmediate();
  const before = [...acknowledged];
  const result = await work().finally(() => {
    is_over = true;
  });
  await Promise.all(writers);
  return { result, before, during: acknowledged.length - before.length };
}

const customersIn = async (data_dir: string): Promise<Set<string>> => {
  const db = await openDatabase({ data_dir, database_url: undefined });
  const rows = await db
    .reader(null)
    .all<{ customer_id: string }>('SELECT customer_id FROM customers');
  await db.close();
  return new Set(rows.map(({ customer_id }) => customer_id));
};

test('a shop that is used is copied and restored elsewhere: all that was answered before is there, and right', async () => {
  const { result: made, before, during } = await underWrites(() => backUp(shop.place, [folder]));
  assert.ok(during > 0, 'others wrote while it was copied');
  assert.deepEqual(backupsIn(folder), [made.place]);
  assert.deepEqual(made.violations, []);
  const { last_backup_at, days_since_backup, backups } = await look();
  assert.equal(last_backup_at, made.made_at);
  assert.equal(days_since_backup, 0);
  const { place, bytes, made_at } = made;
  assert.deepEqual(backups[0], { made_at, place, bytes, made_by: 'command' });

  const restored = join(newFolder(), 'data');
  const told = await restoreTo(restored, [place]);
  assert.match(told, /Every record was checked\./);
  assert.match(told, /Numbers of events since then are left out/);
  const customers = await customersIn(restored);
  assert.deepEqual(
    before.filter((id) => !customers.has(id)),
    [],
  );
  // The secret came with it: what it protects can be opened, and certificates are signed as before.
  const other = await openShop(restored, shop);
  const there = await other.openStore({ api_key: key, store_id });
  assert.equal((await there.validate(license_key)).valid, true);
  assert.equal((await validate(license_key)).valid, true);
  const keys = async (one: typeof shop) => (await one.call('GET /.well-known/jwks.json')).text;
  assert.equal(await keys(other), await keys(shop));
  await other.assertRight();
});

test('copying kassa.db alone loses what is still in the log; a backup loses nothing', async () => {
  const copyAlone = async () => {
    const copy = newFolder();
    copyFileSync(join(data_dir, 'kassa.db'), join(copy, 'kassa.db'));
    return copy;
  };
  let before: string[];
  let kept: Set<string>;
  // Just after the log was written back, everything is in the file: then it is copied once more.
  do {
    const copied = await underWrites(copyAlone);
    before = copied.before;
    kept = await customersIn(copied.result);
  } while (before.every((id) => kept.has(id)));

  const { place } = await backUp(shop.place, [folder, '--quick']);
  const restored = newFolder();
  await restoreTo(restored, [place, '--quick']);
  const all = await customersIn(restored);
  assert.deepEqual(
    before.filter((id) => !all.has(id)),
    [],
  );
});

test('only what is new is stored again; with --full it is plain files, and a data folder by itself', async () => {
  // Jobs change a page here and there: that is little only in a shop that has something.
  const description = 'Edits photos on your own machine. '.repeat(290);
  const product = { name: 'Editor', description, price: 5, currency: 'EUR' };
  for (let n = 0; n < 200; n++) await must('POST /create-product', product);
  await shop.runJob('compact');
  await backUp(shop.place, [folder, '--quick']);
  const second = await backUp(shop.place, [folder, '--quick']);
  assert.ok(second.new_bytes < second.bytes / 2, `${second.new_bytes} of ${second.bytes} are new`);
  const full = await backUp(shop.place, [folder, '--full', '--quick']);
  const files = readdirSync(full.place).toSorted();
  assert.deepEqual(files, ['kassa.db', 'manifest.json', 'secret', 'tls']);
  const own = readFileSync(join(data_dir, 'secret'), 'utf8');
  assert.equal(readFileSync(join(full.place, 'secret'), 'utf8'), own);
  const verified = await kassa(['verify', '--json'], { KASSA_DATA_DIR: full.place });
  assert.equal(verified.code, 0, verified.out + verified.err);
});

test('only the owner can read a backup', () => {
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name);
  }
});

test('everything in the data folder is copied, but for what is of the moment, other shops and backups', async () => {
  const more = {
    'acme/account.key': 'x',
    'note.new': 'x',
    'demo/kassa.db': '',
    'demo/secret': 'x',
  };
  for (const [path, text] of Object.entries(more)) {
    mkdirSync(join(data_dir, path, '..'), { recursive: true });
    writeFileSync(join(data_dir, path), text);
  }
  const inside = join(data_dir, 'backups');
  await backUp(shop.place, [inside, '--quick']);
  const { place } = await backUp(shop.place, [inside, '--quick']);
  const files: { path: string }[] = JSON.parse(
    readFileSync(join(place, 'manifest.json'), 'utf8'),
  ).files;
  assert.deepEqual(
    files.map(({ path }) => path),
    [
      'kassa.db',
      'acme/account.key',
      'secret',
      'tls/ca.key',
      'tls/ca.pem',
      'tls/server-by-name.key',
      'tls/server-by-name.pem',
      'tls/server.key',
      'tls/server.pem',
    ],
  );
});

test('a place that is not for backups is refused in one sentence, and nothing is noted', async () => {
  const { backups: before } = await look();
  const [backup = ''] = backupsIn(folder);
  const link = join(newFolder(), 'link');
  symlinkSync(data_dir, link);
  for (const [args, sentence] of [
    [['backup'], /Say where to/],
    [['backup', ''], /Say where to/],
    [['backup', '/dev/null'], /is a file, not a folder/],
    // Node's own way of making folders never comes back from there.
    [['backup', '/proc/none/here'], /cannot be written to: E/],
    [['backup', join(folder, 'x'.repeat(300))], /cannot be written to: ENAMETOOLONG/],
    [['backup', '/mnt/my', 'backups'], /"backups" is one word too many/],
    [['backup', 's3://bucket/shop'], /go to a folder, and not to s3:\/\/…/],
    [['backup', data_dir], /is the data folder of the shop/],
    [['backup', join(data_dir, 'tls')], /among the live files of the shop/],
    [['backup', join(data_dir, 'tls', 'new')], /among the live files of the shop/],
    [['backup', join(link, 'tls', 'new')], /among the live files of the shop/],
    [['backup', link], /is the data folder of the shop/],
    [['backup', backup], /is a backup: name the folder that it is in/],
    [['backup', join(data_dir, 'secret')], /is a file, not a folder/],
    [['backup', folder, '--keep', 'all'], /--keep is numbers of periods/],
    [['backup', '--noted', ' '], /place of a backup/],
  ] as const) {
    await refused([...args], settings, sentence);
  }
  assert.deepEqual((await look()).backups, before);
});

test('a shop that is not there, such as in a folder that was mistyped, is no shop to look at', async () => {
  const nowhere = join(newFolder(), 'shop');
  const commands = [
    ['backup', newFolder()],
    ...['verify', 'charges', 'charges compare', 'mails', 'listen', 'trigger customer.updated'],
    ...['keys create', 'keys list', 'keys revoke key_x', 'stores list', 'stores update'],
    ...['dashboard link', 'provider show', 'signing-keys list', 'secret status', 'secret replace'],
    ['move', '--to', newFolder()],
  ].map((command) => (typeof command === 'string' ? command.split(' ') : command));
  const sentence = /^There is no shop in .*shop\. If yours is .* with KASSA_DATA_DIR .* serve\n$/;
  for (const args of commands) {
    await refused(args, { KASSA_DATA_DIR: nowhere }, sentence);
    assert.equal(existsSync(nowhere), false, args.join(' '));
  }
});

test('a copy that was made otherwise is noted', async () => {
  const { code, out } = await kassa(
    ['backup', '--noted', 'tape 7 in the safe', '--json'],
    settings,
  );
  assert.equal(code, 0);
  assert.equal(JSON.parse(out).bytes, null);
  const [newest] = (await look()).backups;
  assert.deepEqual([newest.place, newest.made_by], ['tape 7 in the safe', 'noted']);
});

test('with KASSA_SECRET the secret is not in the backup, which says so; a wrong one is refused', async () => {
  const secret = readFileSync(join(data_dir, 'secret'), 'utf8').trim();
  const to = newFolder();
  const given = await kassa(['backup', to, '--quick'], { ...settings, KASSA_SECRET: secret });
  assert.equal(given.code, 0, given.err);
  assert.match(given.out, /The secret is NOT in it/);
  const [place = ''] = backupsIn(to);
  assert.ok(!readdirSync(place).includes('secret'));
  const wrong = { ...settings, KASSA_SECRET: 'a'.repeat(64) };
  await refused(['backup', to, '--quick'], wrong, /begun with another secret/);
  assert.equal(backupsIn(to).length, 1);
  const restored = { KASSA_DATA_DIR: newFolder(), KASSA_SECRET: 'a'.repeat(64) };
  await refused(['restore', place], restored, /begun with another secret/);
  assert.deepEqual(readdirSync(restored.KASSA_DATA_DIR), ['server.lock']);
});
