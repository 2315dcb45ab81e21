import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

/** A store of its own for each test, so that a list is exactly what the test put there. */
async function newStore() {
  const { api_key: key } = await shop.makeStore('test');
  const add = async (name: string, more: object = {}) => {
    const product = { name, description: '', price: 5, currency: 'USD', ...more };
    const { status, body, text } = await shop.call('POST /create-product', product, { key });
    assert.equal(status, 200, text);
    return body;
  };
  const search = (input: object = {}) => shop.call('GET /search-products', input, { key });
  const names = async (input: object = {}) => {
    const { status, body, text } = await search(input);
    assert.equal(status, 200, text);
    return body.data.map(({ name }: { name: string }) => name);
  };
  const post = (operation: string, input: object) =>
    shop.call(`POST /${operation}`, input, { key });
  return { key, add, search, names, post };
}

test('200: all products as whole records, newest first', async () => {
  const { add, search } = await newStore();
  const first = await add('First');
  const second = await add('Second');
  const answer = await search();
  assert.equal(answer.status, 200);
  assert.deepEqual(first, {
    product_id: first.product_id,
    object: 'product',
    name: 'First',
    description: '',
    price: 5,
    currency: 'USD',
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
  });
  const page = { object: 'list', data: [second, first], has_more: false, next_cursor: null };
  assert.deepEqual(answer.body, page);
  assert.deepEqual((await search({ query: 'first' })).body, { ...page, data: [first] });
});

test('200: a list that was asked for before shows every change at once, also twice in an instant', async () => {
  const { add, search, names, post } = await newStore();
  const { product_id } = await add('One');
  assert.deepEqual(await names(), ['One']);
  for (const name of ['Two', 'Three', 'Four']) {
    const changed = await post('update-product', { product_id, name });
    assert.deepEqual((await search()).body.data, [changed.body]);
    assert.deepEqual((await search({ currency: 'USD' })).body, (await search()).body);
  }
  await post('archive-product', { product_id });
  assert.deepEqual(await names(), []);
  assert.equal((await search({ status: 'all' })).body.data[0].status, 'archived');
});

test('200: an empty store has an empty list', async () => {
  const { search } = await newStore();
  const page = { object: 'list', data: [], has_more: false, next_cursor: null };
  assert.deepEqual((await search()).body, page);
  assert.deepEqual((await search({ query: 'anything' })).body, page);
});

test('200: the parameters may be in the query string, in a JSON body, or in both', async () => {
  const { key, add } = await newStore();
  for (const name of ['Red pen', 'Blue pen', 'Red ink']) await add(name);
  const in_query = await shop.call('GET /search-products', { query: 'pen', limit: 1 }, { key });
  const in_body = await shop.call(
    'GET /search-products',
    { query: 'pen', limit: 1 },
    { key, in_body: true },
  );
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const in_both = await shop.send(
    { method: 'GET', path: '/search-products?query=pen', headers },
    '{"limit":1}',
  );
  assert.equal(in_query.body.data[0].name, 'Blue pen');
  assert.equal(in_query.body.has_more, true);
  assert.equal(in_body.text, in_query.text);
  assert.equal(in_both.text, in_query.text);
});

test('200: filters by currency and billing_type, with and without a query', async () => {
  const { add, names } = await newStore();
  const recurring = { billing_type: 'recurring' };
  await add('Pen USD once');
  await add('Pen EUR once', { currency: 'EUR' });
  await add('Pen USD plan', recurring);
  await add('Pen EUR plan', { currency: 'EUR', ...recurring });
  const table: [filter: object, found: string[]][] = [
    [{}, ['Pen EUR plan', 'Pen USD plan', 'Pen EUR once', 'Pen USD once']],
    [{ currency: 'USD' }, ['Pen USD plan', 'Pen USD once']],
    [{ currency: 'eur' }, ['Pen EUR plan', 'Pen EUR once']],
    [{ currency: 'JPY' }, []],
    [{ billing_type: 'one_time' }, ['Pen EUR once', 'Pen USD once']],
    [{ billing_type: 'recurring' }, ['Pen EUR plan', 'Pen USD plan']],
    [{ currency: 'USD', billing_type: 'recurring' }, ['Pen USD plan']],
  ];
  for (const [filter, found] of table) {
    assert.deepEqual(await names(filter), found);
    assert.deepEqual(await names({ ...filter, query: 'pen' }), found);
    assert.deepEqual(await names({ ...filter, status: 'all' }), found);
    assert.deepEqual(await names({ ...filter, status: 'archived' }), []);
  }
});

