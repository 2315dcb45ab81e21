import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { cards } from '../harness/cast.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { MAIN } from '../harness/program.ts';
import { makePlace } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

// A database that takes no writes for a while: a limit on files as on a full disk, or PostgreSQL that
// may only be read. And databases that cannot be used at all.

const folder = mkdtempSync(join(tmpdir(), 'kassa-storage-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let shop: ProcessShop;
before(async () => {
  shop = await ProcessShop.make(await makePlace());
});

/** From now on nothing can be stored, or everything again. */
async function setStorable(is_storable: boolean): Promise<void> {
  const { database_url } = shop.place;
  if (database_url === undefined) {
    const limit = is_storable ? 'unlimited' : '1';
    execFileSync('prlimit', ['--pid', String(shop.pid), `--fsize=${limit}:`]);
    return;
  }
  const client = new Client({ connectionString: database_url });
  await client.connect();
  await client.query('SET default_transaction_read_only = off');
  const { rows } = await client.query('SELECT current_database() AS name');
  const change = is_storable
    ? 'RESET default_transaction_read_only'
    : 'SET default_transaction_read_only = on';
  await client.query(`ALTER DATABASE "${rows[0].name}" ${change}`);
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await client.end();
}

const product = (name: string) =>
  shop.call('/create-product', { name, description: '', price: 5, currency: 'USD' });

test('while nothing can be stored, reads go on, writes are refused in words, and /readyz says why; then all goes on by itself', async () => {
  await shop.start({ KASSA_LOG_LEVEL: 'off' });
  const kept: string[] = [];
  const { body } = await product('before');
  kept.push(body.product_id);
  const bought = { product_id: body.product_id, customer_id: 'ada', quantity: 1 };
  const session = await shop.call('/create-checkout', bought);
  assert.equal(session.status, 200);
  const { checkout_session_id } = session.body;
  const payment = { checkout_session_id, payment_method: cards.pays };
  await setStorable(false);
  const keyed = { 'idempotency-key': 'once' };
  const wanted = { name: 'meanwhile', description: '', price: 5, currency: 'USD' };
  await until(async () => (await product('no')).status === 500, 'a write is refused');
  for (const answer of await Promise.all([
    ...Array.from({ length: 20 }, () => product('no')),
    shop.call('/create-product', wanted, keyed),
    ...Array.from({ length: 4 }, () =>
      shop.call('/complete-checkout', payment, { 'idempotency-key': 'paid' }),
    ),
  ])) {
    assert.equal(answer.status, 500);
    assert.equal(answer.body.error.code, 'internal_error');
    assert.match(answer.body.error.message, /^Kassa cannot store anything at the moment/);
  }
  const read = await shop.get(`/get-product?product_id=${body.product_id}`);
  assert.equal(read.status, 200);
  const ready = await shop.get('/readyz');
  assert.equal(ready.status, 200);
  assert.match(ready.body.warning, /^nothing can be stored: .*Kassa goes on by itself/);

  await setStorable(true);
  const wellAgain = async () => (await shop.get('/readyz')).body.warning === undefined;
  await until(wellAgain, 'it is noticed without a request');
  for (const name of ['after', 'later']) kept.push((await product(name)).body.product_id);
  const again = await shop.call('/create-product', wanted, keyed);
  assert.equal(again.status, 200, 'a refusal is not kept under the key');
  kept.push(again.body.product_id);
  const paid = await shop.call('/complete-checkout', payment, { 'idempotency-key': 'paid' });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
  const charges = await shop.rows<{ status: string }>('SELECT status FROM test_gateway_charges');
  assert.deepEqual(charges, [{ status: 'paid' }], 'charged once');
  const rows = await shop.rows<{ product_id: string }>('SELECT product_id FROM products');
  assert.deepEqual(rows.map(({ product_id }) => product_id).toSorted(), kept.toSorted());
  await shop.assertRight();
  await shop.kill('SIGTERM');
});

/** What a start says that must fail. */
function refusedStart(env: Record<string, string>): string {
  const { stderr, status } = spawnSync(process.execPath, [MAIN, 'serve'], {
    env: { ...process.env, DATABASE_URL: '', KASSA_PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 1, stderr);
  assert.ok(!stderr.includes('    at '), stderr);
  return stderr;
}

test('a data folder that cannot be written to is refused in a sentence that says what to do', () => {
  writeFileSync(join(folder, 'file'), '');
  const in_file = refusedStart({ KASSA_DATA_DIR: join(folder, 'file', 'data') });
  const sentence = /^Kassa cannot start with the data folder .*What to do: choose another folder/;
  assert.match(in_file, sentence);
  assert.match(refusedStart({ KASSA_DATA_DIR: join(folder, 'file') }), sentence);
  if (process.getuid?.() === 0) return; // Root may write everywhere.
  const closed = join(folder, 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0o500);
  const said = refusedStart({ KASSA_DATA_DIR: closed });
  assert.match(said, /may only be read .*What to do: make the data folder writable/);
});

test('a folder or a file of another user, where a file of Kassa must be, is refused with what to do', () => {
  for (const name of ['kassa.db', 'server.lock']) {
    const data_dir = join(folder, `in-place-of-${name}`);
    const path = join(data_dir, name);
    mkdirSync(path, { recursive: true });
    const said = refusedStart({ KASSA_DATA_DIR: data_dir });
    assert.ok(said.startsWith(`${path} is a folder, and must be a file.`), said);
    assert.match(said, /move the folder away/);
    if (process.getuid?.() === 0) continue; // Root may read everything.
    rmSync(path, { recursive: true });
    writeFileSync(path, '');
    chmodSync(path, 0);
    assert.match(refusedStart({ KASSA_DATA_DIR: data_dir }), /may not read and write a file in it/);
  }
});

test('a file that is no database, or a damaged one, is refused with the way back', () => {
  const data_dir = join(folder, 'damaged');
  mkdirSync(data_dir);
  writeFileSync(join(data_dir, 'kassa.db'), 'no database at all '.repeat(1_000));
  const said = refusedStart({ KASSA_DATA_DIR: data_dir });
  assert.match(
    said,
    /database file is damaged.*put back the newest backup \(npm run kassa -- restore/,
  );
});

test('a database of a newer Kassa is refused with both numbers, and stays as it is', async () => {
  const add = `INSERT INTO migrations (number, name, applied_at) VALUES (9999, 'from the future', 1)`;
  await shop.db.write(null, async (tx) => tx.run(add));
  const before_it = await shop.rows('SELECT * FROM migrations ORDER BY number');
  const { data_dir, database_url = '' } = shop.place;
  const said = refusedStart({ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url });
  assert.match(
    said,
    /^This database was written by a newer Kassa: it has migration 9999, and this Kassa knows them up to \d+\. Start the newer Kassa/,
  );
  assert.deepEqual(await shop.rows('SELECT * FROM migrations ORDER BY number'), before_it);
  await shop.db.write(null, async (tx) => tx.run('DELETE FROM migrations WHERE number = 9999'));
});
