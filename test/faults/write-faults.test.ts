import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Tx } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { cards } from '../harness/cast.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { makePlace } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { can_fail, type DiskFault, failDisk } from './disk-faults.ts';

// A disk that does not take what is written: the running server gets an error for its writes to the
// database and its log, or for their syncs. Whatever it answers is then compared with what is there
// after the process was killed and started again.

const FILES = ['kassa.db', 'kassa.db-wal', 'kassa.db-shm'];
const LOG = ['kassa.db-wal'];
const SYNCS = ['fdatasync', 'fsync'];
const CLIENTS = 6;

let shop: ProcessShop;
let product_id = '';
/** Names of products whose makers were told 200. */
const acknowledged: string[] = [];
/** Requests with an Idempotency-Key that were refused. */
const again: { name: string; headers: Record<string, string> }[] = [];
let count = 0;

before(async () => {
  shop = await ProcessShop.make(await makePlace('sqlite'));
  await shop.start({ KASSA_LOG_LEVEL: 'off' });
  product_id = (await add('sold')).body.product_id;
  acknowledged.push('sold');
  await shop.kill('SIGTERM');
});

const add = (name: string, headers: Record<string, string> = {}) =>
  shop.call(
    '/create-product',
    { name, description: 'x'.repeat(500), price: 5, currency: 'USD' },
    headers,
  );

type Told = Awaited<ReturnType<typeof add>>;

/** Whoever is refused is told why, in words, and by which name to ask about it. */
function assertToldWhy({ status, body }: Told): void {
  assert.equal(status, 500);
  assert.equal(body.error.code, 'internal_error');
  assert.match(body.error.message, /^Kassa cannot store anything at the moment/);
  assert.match(body.error.request_id, /^req_/);
}

async function addOne(has_key: boolean): Promise<number> {
  const name = `product ${count++}`;
  const headers: Record<string, string> = has_key ? { 'idempotency-key': `key-${count}` } : {};
  const told = await add(name, headers);
  if (told.status === 200) acknowledged.push(name);
  else {
    assertToldWhy(told);
    if (has_key) again.push({ name, headers });
  }
  return told.status;
}

/** Some at once, one in two with a key. */
const addSome = () => Promise.all(Array.from({ length: CLIENTS }, (_, at) => addOne(at % 2 === 0)));

async function openSession(): Promise<string> {
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const { status, body } = await shop.call('/create-checkout', session);
  assert.equal(status, 200);
  return body.checkout_session_id;
}

const pay = (checkout_session_id: string) =>
  shop.call(
    '/complete-checkout',
    { checkout_session_id, payment_method: cards.pays },
    { 'idempotency-key': checkout_session_id },
  );

const warning = async () => {
  const { status, body } = await shop.get('/readyz');
  assert.equal(status, 200, 'it stays in service for reading');
  return body.warning;
};

/** What was acknowledged is there once, and nothing of what was refused. */
function assertNames(rows: { name?: unknown }[], when: string): void {
  const names = rows.map(({ name }) => String(name));
  assert.deepEqual(names.toSorted(), acknowledged.toSorted(), when);
}

async function assertKept(when: string): Promise<void> {
  assertNames(await shop.rows('SELECT name FROM products'), when);
  await shop.assertRight();
}

/**
 * Kills the process and starts it again. The connection of this test keeps what SQLite knows about
 * the log; whoever opens a copy finds it out from the files, as after a crash of the machine.
 */
async function restart(when: string): Promise<void> {
  await shop.kill();
  const folder = mkdtempSync(join(tmpdir(), 'kassa-crashed-'));
  for (const name of ['kassa.db', ...LOG]) {
    cpSync(join(shop.place.data_dir, name), join(folder, name));
  }
  const copy = new DatabaseSync(join(folder, 'kassa.db'));
  const names = copy.prepare('SELECT name FROM products').all();
  copy.close();
  rmSync(folder, { recursive: true });
  assertNames(names, `${when}, opened again`);
  await shop.start({ KASSA_LOG_LEVEL: 'off' });
}

const FAULTS = [
  { error: 'ENOSPC', calls: ['pwrite64'], says: /disk of the database is full/ },
  { error: 'EROFS', calls: ['pwrite64'], says: /does not read or write/ },
  { error: 'EIO', calls: SYNCS, says: /does not read or write/ },
] as const;

