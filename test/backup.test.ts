import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startShop } from './harness.ts';

const shop = await startShop({ clock: Date.now });
const folder = join(shop.place.data_dir, 'backups');

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs the command as its own process, on the data of the server that runs here. */
function kassa(args: string[], data_dir = shop.place.data_dir): Promise<Ended> {
  const env = { ...process.env, KASSA_DATA_DIR: data_dir, DATABASE_URL: '' };
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', main, ...args],
      { env },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

const look = async () => (await shop.call('GET /get-backups')).body;

test('a shop that is used is copied with its secret: the copy has all that was answered, and is right', async () => {
  const { must, newKey } = await shop.openStore();
  const license_key = await newKey();
  // Written while it is copied.
  let is_copied = false;
  const copying = kassa(['backup', join(folder, 'first'), '--json']).finally(() => {
    is_copied = true;
  });
  while (!is_copied) await must('POST /create-customer', { email: 'ada@example.com' });
  const { code, out, err } = await copying;
  assert.equal(code, 0, err);
  const made = JSON.parse(out);
  const copy = join(folder, 'first');
  assert.equal(made.place, copy);
  assert.equal(made.bytes, statSync(join(copy, 'kassa.db')).size);
  for (const file of ['kassa.db', 'secret']) {
    assert.equal(statSync(join(copy, file)).mode & 0o077, 0, `${file} is private`);
  }
  const own = readFileSync(join(shop.place.data_dir, 'secret'), 'utf8');
  assert.equal(readFileSync(join(copy, 'secret'), 'utf8'), own);

  const { last_backup_at, days_since_backup, backups } = await look();
  assert.equal(last_backup_at, made.made_at);
  assert.equal(days_since_backup, 0);
  assert.deepEqual(backups[0], { made_at: made.made_at, place: copy, bytes: made.bytes });

  const verified = await kassa(['verify', '--json'], copy);
  assert.equal(verified.code, 0, verified.out + verified.err);
  const { data } = await must('GET /list-licenses', { query: license_key });
  assert.equal(data.length, 1);
});

test('a backup does not touch what is there: one sentence, and nothing is noted', async () => {
  const { backups: before } = await look();
  mkdirSync(join(folder, 'used', 'more'), { recursive: true });
  for (const [args, sentence] of [
    [['backup', join(folder, 'used')], /is not empty/],
    [['backup'], /Say where to/],
    [['backup', '--noted', ' '], /place of a backup/],
  ] as const) {
    const { code, err } = await kassa([...args]);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, sentence);
    assert.doesNotMatch(err, /\n\s+at /, 'no stack trace');
  }
  assert.deepEqual((await look()).backups, before); // Jobs may have made the file longer.
});

test('a copy that was made otherwise is noted', async () => {
  const { code, out } = await kassa(['backup', '--noted', 'tape 7 in the safe', '--json']);
  assert.equal(code, 0);
  assert.equal(JSON.parse(out).bytes, null);
  assert.equal((await look()).backups[0].place, 'tape 7 in the safe');
});
