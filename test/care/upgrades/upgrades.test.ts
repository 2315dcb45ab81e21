import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../../src/care/verify/verify.ts';
import { knownMigrations, newestMigration } from '../../../src/platform/db/migrations.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { schemaOf } from '../../harness/schema.ts';
import { makePlace, type Place, Shop } from '../../harness/shop.ts';
import { type EarlierVersion, earlierVersions, makeEarlier } from './earlier-version.ts';
import { sellForMonths } from './recorded-shop.ts';

// Every version that there was from before the baseline on has left a shop that had sold something. Each
// is brought to today's and goes on.

const versions = earlierVersions();
const fresh = await makePlace();
await (await openDatabase(fresh)).close();
const today = await schemaOf(fresh);
await fresh.remove();

/** To start a shop on each of them would take a minute. */
const GO_ON = ['0090'];
/** Compared with a new shop: the versions that most shops have. */
const COMPARED = ['0090'];

test('every migration has a recording of the version that added it; the newest may lack its own', () => {
  const recorded = versions.map(({ name }) => Number(name.slice(0, 4)));
  const missing = knownMigrations().filter(
    ({ number }) => number !== newestMigration() && !recorded.includes(number),
  );
  assert.deepEqual(missing, [], 'npm run record, with the code of before the next migration');
});

test('a database of every earlier version, with what it had sold, becomes equal to a new one, and all records are right', async () => {
  const found: string[] = [];
  for (const version of versions) {
    const place = await makePlace();
    await makeEarlier(version, place);
    const db = await openDatabase(place);
    const checks = await verify(db, { progress: () => {} });
    const problems = [
      ...(await db.selfCheck()),
      ...differences(await schemaOf(place)),
      ...checks.flatMap(({ violations }) => violations.map((one) => JSON.stringify(one))),
    ];
    found.push(...problems.map((problem) => `${version.name}: ${problem}`));
    await db.close();
    await place.remove();
  }
  assert.deepEqual(found, []);
});

for (const version of versions.filter(({ name }) => GO_ON.includes(name))) {
  test(`a shop of version ${version.name} goes on: it sells, gives back, renews, and all is right`, async () => {
    await goesOn(await upgraded(version), version);
  });
}

test(`shops of ${COMPARED.join(', ')} do from then on exactly what a new shop does that has sold the same`, async () => {
  const shop = new Shop({ webhook_allow: ['127.0.0.0/8'] }, await makePlace());
  await shop.open();
  const expected = await goesOn(shop, await sellForMonths(shop));
  assert.ok(expected.length >= 30, `${expected.length} events`);
  for (const version of versions.filter(({ name }) => COMPARED.includes(name))) {
    assert.deepEqual(await goesOn(await upgraded(version), version), expected, version.name);
  }
});

/** What an upgraded database has that a new one has not, and the other way round. */
const differences = (found: string[]): string[] => [
  ...found.filter((line) => !today.includes(line)).map((line) => `only upgraded: ${line}`),
  ...today.filter((line) => !found.includes(line)).map((line) => `only new: ${line}`),
];

/** A shop of today on what this version has left. */
async function upgraded(version: EarlierVersion): Promise<Shop> {
  const place: Place = await makePlace();
  await makeEarlier(version, place);
  const shop = new Shop({ webhook_allow: ['127.0.0.0/8'] }, place);
  shop.now = version.recorded_at;
  await shop.open();
  return shop;
}

type Kept = Pick<EarlierVersion, 'api_key' | 'license_key' | 'subscription_id'> &
  Pick<EarlierVersion, 'transaction_id' | 'store_id' | 'taxed_store_id'>;

/** One more month. Returns what happened in it. */
async function goesOn(shop: Shop, kept: Kept): Promise<string[]> {
  const { api_key, license_key, subscription_id, transaction_id } = kept;
  try {
    const stores = await shop.db
      .reader(null)
      .all<{ store_id: string }>('SELECT store_id FROM stores ORDER BY store_id');
    const store_id = kept.store_id ?? stores[0]?.store_id ?? '';
    const own = await shop.openStore({ store_id, api_key });
    const before = await own.eventCount();
    const { data } = await own.must('GET /search-products', { query: 'editor' });
    assert.equal(data.length, 1, 'the product of before is found');
    await own.buy(data[0].product_id);
    await findsTheLink(shop, 'name' in kept && String(kept.name) < '0105');
    if (license_key) assert.equal((await own.validate(license_key)).code, 'valid');
    if (transaction_id) await own.refund(transaction_id, { amount: 1 });
    if (subscription_id) {
      const paid = await own.transactions(subscription_id);
      await own.advance('P1M');
      assert.equal((await own.transactions(subscription_id)).length, paid.length + 1);
    }
    const taxed = kept.taxed_store_id ? await taxedGoesOn(shop, kept.taxed_store_id) : [];
    await shop.runJob('due');
    await shop.assertRight();
    return told([...(await own.eventsSince(before)), ...taxed]);
  } finally {
    await shop.close();
  }
}

/** The payment link of before, at its address and, if it is that old, where test links were. */
async function findsTheLink(shop: Shop, is_old: boolean): Promise<void> {
  const at = (path: string) => shop.send({ method: 'GET', path });
  assert.equal((await at('/test/buy/editor')).status, 200);
  const { location } = (await at('/buy/editor')).headers;
  assert.equal(location, is_old ? '/test/buy/editor' : undefined);
}

/** The same in the store with taxes, of which no key was kept. */
async function taxedGoesOn(shop: Shop, store_id: string): Promise<object[]> {
  shop.store_id = store_id;
  const { api_key } = await shop.makeKey('full');
  const own = await shop.openStore({ store_id, api_key });
  const before = await own.eventCount();
  const { data } = await own.must('GET /search-products', { query: 'livre' });
  const { transaction_id } = await own.buy(data[0].product_id, { customer_id: 'FR' });
  await own.advance('P1M');
  await own.refund(transaction_id);
  return own.eventsSince(before);
}

/** Events as texts, in which every name that was made up is a number: the first is 1. */
function told(events: object[]): string[] {
  const names = new Map<string, number>();
  const numberOf = (name: string): string => {
    names.set(name, names.get(name) ?? names.size + 1);
    return `#${names.get(name)}`;
  };
  return events.map((event) =>
    JSON.stringify(event)
      .replace(/https:\/\/localhost:\d+/g, 'https://shop')
      .replace(/(?<![0-9a-z])[0-9a-z]{20,}|(?<="license_key":")[^"]+/g, numberOf),
  );
}