test('while writes or syncs fail, all are refused in words and none of them stays; then it goes on by itself', async () => {
  for (const { error, calls, says } of can_fail ? FAULTS : []) {
    const what = `${error} of ${calls}`;
    await shop.start({ KASSA_LOG_LEVEL: 'off' });
    const { pid } = shop;
    const session = await openSession();
    const disk = await failDisk(shop, { files: FILES, calls: [...calls], error });
    const statuses = await addSome();
    assert.deepEqual(new Set(statuses), new Set([500]), what);
    assertToldWhy(await pay(session));
    assert.match(String(await warning()), says, what);
    const read = await shop.get(`/get-product?product_id=${product_id}`);
    assert.equal(read.status, 200, `${what}: reading goes on`);
    await addSome();
    await disk.end();
    await until(async () => (await warning()) === undefined, 'it is noticed without a request');
    assert.equal(shop.pid, pid, `${what}: the same process goes on`);
    assert.deepEqual(new Set(await addSome()), new Set([200]), what);
    for (const { name, headers } of again.splice(0)) {
      assert.equal((await add(name, headers)).status, 200, 'a refusal is not kept under the key');
      acknowledged.push(name);
    }
    const paid = await pay(session);
    assert.equal(paid.status, 200, JSON.stringify(paid.body));
    await restart(what);
    await assertKept(what);
    const charges = await shop.rows<{ status: string }>(
      `SELECT g.status FROM test_gateway_charges g JOIN transactions t
       ON t.transaction_id = g.charge_key WHERE t.checkout_session_id = '${session}'`,
    );
    assert.deepEqual(charges, [{ status: 'paid' }], `${what}: charged once`);
    await shop.kill('SIGTERM');
  }
  await assertKept('in the end');
});

test('one sync or write that fails: who was refused left nothing, even if the process dies at once', async () => {
  const faults = [
    { calls: SYNCS, numbers: [1, 2, 4] },
    { calls: ['pwrite64'], numbers: [1, 2, 5] },
  ];
  for (const { calls, numbers } of can_fail ? faults : []) {
    for (const only of numbers) {
      await shop.start({ KASSA_LOG_LEVEL: 'off' });
      const disk = await failDisk(shop, { files: LOG, calls, error: 'EIO', only });
      await until(async () => (await addOne(false)) === 500 || disk.hasFailed(), 'it has failed');
      const what = `${calls} ${only}`;
      await restart(what);
      await disk.end();
      await assertKept(what);
      await shop.kill('SIGTERM');
    }
  }
  await assertKept('in the end');
});

test('while no sync succeeds, a process that is killed leaves nothing of what it refused', async () => {
  for (const files of can_fail ? [LOG, FILES] : []) {
    await shop.start({ KASSA_LOG_LEVEL: 'off' });
    const disk = await failDisk(shop, { files, calls: SYNCS, error: 'EIO' });
    for (const status of [await addOne(false), await addOne(false)]) assert.equal(status, 500);
    await restart('killed meanwhile');
    await disk.end();
    await assertKept('killed meanwhile');
    await shop.kill('SIGTERM');
  }
  await assertKept('in the end');
});

/** Since the call that failed, the file has all of the log, synced, before the log is synced again. */
function assertMovedFirst(disk: DiskFault): void {
  const [, since = ''] = disk.calls().split('(INJECTED)');
  const calls = since.matchAll(/ (\w+)\(\d+<[^>]*\/(kassa\.db(?:-wal)?)>.*\) += 0$/gm);
  const done = [...calls].map(([, call, file]) => `${call?.replace('fdata', 'f')} ${file}`);
  const emptied = done.indexOf('ftruncate kassa.db-wal');
  const synced = done.indexOf('fsync kassa.db');
  assert.ok(synced !== -1 && synced < emptied, since);
  assert.ok(done.indexOf('fsync kassa.db-wal', emptied) > emptied, since);
}

test('after a sync of the log that failed, the next commit waits until the file has all of the log, synced', async () => {
  if (!can_fail) return assertKept('nothing was tried');
  await shop.start({ KASSA_LOG_LEVEL: 'off' });
  assert.equal(await addOne(false), 200, 'the log has something');
  const watched = ['ftruncate'];
  const disk = await failDisk(shop, { files: FILES, calls: SYNCS, error: 'EIO', only: 1, watched });
  await until(async () => (await addOne(false)) === 500 || disk.hasFailed(), 'a sync has failed');
  assert.equal(await addOne(false), 200, 'and the next commit succeeds');
  assertMovedFirst(disk);
  await disk.end();
  await restart('after one failed sync');
  await assertKept('after one failed sync');
});

