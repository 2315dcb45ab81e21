import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, START, startShop } from '../../../../test/harness/shop.ts';

const EDITOR = {
  name: 'Photo editor',
  description: 'Edits photos',
  price: 19.99,
  currency: 'USD',
  image_url: 'https://example.com/editor.png',
  tier: 1,
  license: { activation_limit: 3, valid_days: 365, certificate_days: 90 },
  metadata: { order: '1042', shelf: 'a' },
};
const PLAN = { ...EDITOR, billing_type: 'recurring', billing_interval: 'year', trial_days: 14 };

const shop = await startShop();

const create = async (product: object) => (await shop.call('POST /create-product', product)).body;
const update = (product_id: unknown, change: object, key = shop.api_key) =>
  shop.call('POST /update-product', { product_id, ...change }, { key });

const refused = async (product_id: string, table: [change: object, ...params: string[]][]) => {
  const before = await shop.everything();
  for (const [change, ...params] of table) {
    assertRefused(await update(product_id, change), 400, 'invalid_parameters', params);
  }
  assert.equal(await shop.everything(), before);
};

test('200: all fields at once; the record is answered whole and product.updated is written', async () => {
  const made = await create(PLAN);
  const before = await shop.events();
  const change = {
    name: 'Photo editor 2',
    description: '',
    price: 24.5,
    image_url: 'https://example.com/2.png',
    trial_days: 0,
    tier: 2,
    license: { activation_limit: 5, valid_days: null, certificate_days: 7 },
    tax_behavior: 'inclusive',
    tax_category: 'exempt',
    metadata: { shelf: 'b' },
    status: 'archived',
  };
  shop.now = START + 1_500;
  const answer = await update(made.product_id, change);
  shop.now = START;
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.body, {
    product_id: made.product_id,
    object: 'product',
    ...change,
    currency: 'USD',
    billing_type: 'recurring',
    billing_interval: 'year',
    billing_interval_count: 1,
    created_at: '2026-11-14T09:30:00.000Z',
    updated_at: '2026-11-14T09:30:01.500Z',
  });
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [
    { sequence: before.length + 1, type: 'product.updated', data: answer.body },
  ]);
  const { product_id } = made;
  assert.deepEqual((await shop.call('GET /get-product', { product_id })).body, answer.body);
});

test('200: a field that is sent alone changes alone', async () => {
  const changes = [
    { name: 'Other name' },
    { description: '' },
    { price: 0 },
    { image_url: 'https://example.com/other' },
    { trial_days: 0 },
    { tier: -5 },
    { license: { activation_limit: null, valid_days: 1, certificate_days: 1 } },
    { tax_behavior: 'exclusive' },
    { tax_category: 'ebook' },
    { metadata: {} },
    { status: 'archived' },
    {},
  ];
  for (const change of changes) {
    const made = await create(PLAN);
    const answer = await update(made.product_id, change);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, { ...made, ...change });
  }
});

test('200: null takes away image_url, tier and license', async () => {
  for (const change of [
    { image_url: null },
    { tier: null },
    { license: null },
    { tax_behavior: null },
  ]) {
    const made = await create(EDITOR);
    assert.deepEqual((await update(made.product_id, change)).body, { ...made, ...change });
  }
});

test('200: license and metadata are replaced whole', async () => {
  const { product_id } = await create(EDITOR);
  const { body } = await update(product_id, {
    license: { valid_days: 30 },
    metadata: { colour: 'red' },
  });
  const replaced = { activation_limit: null, valid_days: 30, certificate_days: 30 };
  assert.deepEqual(body.license, replaced);
  assert.deepEqual(body.metadata, { colour: 'red' });
});

test('200: status active brings an archived product back', async () => {
  const made = await create(EDITOR);
  await shop.call('POST /archive-product', { product_id: made.product_id });
  assert.deepEqual((await update(made.product_id, { status: 'active' })).body, made);
});

test('200: a new price is exact in the currency of the product', async () => {
  for (const [currency, price] of [
    ['USD', 0.07],
    ['USD', 4.35],
    ['JPY', 1500],
    ['BHD', 1.234],
    ['CLF', 1.2345],
  ]) {
    const { product_id } = await create({ ...EDITOR, price: 1, currency });
    assert.equal((await update(product_id, { price })).body.price, price);
    assert.equal((await shop.call('GET /get-product', { product_id })).body.price, price);
  }
});

