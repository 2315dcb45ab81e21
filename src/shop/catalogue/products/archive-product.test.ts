import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, START, startShop } from '../../../../test/harness/shop.ts';

const EDITOR = { name: 'Photo editor', description: 'Edits photos', price: 19.99, currency: 'USD' };

const shop = await startShop();

const create = async () => (await shop.call('POST /create-product', EDITOR)).body;
const archive = (product_id: unknown, key?: string) =>
  shop.call('POST /archive-product', { product_id }, key === undefined ? {} : { key });

test('200: the product is archived, the record says so, and product.updated is written', async () => {
  const made = await create();
  const before = await shop.events();
  shop.now = START + 5_000;
  const answer = await archive(made.product_id);
  shop.now = START;
  assert.equal(answer.status, 200);
  const changed = { status: 'archived', updated_at: '2026-11-14T09:30:05.000Z' };
  assert.deepEqual(answer.body, { ...made, ...changed });
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [
    { sequence: before.length + 1, type: 'product.updated', data: answer.body },
  ]);
  const { product_id } = made;
  assert.deepEqual((await shop.call('GET /get-product', { product_id })).body, answer.body);
});

test('200: archiving again changes nothing and writes no event', async () => {
  const { product_id } = await create();
  const first = await archive(product_id);
  const before = await shop.everything();
  shop.now = START + 60_000;
  const again = await archive(product_id);
  shop.now = START;
  assert.equal(again.status, 200);
  assert.deepEqual(again.body, first.body);
  assert.equal(await shop.everything(), before);
});

test('200: of 32 at once one archives, and all get the same answer', async () => {
  const { product_id } = await create();
  const before = await shop.events();
  const answers = await Promise.all(Array.from({ length: 32 }, () => archive(product_id)));
  for (const answer of answers) {
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, answers[0]?.body);
  }
  assert.equal((await shop.events()).length, before.length + 1);
});

test('404 product_not_found: nothing is stored for an identifier that no product has', async () => {
  const before = await shop.everything();
  assertRefused(await archive('prod_nothing'), 404, 'product_not_found', []);
  assert.equal(await shop.everything(), before);
});

test('404 product_not_found: the product of another store is answered like a missing one and stays', async () => {
  const { product_id } = await create();
  const { api_key: key } = await shop.makeStore('test');
  const before = await shop.everything();
  const theirs = await archive(product_id, key);
  const missing = await archive('prod_nothing', key);
  assertRefused(theirs, 404, 'product_not_found');
  assert.deepEqual(
    { ...theirs.body.error, request_id: '' },
    { ...missing.body.error, request_id: '' },
  );
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: product_id is missing or not text', async () => {
  const before = await shop.everything();
  for (const wrong of [undefined, null, 1]) {
    assertRefused(await archive(wrong), 400, 'invalid_parameters', ['product_id']);
  }
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: what archive-product does not know is named and nothing is stored', async () => {
  const { product_id } = await create();
  const before = await shop.everything();
  const answer = await shop.call('POST /archive-product', { product_id, status: 'active' });
  assertRefused(answer, 400, 'unknown_parameter', ['status']);
  assert.equal(await shop.everything(), before);
});