test('the same after a sync that failed while nobody wrote, when the index of words was put in order', async () => {
  if (!can_fail) return assertKept('nothing was tried');
  await shop.start({ KASSA_LOG_LEVEL: 'off' });
  for (let n = 0; n < 20; n++) assert.equal(await addOne(false), 200);
  const watched = ['ftruncate'];
  const disk = await failDisk(shop, { files: FILES, calls: SYNCS, error: 'EIO', only: 1, watched });
  await until(() => disk.hasFailed(), 'a sync has failed');
  assert.equal(await addOne(false), 200);
  assertMovedFirst(disk);
  await disk.end();
  await restart('after a step of upkeep');
  await assertKept('after a step of upkeep');
});

/** One sync of the log fails while somebody reads; returns what the next write is told meanwhile. */
async function failWhileRead(reads_older: boolean): Promise<number> {
  assert.equal(await addOne(false), 200);
  const reader = new DatabaseSync(join(shop.place.data_dir, 'kassa.db'), { readOnly: true });
  reader.exec('BEGIN; SELECT 1 FROM stores');
  if (reads_older) assert.equal(await addOne(false), 200);
  const disk = await failDisk(shop, { files: LOG, calls: SYNCS, error: 'EIO', only: 1 });
  await until(async () => (await addOne(false)) === 500 || disk.hasFailed(), 'a sync has failed');
  const status = await addOne(false);
  reader.close();
  await until(async () => (await addOne(false)) === 200, 'it goes on by itself');
  await disk.end();
  return status;
}

test('others who read meanwhile hold up the next commit only if they read what is older', async () => {
  if (!can_fail) return assertKept('nothing was tried');
  await shop.start({ KASSA_LOG_LEVEL: 'off' });
  assert.equal(await failWhileRead(true), 500, 'the log cannot be moved whole');
  // A job may write just after a reader has begun, which then reads what is older.
  await until(
    async () => (await failWhileRead(false)) === 200,
    'who reads the newest is no matter',
  );
  await restart('read meanwhile');
  await assertKept('read meanwhile');
});

test('what was in the log without a sync when one failed may be missing: it is emptied before the next commit', async () => {
  if (!can_fail) return assertKept('nothing was tried');
  const place = await makePlace('sqlite');
  const db = await openDatabase(place);
  const path = join(place.data_dir, 'kassa.db');
  const change = async (tx: Tx) =>
    tx.run("UPDATE backup_schedule SET tried_at = tried_at + 1 WHERE store_id = ''");
  for (const is_unsynced of [false, true]) {
    await db.write(null, change);
    if (is_unsynced) await db.writeUnsynced(null, change);
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('BEGIN; SELECT 1 FROM backup_schedule'); // So it cannot be emptied.
    const here = { pid: process.pid, place };
    const disk = await failDisk(here, { files: LOG, calls: SYNCS, error: 'EIO', only: 1 });
    try {
      await assert.rejects(db.write(null, change), /disk I\/O error/);
      const next = db.write(null, change);
      await (is_unsynced ? assert.rejects(next, /disk I\/O error/) : next);
      reader.close();
      await db.write(null, change);
    } finally {
      await disk.end();
    }
  }
  await db.close();
  await place.remove();
});

test('a disk that takes small writes and nothing larger is not said to be well', async () => {
  if (!can_fail) return assertKept('nothing was tried');
  await shop.start({ KASSA_LOG_LEVEL: 'off' });
  // The log takes writes again after the first: it writes over what it no longer needs.
  const disk = await failDisk(shop, {
    ...{ files: [...LOG, 'kassa.db-room.tmp'], calls: ['pwrite64'], error: 'ENOSPC' },
    ...{ only: 1, always: ['openat'] },
  });
  await until(async () => {
    await addOne(false);
    return (await warning()) !== undefined;
  }, 'one write is refused');
  assert.equal(await addOne(false), 200);
  await setTimeout(12_000); // Twice as long as nothing must be refused.
  assert.match(await warning(), /the disk of the database is full/);
  assert.equal(await addOne(false), 200);
  await disk.end();
  await until(async () => (await warning()) === undefined, 'there is room again');
  await shop.kill('SIGTERM');
  await assertKept('after all');
});
