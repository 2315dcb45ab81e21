import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp, backupsIn, newFolder, openShop, refused } from '../../harness/copies.ts';
import { kassa } from '../../harness/kassa-command.ts';
import { makePlace, startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';

// A shop on PostgreSQL that is used all the time, and copies of it.

const shop = await startShop({ clock: Date.now });
const { must, newKey, key, store_id } = await shop.openStore();
const license_key = await newKey();
const folder = newFolder();

/** A data folder and an empty database. */
async function emptyPlace() {
  const place = await makePlace();
  const url = place.database_url ?? '';
  return { place, settings: { KASSA_DATA_DIR: newFolder(), DATABASE_URL: url } };
}

test('a shop on PostgreSQL is copied while it is used, and restored to another database', async () => {
  const acknowledged: string[] = [];
  let is_over = false;
  const writing = (async () => {
    while (!is_over) {
      const { customer_id } = await must('POST /create-customer', { email: 'ada@example.com' });
      acknowledged.push(customer_id);
    }
  })();
  await until(() => acknowledged.length > 20, 'somebody writes');
  const before = [...acknowledged];
  const made = await backUp(shop.place, [folder]).finally(() => {
    is_over = true;
  });
  await writing;
  assert.ok(acknowledged.length > before.length, 'others wrote while it was copied');
  assert.deepEqual(made.violations, []);
  assert.deepEqual(backupsIn(folder), [made.place]);

  const { settings } = await emptyPlace();
  const restored = await kassa(['restore', made.place], settings);
  assert.equal(restored.code, 0, restored.err);
  assert.match(
    restored.out,
    /Set DATABASE_URL of the service to this database, and KASSA_DATA_DIR /,
  );
  assert.ok(restored.out.includes(`certificates: ${settings.KASSA_DATA_DIR}\n`), restored.out);
  const other = await openShop(settings.KASSA_DATA_DIR, shop, settings.DATABASE_URL);
  const there = await other.openStore({ api_key: key, store_id });
  assert.equal((await there.validate(license_key)).valid, true);
  for (const customer_id of before) await there.must('GET /get-customer', { customer_id });
  await there.must('POST /create-customer', { email: 'new@example.com' });
  await other.assertRight();
  await refused(['restore', made.place], settings, /stop all servers and commands first/);
});

test('a restore that is killed goes on when it is repeated; a shop that is there is refused', async () => {
  const [backup = ''] = backupsIn(folder);
  const { place, settings } = await emptyPlace();
  const running = kassa(['restore', backup, '--quick'], settings);
  const staged = () => readdirSync(settings.KASSA_DATA_DIR).includes('.restore');
  await until(() => staged() || running.child.exitCode !== null, 'it has begun');
  await new Promise((resolve) => setTimeout(resolve, 150));
  running.child.kill('SIGKILL');
  await running;
  if (running.child.signalCode === 'SIGKILL') {
    const again = await kassa(['restore', backup, '--quick'], settings);
    assert.equal(again.code, 0, again.err);
  }
  const verified = await kassa(['verify', '--json'], settings);
  assert.equal(verified.code, 0, verified.out + verified.err);
  await refused(['restore', backup, '--quick'], settings, /is not empty/);
  await place.remove();
});

test('a backup of PostgreSQL can be restored to SQLite too', async () => {
  const [backup = ''] = backupsIn(folder);
  const to = join(newFolder(), 'data');
  const restored = await kassa(['restore', backup, '--to', to], {});
  assert.equal(restored.code, 0, restored.err);
  const verified = await kassa(['verify', '--json'], { KASSA_DATA_DIR: to });
  assert.equal(verified.code, 0, verified.out + verified.err);
});

test('a SQLite shop in the data folder keeps its log when a backup goes to PostgreSQL', async () => {
  const [backup = ''] = backupsIn(folder);
  const { place, settings } = await emptyPlace();
  const files = ['kassa.db', 'kassa.db-wal', 'kassa.db-shm'];
  for (const file of files) writeFileSync(join(settings.KASSA_DATA_DIR, file), file);
  const restored = await kassa(['restore', backup, '--quick'], settings);
  assert.equal(restored.code, 0, restored.err);
  for (const file of files) {
    assert.equal(readFileSync(join(settings.KASSA_DATA_DIR, file), 'utf8'), file);
  }
  await place.remove();
});