test('200: archived products are listed on request only, and come back when made active', async () => {
  const { add, names, post } = await newStore();
  await add('Pen one');
  const { product_id } = await add('Pen two');
  await add('Pen three');
  await post('archive-product', { product_id });
  for (const query of [undefined, 'pen']) {
    assert.deepEqual(await names({ query }), ['Pen three', 'Pen one']);
    assert.deepEqual(await names({ query, status: 'active' }), ['Pen three', 'Pen one']);
    assert.deepEqual(await names({ query, status: 'archived' }), ['Pen two']);
    assert.deepEqual(await names({ query, status: 'all' }), ['Pen three', 'Pen two', 'Pen one']);
    assert.deepEqual(await names({ query, status: 'archived', currency: 'USD' }), ['Pen two']);
  }
  await post('update-product', { product_id, status: 'active' });
  for (const query of [undefined, 'pen']) {
    assert.deepEqual(await names({ query }), ['Pen three', 'Pen two', 'Pen one']);
    assert.deepEqual(await names({ query, status: 'archived' }), []);
  }
});

test('200: a changed product is found by its new words and no more by its old ones', async () => {
  const { add, names, post } = await newStore();
  const { product_id } = await add('Quill', { description: 'from a goose' });
  await add('Other');
  await post('update-product', { product_id, name: 'Fountain pen' });
  assert.deepEqual(await names({ query: 'quill' }), []);
  assert.deepEqual(await names({ query: 'fountain' }), ['Fountain pen']);
  assert.deepEqual(await names({ query: 'goose' }), ['Fountain pen']);
  await post('update-product', { product_id, description: 'with ink' });
  assert.deepEqual(await names({ query: 'goose' }), []);
  assert.deepEqual(await names({ query: 'pen ink' }), ['Fountain pen']);
  await post('update-product', { product_id, price: 9 });
  assert.deepEqual(await names({ query: 'pen' }), ['Fountain pen']);
  assert.deepEqual(await names(), ['Other', 'Fountain pen'], 'a change does not make it newer');
});

test('200: nothing of another store is listed or found', async () => {
  const ours = await newStore();
  const theirs = await newStore();
  await ours.add('Our pen');
  await theirs.add('Their pen');
  for (const query of [undefined, 'pen']) {
    assert.deepEqual(await ours.names({ query, status: 'all' }), ['Our pen']);
    assert.deepEqual(await theirs.names({ query, status: 'all' }), ['Their pen']);
  }
});

test('400 invalid_parameters: limit, filters and query out of bounds, all listed in one answer', async () => {
  const { search } = await newStore();
  const table: Record<string, unknown[]> = {
    limit: [0, 101, -1, 1.5, 'ten', ''],
    currency: ['XXX', ''],
    billing_type: ['monthly', ''],
    status: ['deleted', ''],
    query: ['x'.repeat(201)],
  };
  for (const [param, values] of Object.entries(table)) {
    for (const value of values) {
      assertRefused(await search({ [param]: value }), 400, 'invalid_parameters', [param]);
    }
  }
  const answer = await search({ limit: 0, currency: 'XXX', status: 'x', billing_type: 'y' });
  assertRefused(answer, 400, 'invalid_parameters', ['limit', 'currency', 'status', 'billing_type']);
  const in_body = await shop.call('GET /search-products', { limit: '2' }, { in_body: true });
  assertRefused(in_body, 400, 'invalid_parameters', ['limit']);
});

test('400 unknown_parameter: what search-products does not know is named', async () => {
  const { search } = await newStore();
  assertRefused(await search({ q: 'pen' }), 400, 'unknown_parameter', ['q']);
});
