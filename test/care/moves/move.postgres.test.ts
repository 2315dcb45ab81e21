import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { verify } from '../../../src/care/verify/verify.ts';
import { lookAtDatabase } from '../../../src/commands/doctor/database.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { takeServingLock } from '../../../src/platform/db/serving-lock.ts';
import { readSettings } from '../../../src/platform/machine/settings.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { makePlace, type Place, type Shop } from '../../harness/shop.ts';
import { liveSomeDays, moveFrom, reopen, rowsOf, startSqliteShop } from './moving.ts';

// A shop that has everything goes to PostgreSQL and back, and is used on both sides.

const STRANGE = 'Tab\there, line\nthere, \\N, \\., "quoted", \'single\', \b\f\v, 👩‍🚀 עברית';
const BIGGEST = Number.MAX_SAFE_INTEGER;

let shop: Shop;
let on_postgres: Place;
let back: Place;
const kept = {
  license_key: '',
  plan_key: '',
  customer: 'ada',
  subscription_id: '',
  transaction_id: '',
};

before(async () => {
  shop = await startSqliteShop();
  await liveSomeDays(shop, 12);
  const store = await shop.openStore(shop);
  const { must } = store;
  await must('POST /create-webhook', { url: 'https://127.0.0.1:9/hooks' });
  kept.license_key = await store.newKey();
  await store.activate(kept.license_key, STRANGE.replace(/[\n\t\b\f\v]/g, ' '));
  const bought = await store.buy(await store.plan({ license: { activation_limit: 3 } }));
  kept.subscription_id = bought.subscription_id;
  kept.plan_key = bought.license_keys[0];
  kept.transaction_id = (
    await store.buy(await store.product({ name: 'Zebra finder' }))
  ).transaction_id;
  await must('POST /create-customer', {
    email: 'strange@example.com',
    metadata: { note: STRANGE },
  });
  const { product_id } = await must('POST /create-product', {
    ...{ name: 'First name', description: STRANGE, price: 1, currency: 'EUR' },
  });
  await must('POST /update-product', {
    product_id,
    name: 'Quokka tamer Quokka',
    description: 'A quokka',
  });
  await shop.db.write(null, async (tx) => {
    await tx.run(
      `INSERT INTO backups (made_at, place, bytes) VALUES (1, '', ${BIGGEST}), (2, :text, 0)`,
      {
        text: STRANGE,
      },
    );
  });
  await shop.runJob('webhooks'); // Nobody is there: deliveries wait.
  on_postgres = await makePlace();
  atEndOfFile(() => on_postgres.remove());
  back = await makePlace('sqlite');
  atEndOfFile(() => back.remove());
});

const target = () => String(on_postgres.database_url);
const folder = () => join(back.data_dir, 'moved');

test('a database that a server uses is not moved, nor to one that has something, and nothing is left behind', async () => {
  const serving = takeServingLock(shop.place.data_dir); // As a server has it.
  await assert.rejects(moveFrom(shop.place, { to: target() }), /Another Kassa server is running/);
  serving.release();
  await shop.app.close();
  const other = await makePlace();
  atEndOfFile(() => other.remove());
  const used = await openDatabase(other);
  await used.write(null, async (tx) => {
    await tx.run(`INSERT INTO backups (made_at, place) VALUES (1, 'here')`);
  });
  const to = String(other.database_url);
  await assert.rejects(moveFrom(shop.place, { to }), /connections of Kassa are open/);
  await used.close();
  await assert.rejects(moveFrom(shop.place, { to }), /is not empty/);
  await assert.rejects(moveFrom(shop.place, { to: 'mysql://there' }), /postgres:\/\/… or a folder/);
  await assert.rejects(moveFrom(shop.place, { to: 'sqlite' }), /database that is to be moved/);
  await assert.rejects(moveFrom(shop.place, {}), /Say where to/);
  await (await openDatabase(shop.place)).close();
});

