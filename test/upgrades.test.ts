import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../src/db/open.ts';
import { verify } from '../src/verify/verify.ts';
import { earlierVersions, makeEarlier } from './earlier-version.ts';
import { makePlace, type Place, Shop } from './harness.ts';
import { schemaOf } from './schema.ts';

// Every version that there was has left a shop that had sold something. Each is brought to today's
// and goes on.

const versions = earlierVersions();
const on_postgres = process.env.KASSA_TEST_DATABASE_URL !== undefined;
const fresh = await makePlace();
await (await openDatabase(fresh)).close();
const today = await schemaOf(fresh);
await fresh.remove();

/** To start a shop on each of them would take a minute. */
const GO_ON = on_postgres
  ? ['0003', '0014', '0040']
  : ['0001', '0003', '0007', '0014', '0022', '0040'];
/** PostgreSQL takes long to make tables: every fourth, and the newest. */
const isTried = (at: number) => !on_postgres || at % 4 === 0 || at === versions.length - 1;

test('a database of every earlier version, with what it had sold, becomes equal to a new one', async () => {
  assert.ok(versions.length >= 39, `${versions.length} are recorded`);
  const found: string[] = [];
  for (const version of versions.filter((_, at) => isTried(at))) {
    const place = await makePlace();
    await makeEarlier(version, place);
    const db = await openDatabase(place);
    const problems = [...(await db.selfCheck()), ...differences(await schemaOf(place))];
    found.push(...problems.map((problem) => `${version.name}: ${problem}`));
    await db.close();
    await place.remove();
  }
  assert.deepEqual(found, []);
});

for (const version of versions.filter(({ name }) => GO_ON.includes(name))) {
  test(`a shop of version ${version.name} goes on: it sells, gives back, renews, and all is right`, async () => {
    const place = await makePlace();
    await makeEarlier(version, place);
    await goesOn(place, version);
  });
}

/** What an upgraded database has that a new one has not, and the other way round. */
const differences = (found: string[]): string[] => [
  ...found.filter((line) => !today.includes(line)).map((line) => `only upgraded: ${line}`),
  ...today.filter((line) => !found.includes(line)).map((line) => `only new: ${line}`),
];

async function goesOn(
  place: Place,
  { api_key, license_key, subscription_id, transaction_id }: (typeof versions)[number],
): Promise<void> {
  const shop = new Shop({ clock: Date.now }, place);
  await shop.open();
  try {
    const { body } = await shop.call('GET /search-products', { query: 'editor' }, { key: api_key });
    assert.equal(body.data.length, 1, 'the product of before is found');
    const [store] = await shop.db
      .reader(null)
      .all<{ store_id: string }>('SELECT store_id FROM stores');
    assert(store);
    const own = await shop.openStore({ ...store, api_key });
    await own.buy(body.data[0].product_id);
    if (license_key) assert.equal((await own.validate(license_key)).code, 'valid');
    if (transaction_id) await own.refund(transaction_id, { amount: 1 });
    if (subscription_id) {
      const before = await own.transactions(subscription_id);
      await own.advance('P1M');
      assert.equal((await own.transactions(subscription_id)).length, before.length + 1);
    }
    await shop.runJob('due');
    const checks = await verify(shop.db, { progress: () => {} });
    assert.deepEqual(
      checks.flatMap(({ violations }) => violations),
      [],
    );
  } finally {
    await shop.close();
  }
}
