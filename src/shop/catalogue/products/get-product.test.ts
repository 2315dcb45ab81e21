import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../../../test/harness/shop.ts';

const EDITOR = { name: 'Photo editor', description: 'Edits photos', price: 19.99, currency: 'USD' };

let shop: Shop;
let product_id: string;
before(async () => {
  shop = await startShop();
  product_id = (await shop.call('POST /create-product', EDITOR)).body.product_id;
});

const WHOLE = {
  object: 'product',
  ...EDITOR,
  image_url: null,
  billing_type: 'one_time',
  billing_interval: null,
  billing_interval_count: null,
  trial_days: 0,
  tier: null,
  license: null,
  tax_behavior: null,
  tax_category: 'digital',
  status: 'active',
  metadata: {},
  created_at: '2026-11-14T09:30:00.000Z',
  updated_at: '2026-11-14T09:30:00.000Z',
};

test('200: the whole record, asked for in the query string', async () => {
  const before = await shop.everything();
  const answer = await shop.call('GET /get-product', { product_id });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { product_id, ...WHOLE });
  assert.equal(await shop.everything(), before);
});

test('200: the same with product_id in a JSON body, or in both places', async () => {
  const in_body = await shop.call('GET /get-product', { product_id }, { in_body: true });
  assert.equal(in_body.status, 200);
  assert.deepEqual(in_body.body, { product_id, ...WHOLE });
  const headers = { 'x-api-key': shop.api_key, 'content-type': 'application/json' };
  const path = `/get-product?product_id=${product_id}`;
  const in_both = await shop.send({ method: 'GET', path, headers }, JSON.stringify({ product_id }));
  assert.equal(in_both.text, in_body.text);
});

test('200: an archived product is still answered', async () => {
  const made = (await shop.call('POST /create-product', EDITOR)).body;
  const archived = await shop.call('POST /archive-product', { product_id: made.product_id });
  const read = await shop.call('GET /get-product', { product_id: made.product_id });
  assert.equal(read.status, 200);
  assert.deepEqual(read.body, { ...made, status: 'archived' });
  assert.deepEqual(read.body, archived.body);
});

test('200: a read key may ask', async () => {
  const { api_key } = await shop.makeKey('read');
  assert.equal((await shop.call('GET /get-product', { product_id }, { key: api_key })).status, 200);
});

test('404 product_not_found: an identifier that no product has', async () => {
  const other_case = product_id.toUpperCase();
  for (const unknown of [
    'prod_nothing',
    `${product_id}0`,
    product_id.slice(0, -1),
    other_case,
    ' ',
    '%',
    "'",
  ]) {
    assertRefused(
      await shop.call('GET /get-product', { product_id: unknown }),
      404,
      'product_not_found',
      [],
    );
  }
});

test('404 product_not_found: the product of another store is answered like a missing one', async () => {
  const { api_key: key } = await shop.makeStore('test');
  const theirs = await shop.call('GET /get-product', { product_id }, { key });
  const missing = await shop.call('GET /get-product', { product_id: 'prod_nothing' }, { key });
  assertRefused(theirs, 404, 'product_not_found');
  assert.deepEqual(
    { ...theirs.body.error, request_id: '' },
    { ...missing.body.error, request_id: '' },
  );
});

test('400 invalid_parameters: product_id is missing or not text', async () => {
  for (const wrong of [undefined, 7, null, [product_id]]) {
    const answer = await shop.call('GET /get-product', { product_id: wrong }, { in_body: true });
    assertRefused(answer, 400, 'invalid_parameters', ['product_id']);
  }
  assertRefused(await shop.call('GET /get-product'), 400, 'invalid_parameters', ['product_id']);
});

test('400 conflicting_parameter: one product_id in the query string and another in the body', async () => {
  const headers = { 'x-api-key': shop.api_key, 'content-type': 'application/json' };
  const path = `/get-product?product_id=${product_id}`;
  const answer = await shop.send({ method: 'GET', path, headers }, '{"product_id":"prod_other"}');
  assertRefused(answer, 400, 'conflicting_parameter', ['product_id']);
});

test('400 unknown_parameter: what get-product does not know is named', async () => {
  const answer = await shop.call('GET /get-product', { product_id, id: product_id });
  assertRefused(answer, 400, 'unknown_parameter', ['id']);
});
