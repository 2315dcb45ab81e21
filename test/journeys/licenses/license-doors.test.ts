import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../harness/shop.ts';

// One license, asked about in three languages at the same time: Kassa's own, Creem's and Lemon
// Squeezy's. They count the same places.

const shop = await startShop();
const store = await shop.openStore(shop);
await store.must('POST /update-store-settings', { lemon_squeezy_licenses: true });
const { api_key } = await shop.makeKey('license');

async function post(path: string, input: object, more: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/json', 'x-api-key': api_key, ...more };
  const { status, body } = await shop.send(
    { method: 'POST', path, headers },
    JSON.stringify(input),
  );
  return { status, body };
}

type Door = (license_key: string, name: string) => ReturnType<typeof post>;

const activate: Door[] = [
  (license_key, instance_name) => post('/activate-license', { license_key, instance_name }),
  (key, instance_name) => post('/creem/v1/licenses/activate', { key, instance_name }),
  (license_key, instance_name) => post('/v1/licenses/activate', { license_key, instance_name }),
];
const deactivate: Door[] = [
  (license_key, instance_id) => post('/deactivate-license', { license_key, instance_id }),
  (key, instance_id) => post('/creem/v1/licenses/deactivate', { key, instance_id }),
  (license_key, instance_id) => post('/v1/licenses/deactivate', { license_key, instance_id }),
];

const usage = async (license_key: string): Promise<number> =>
  (await store.licenseOf(license_key)).activation_usage;

test('places that are taken and given back by three doors at once are counted once', async () => {
  const license_key = await store.newKey({ activation_limit: 4 });
  const taken = await Promise.all(
    Array.from({ length: 18 }, (_, n) => activate[n % 3]?.(license_key, `Machine ${n}`)),
  );
  const done = taken.filter((one) => one?.status === 200).map((one) => one?.body.instance);
  const ids = done.map((one) => one.instance_id ?? one.id);
  assert.deepEqual([ids.length, new Set(ids).size, await usage(license_key)], [4, 4, 4]);
  assert.ok(taken.every((one) => one && one.status < 500));

  const [first = ''] = ids;
  const freed = await Promise.all(
    Array.from({ length: 9 }, (_, n) => deactivate[n % 3]?.(license_key, first)),
  );
  assert.ok(freed.every((one) => one && one.status < 500));
  assert.equal(await usage(license_key), 3);

  const both = await Promise.all([
    ...ids.slice(1).map((id, n) => deactivate[n % 3]?.(license_key, id)),
    ...Array.from({ length: 9 }, (_, n) => activate[n % 3]?.(license_key, `Other ${n}`)),
  ]);
  assert.ok(both.every((one) => one && one.status < 500));
  const { activation_usage, instances } = await store.licenseOf(license_key);
  assert.ok(activation_usage <= 4 && activation_usage === instances.length, `${activation_usage}`);
  const { data } = await store.must('GET /list-audit-entries', { limit: 100 });
  const actions = data.map(({ action }: { action: string }) => action);
  const count = (action: string) => actions.filter((one: string) => one === action).length;
  assert.equal(count('/activate-license') - count('/deactivate-license'), activation_usage);
  await shop.assertRight();
});

test('a machine whose place is gone is not activated again under its name in the same minute', async () => {
  const license_key = await store.newKey({ activation_limit: 1 });
  const { license_id } = await store.licenseOf(license_key);
  await store.must('POST /update-license', { license_id, activation_limit: 2 });
  const [, creem] = activate;
  for (const name of ['One', 'Two', 'Two']) {
    assert.equal((await creem?.(license_key, name))?.status, 200);
  }
  await store.must('POST /update-license', { license_id, activation_limit: 1 });
  for (const door of activate) assert.equal((await door(license_key, 'Two')).status, 400);
  assert.equal(await usage(license_key), 2);
});

test('a buyer with the key of an application cannot use up the Idempotency-Keys of the seller', async () => {
  const product_id = await store.sell();
  const { transaction_id, license_keys } = await store.buy(product_id);
  const [license_key = ''] = license_keys;
  const named = { 'idempotency-key': `refund-${transaction_id}` };
  const input = { license_key, instance_name: 'Laptop' };
  const first = await post('/activate-license', input, named);
  assert.equal(first.status, 200);
  assert.deepEqual(await post('/activate-license', input, named), first);
  assert.equal(await usage(license_key), 1);
  const refund = await store.ask('POST /refund-transaction', { transaction_id }, named);
  assert.equal(refund.status, 200, refund.text);
});