test('400 invalid_parameters: a price that its currency cannot have', async () => {
  for (const [currency, ...prices] of [
    ['USD', 19.999, -1, 1e9],
    ['JPY', 1.5],
    ['BHD', 1.2345],
    ['CLF', 1.23456],
  ]) {
    const { product_id } = await create({ ...EDITOR, price: 1, currency });
    await refused(
      product_id,
      prices.map((price) => [{ price }, 'price']),
    );
  }
});

test('400 invalid_parameters: a trial is for recurring products only', async () => {
  const { product_id } = await create(EDITOR);
  await refused(product_id, [
    [{ trial_days: 14 }, 'trial_days'],
    [{ trial_days: 14, price: 0.001 }, 'trial_days', 'price'],
  ]);
  assert.equal((await update(product_id, { trial_days: 0 })).status, 200);
});

test('400 invalid_parameters: each field keeps the limits it had when the product was made', async () => {
  const { product_id } = await create(PLAN);
  await refused(product_id, [
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ description: 'x'.repeat(10_001) }, 'description'],
    [{ price: '1' }, 'price'],
    [{ image_url: 'javascript:alert(1)' }, 'image_url'],
    [{ image_url: 'https:evil' }, 'image_url'],
    [{ image_url: 'http://example.com/2.png' }, 'image_url'],
    [{ trial_days: 731 }, 'trial_days'],
    [{ tier: 0.5 }, 'tier'],
    [{ license: { activation_limit: 0 } }, 'license.activation_limit'],
    [{ metadata: { k: 'v'.repeat(501) } }, 'metadata'],
    [{ status: 'deleted' }, 'status'],
    [{ name: '', price: -1, status: 'all', tier: 'x' }, 'name', 'price', 'status', 'tier'],
  ]);
});

test('400 invalid_parameters: product_id is missing', async () => {
  assertRefused(await update(undefined, { name: 'x' }), 400, 'invalid_parameters', ['product_id']);
});

test('400 unknown_parameter: currency and billing terms cannot change', async () => {
  const { product_id } = await create(PLAN);
  const before = await shop.everything();
  const terms = {
    currency: 'EUR',
    billing_type: 'one_time',
    billing_interval: 'month',
    billing_interval_count: 2,
  };
  for (const [param, value] of Object.entries(terms)) {
    assertRefused(await update(product_id, { [param]: value }), 400, 'unknown_parameter', [param]);
  }
  assert.equal(await shop.everything(), before);
});

test('404 product_not_found: nothing is stored for an identifier that no product has', async () => {
  const before = await shop.everything();
  assertRefused(await update('prod_nothing', { name: 'x' }), 404, 'product_not_found', []);
  assert.equal(await shop.everything(), before);
});

test('404 product_not_found: the product of another store is answered like a missing one and stays', async () => {
  const { product_id } = await create(EDITOR);
  const { api_key } = await shop.makeStore('test');
  const before = await shop.everything();
  const theirs = await update(product_id, { price: 0.001 }, api_key);
  const missing = await update('prod_nothing', { price: 0.001 }, api_key);
  assertRefused(theirs, 404, 'product_not_found');
  assert.deepEqual(
    { ...theirs.body.error, request_id: '' },
    { ...missing.body.error, request_id: '' },
  );
  assert.equal(await shop.everything(), before);
});

test('200: 32 changes of different fields at once lose nothing', async () => {
  const made = await create(EDITOR);
  const before = await shop.events();
  const changes = [
    { name: 'New name' },
    { price: 5 },
    { metadata: { shelf: 'z' } },
    { status: 'archived' },
  ];
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      changes.map((change) => update(made.product_id, change)),
    ).flat(),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(32).fill(200),
  );
  const { product_id } = made;
  const { body } = await shop.call('GET /get-product', { product_id });
  assert.deepEqual(body, Object.assign({}, made, ...changes));
  const written = (await shop.events()).slice(before.length);
  assert.equal(written.length, changes.length, 'the first of each is told');
  assert.deepEqual(written.at(-1)?.data, body);
});
