import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { DAY_MS } from '../core/time.ts';

const shop = await startShop();

const PRODUCT = { name: 'Editor', description: 'Edits', price: 5, currency: 'EUR' };
const create = (key: string, input: object = PRODUCT, operation = 'POST /create-product') =>
  shop.call(operation, input, { headers: { 'idempotency-key': key } });
const products = async () =>
  (await shop.call('GET /search-products', { limit: 100 })).body.data.length;

test('200: the same request again gets the first answer and does nothing', async () => {
  const first = await create('again');
  const count = await products();
  const events = (await shop.events()).length;
  const second = await create('again');
  assert.equal(first.headers['idempotent-replayed'], undefined);
  assert.equal(second.headers['idempotent-replayed'], 'true');
  assert.equal(second.text, first.text);
  assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id']);
  assert.deepEqual([await products(), (await shop.events()).length], [count, events]);
});

test('200: the order of the parameters and the blanks in the JSON do not matter', async () => {
  const first = await create('order');
  const { name, ...rest } = PRODUCT;
  assert.equal((await create('order', { ...rest, name })).text, first.text);
});

test('400 idempotency_key_reused: other parameters, or another operation', async () => {
  await create('mine');
  assertRefused(await create('mine', { ...PRODUCT, price: 6 }), 400, 'idempotency_key_reused');
  const other = await create('mine', { customer_id: 'x' }, 'POST /create-customer');
  assertRefused(other, 400, 'idempotency_key_reused');
});

test('the same parameters are the same wherever they are; what only looks alike is not', async () => {
  await shop.call('POST /create-discount-code', { code: 'WHERE', discount_percentage: 5 });
  const headers = { 'idempotency-key': 'where' };
  const remove = (in_body: boolean) =>
    shop.call('DELETE /delete-discount-code', { code: 'WHERE' }, { headers, in_body });
  const first = await remove(false);
  assert.equal(first.status, 200);
  assert.equal((await remove(true)).text, first.text);
  await create('alike', { ...PRODUCT, metadata: { a: 'b' } });
  const alike = await create('alike', { ...PRODUCT, metadata: [['a', 'b']] });
  assertRefused(alike, 400, 'idempotency_key_reused');
});

test('400 idempotency_key_reused: a null or a default that is spelled out is another request', async () => {
  const first = await create('spelled-out');
  const count = await products();
  for (const more of [{ image_url: null }, { tier: null }, { billing_type: 'one_time' }]) {
    const again = await create('spelled-out', { ...PRODUCT, ...more });
    assertRefused(again, 400, 'idempotency_key_reused');
  }
  assert.equal((await create('spelled-out')).text, first.text);
  assert.equal(await products(), count);
});

test('403: what a key may not do is not kept, and is done once the key may', async () => {
  const { api_key } = await shop.makeKey('read');
  const headers = { 'idempotency-key': 'may-not' };
  const refused = await shop.call('POST /create-product', PRODUCT, { key: api_key, headers });
  assertRefused(refused, 403, 'api_key_scope');
  const done = await create('may-not');
  assert.equal(done.status, 200, done.text);
  assert.equal(done.headers['idempotent-replayed'], undefined);
});

test('400: a refusal is an answer too, and is given again', async () => {
  await create('code-1', { code: 'TAKEN', discount_percentage: 5 }, 'POST /create-discount-code');
  const again = () =>
    create('code-2', { code: 'taken', discount_percentage: 5 }, 'POST /create-discount-code');
  const first = await again();
  assertRefused(first, 400, 'code_taken');
  await shop.call('DELETE /delete-discount-code', { code: 'TAKEN' });
  const second = await again();
  assert.equal(second.text, first.text);
  assert.equal(second.headers['idempotent-replayed'], 'true');
  const invalid = await create('bad', { ...PRODUCT, price: -1 });
  assert.equal((await create('bad', { ...PRODUCT, price: -1 })).text, invalid.text);
});

test('401 and 429 are never kept', async () => {
  const other = await startShop({ rate_limit: { rate_per_second: 1, burst: 1 } });
  const ask = (key?: string) =>
    other.call('POST /create-product', PRODUCT, {
      headers: { 'idempotency-key': 'k' },
      ...(key !== undefined && { key }),
    });
  assertRefused(await ask('nonsense'), 401, 'api_key_incorrect');
  assert.equal((await ask()).status, 200);
  assertRefused(await ask(), 429, 'rate_limited');
  other.now += 1_000;
  assert.equal((await ask()).headers['idempotent-replayed'], 'true');
});

test('DELETE takes a key, wherever its parameters are', async () => {
  await shop.call('POST /create-discount-code', { code: 'D', discount_percentage: 5 });
  const remove = () =>
    shop.call(
      'DELETE /delete-discount-code',
      { code: 'D' },
      { headers: { 'idempotency-key': 'del' } },
    );
  const first = await remove();
  assert.equal(first.status, 200);
  assert.equal((await remove()).text, first.text);
});

test('400 idempotency_key_invalid: empty, too long, or with blanks', async () => {
  for (const key of ['', 'a b', 'x'.repeat(256), 'ü']) {
    assertRefused(await create(key), 400, 'idempotency_key_invalid');
  }
  assert.equal((await create('x'.repeat(255))).status, 200);
});

test('64 at once with one key: one does the work, all get its answer', async () => {
  const count = await products();
  const answers = await Promise.all(Array.from({ length: 64 }, () => create('race')));
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
  assert.equal(answers[0]?.status, 200);
  assert.equal(answers.filter((a) => a.headers['idempotent-replayed'] === undefined).length, 1);
  assert.equal(await products(), count + 1);
});

test('a key belongs to its store', async () => {
  const other = await shop.makeStore('test');
  const headers = { 'idempotency-key': 'shared' };
  const mine = await shop.call('POST /create-product', PRODUCT, { headers });
  const theirs = await shop.call('POST /create-product', PRODUCT, { headers, key: other.api_key });
  assert.notEqual(mine.body.product_id, theirs.body.product_id);
});

test('kept for 24 hours, across a restart, and then free again', async () => {
  const first = await create('restart');
  await shop.restart();
  assert.equal((await create('restart')).text, first.text);
  shop.now += DAY_MS - 1;
  assert.equal((await create('restart')).text, first.text);
  shop.now += 1;
  const fresh = await create('restart');
  assert.equal(fresh.status, 200);
  assert.notEqual(fresh.body.product_id, first.body.product_id);
});