test('a text with a zero byte, which PostgreSQL cannot have, is named and nothing is lost', async () => {
  const zero = `INSERT INTO backups (made_at, place) VALUES (3, 'a' || char(0))`;
  const db = await openDatabase(shop.place);
  await db.write(null, async (tx) => tx.run(zero));
  await db.close();
  await assert.rejects(moveFrom(shop.place, { to: target() }), /backups\.place of 3/);
  await assert.rejects(openDatabase(shop.place), /is being moved to PostgreSQL/);
  await assert.rejects(openDatabase(on_postgres), /is not finished/);
  await moveFrom(shop.place, { undo: true });
  const again = await openDatabase(shop.place);
  await again.write(null, async (tx) => tx.run('DELETE FROM backups WHERE made_at = 3'));
  await again.close();
  // The source was open to everybody since: what is there already may be of before.
  await assert.rejects(moveFrom(shop.place, { to: target() }), /unfinished move from .* --restart/);
});

test('everything goes to PostgreSQL and back, and every row is the same', async () => {
  const first = await rowsOf(shop.place);
  const { text, told } = await moveFrom(shop.place, { to: target(), restart: true });
  assert.match(text, /rows of \d+ tables are moved, and each is equal/);
  assert.match(text, /DATABASE_URL/);
  assert.match(
    told,
    /moving search_texts: reading the words .*\n(.*\n)+.*comparing search_texts: /,
  );
  assert.match(told, /Everything is as it must be/);
  await assert.rejects(
    openDatabase(shop.place),
    /was moved to PostgreSQL .* the shop goes on there/,
  );
  const { data_dir } = shop.place;
  const seen = await lookAtDatabase(readSettings({ KASSA_DATA_DIR: data_dir }));
  assert.deepEqual(
    seen.map(({ about, state }) => [about, state]),
    [['database', 'fail']],
  );
  assert.match(String(seen[0]?.todo), /^Set DATABASE_URL .* move --undo$/);
  assert.deepEqual(await rowsOf(on_postgres), first);

  const settings = { data_dir: shop.place.data_dir, database_url: undefined };
  await moveFrom(settings, { from: target(), to: folder() });
  const moved = { ...back, data_dir: folder() };
  assert.deepEqual(await rowsOf(moved), first);
  for (const table of ['webhook_deliveries', 'mails', 'invoices', 'licenses', 'sales_days']) {
    assert.ok((first[table]?.length ?? 0) > 0, table);
  }
  for (const file of ['secret', join('tls', 'server.key')]) {
    const ours = readFileSync(join(shop.place.data_dir, file), 'utf8');
    assert.equal(readFileSync(join(folder(), file), 'utf8'), ours);
  }
  assert.ok(!existsSync(join(folder(), 'kassa.db-journal')));
});

test('the shop goes on in both: it sells, renews, finds, validates, and counts on without a gap', async () => {
  await moveFrom({ ...on_postgres, data_dir: shop.place.data_dir }, { undo: true });
  for (const place of [on_postgres, { ...back, data_dir: folder() }]) {
    const data_dir = place === on_postgres ? shop.place.data_dir : place.data_dir;
    await goesOn(await reopen(shop, { ...place, data_dir }));
  }
});

async function goesOn(moved: Shop): Promise<void> {
  const store = await moved.openStore(shop);
  const { must } = store;
  const before = await store.eventCount();
  assert.equal((await store.validate(kept.license_key)).code, 'valid');
  await store.activate(kept.license_key, 'Second machine');
  const found = async (query: string) =>
    (await must('GET /search-products', { query })).data.map(({ name }: { name: string }) => name);
  assert.deepEqual(await found('zebra'), ['Zebra finder']);
  assert.deepEqual(await found('quokka'), ['Quokka tamer Quokka']);
  assert.deepEqual(await found('first'), [], 'the name of before');
  const { data } = await must('GET /list-licenses', { query: kept.license_key });
  assert.equal(data.length, 1);
  await store.buy(await store.product({ name: 'Zebra painter' }));
  assert.deepEqual(await found('zebra'), ['Zebra painter', 'Zebra finder']);
  await store.refund(kept.transaction_id);
  await store.advance('P1M');
  assert.equal((await store.transactions(kept.subscription_id)).length, 2);
  assert.equal((await store.validate(kept.plan_key)).code, 'valid');
  const events = await moved.events(shop.store_id);
  assert.ok(events.length > before);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, at) => at + 1),
  );
  const checks = await verify(moved.db, { progress: () => {} });
  assert.deepEqual(
    checks.flatMap(({ violations }) => violations),
    [],
  );
  await moved.app.close();
}
