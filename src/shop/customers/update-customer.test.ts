import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, START, startShop } from '../../../test/harness/shop.ts';

const ADA = {
  email: 'ada@example.com',
  name: 'Ada',
  country: 'GB',
  metadata: { plan: 'gold', since: '1842' },
};

const shop = await startShop();

const create = async (input: object = ADA) =>
  (await shop.call('POST /create-customer', input)).body;
const update = (customer_id: unknown, change: object, key = shop.api_key) =>
  shop.call('POST /update-customer', { customer_id, ...change }, { key });
const get = async (customer_id: string) =>
  (await shop.call('GET /get-customer', { customer_id })).body;

test('200: all fields at once; the record is answered whole and customer.updated is written', async () => {
  const made = await create();
  const gift = { customer_id: made.customer_id, amount: 5, currency: 'EUR', reason: 'gift' };
  await shop.call('POST /adjust-customer-balance', gift);
  const before = await shop.events();
  const change = {
    email: 'Lovelace@Example.com',
    name: 'Ada Lovelace',
    country: 'FR',
    language: 'fr',
    metadata: { plan: 'tin' },
  };
  shop.now = START + 2_000;
  const answer = await update(made.customer_id, change);
  shop.now = START;
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.body, {
    customer_id: made.customer_id,
    object: 'customer',
    ...change,
    balances: { EUR: 5 },
    email_bounced_at: null,
    billing: null,
    created_at: '2026-11-14T09:30:00.000Z',
    updated_at: '2026-11-14T09:30:02.000Z',
  });
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [
    { sequence: before.length + 1, type: 'customer.updated', data: answer.body },
  ]);
  assert.deepEqual(await get(made.customer_id), answer.body);
});

test('200: a field that is sent alone changes alone', async () => {
  const changes = [
    { email: 'new@example.com' },
    { name: 'New' },
    { country: 'DE' },
    { language: 'pl' },
    { metadata: {} },
    {},
  ];
  for (const change of changes) {
    const made = await create();
    const answer = await update(made.customer_id, change);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, { ...made, ...change });
    assert.deepEqual(await get(made.customer_id), answer.body);
  }
});

test('200: null clears email, name, country and language; metadata is replaced whole', async () => {
  const made = await create();
  const change = { email: null, name: null, country: null, language: null };
  assert.deepEqual((await update(made.customer_id, change)).body, { ...made, ...change });
  const { body } = await update(made.customer_id, { metadata: { colour: 'red' } });
  assert.deepEqual(body.metadata, { colour: 'red' });
});

test('200: a country may be sent in lower case and is answered in upper case', async () => {
  const { customer_id } = await create();
  assert.equal((await update(customer_id, { country: 'jp' })).body.country, 'JP');
});

test('200: billing details stay and are part of the answer', async () => {
  const { customer_id } = await create();
  await shop.call('POST /create-customer-billing', { customer_id, company: 'Engines Ltd' });
  const { billing } = await get(customer_id);
  assert.equal(billing.company, 'Engines Ltd');
  assert.deepEqual((await update(customer_id, { name: 'New' })).body.billing, billing);
});

test('200: the new e-mail address finds the customer and the old one no longer does', async () => {
  const { customer_id } = await create({ email: 'old@example.com', name: 'Oldname' });
  await update(customer_id, { email: 'fresh@example.com', name: 'Freshname' });
  const found = async (input: object) =>
    (await shop.call('GET /list-customers', input)).body.data.map(
      (c: { customer_id: string }) => c.customer_id,
    );
  assertRefused(
    await shop.call('GET /get-customer', { email: 'old@example.com' }),
    404,
    'customer_not_found',
  );
  assert.deepEqual(await found({ email: 'old@example.com' }), []);
  assert.deepEqual(await found({ query: 'oldname' }), []);
  assert.equal(
    (await shop.call('GET /get-customer', { email: 'fresh@example.com' })).body.customer_id,
    customer_id,
  );
  assert.deepEqual(await found({ email: 'FRESH@example.com' }), [customer_id]);
  assert.deepEqual(await found({ query: 'freshname' }), [customer_id]);
});

const AT_ONCE: [title: string, one: object, other: object][] = [
  ['name and country', { name: 'New name' }, { country: 'DE' }],
  ['metadata and name', { metadata: { new: 'yes' } }, { name: 'New name' }],
  ['email and metadata', { email: 'new@example.com' }, { metadata: {} }],
];
for (const [title, one, other] of AT_ONCE) {
  test(`200: 16 changes each of ${title} at once lose nothing`, async () => {
    const made = await create();
    const before = await shop.events();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => update(made.customer_id, i % 2 === 0 ? one : other)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(32).fill(200),
    );
    const after = await get(made.customer_id);
    assert.deepEqual(after, { ...made, ...one, ...other });
    const written = (await shop.events()).slice(before.length);
    assert.equal(written.length, 2, 'the first of each is told');
    assert.deepEqual(written.at(-1)?.data, after);
  });
}

test('200: changes beside create-customer-billing at once lose neither the change nor the billing', async () => {
  const made = await create();
  const { customer_id } = made;
  const before = await shop.events();
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      i % 2 === 0
        ? update(customer_id, { name: 'New name' })
        : shop.call('POST /create-customer-billing', { customer_id, company: 'Engines Ltd' }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(32).fill(200),
  );
  const after = await get(customer_id);
  assert.deepEqual(after, { ...made, name: 'New name', billing: after.billing });
  assert.equal(after.billing.company, 'Engines Ltd');
  // Once the billing is there, no later record may be without it.
  const with_billing = (await shop.events())
    .slice(before.length)
    .map(({ data }) => 'billing' in data && data.billing !== null);
  assert.deepEqual(with_billing, with_billing.toSorted(), with_billing.join());
});

test('404 customer_not_found: nothing is stored for an identifier that no customer has', async () => {
  const before = await shop.everything();
  assertRefused(await update('nobody', { name: 'x' }), 404, 'customer_not_found', []);
  assert.equal(await shop.everything(), before);
});

test('404 customer_not_found: the customer of another store is answered like a missing one and stays', async () => {
  const { customer_id } = await create();
  const { api_key } = await shop.makeStore('test');
  const before = await shop.everything();
  const theirs = await update(customer_id, { name: 'x' }, api_key);
  const missing = await update('nobody', { name: 'x' }, api_key);
  assertRefused(theirs, 404, 'customer_not_found');
  assert.deepEqual(
    { ...theirs.body.error, request_id: '' },
    { ...missing.body.error, request_id: '' },
  );
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: each field keeps its limits, and every wrong one is listed', async () => {
  const { customer_id } = await create();
  const before = await shop.everything();
  const table: [change: object, ...params: string[]][] = [
    [{ email: 'x' }, 'email'],
    [{ email: '' }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ country: 'XX' }, 'country'],
    [{ language: 'DE' }, 'language'],
    [{ language: 'ko' }, 'language'],
    [{ metadata: { '': 'x' } }, 'metadata'],
    [{ email: 1, name: 2, country: 3, metadata: 4 }, 'email', 'name', 'country', 'metadata'],
  ];
  for (const [change, ...params] of table) {
    assertRefused(await update(customer_id, change), 400, 'invalid_parameters', params);
  }
  for (const wrong of [undefined, 7, null]) {
    assertRefused(await update(wrong, { name: 'x' }), 400, 'invalid_parameters', ['customer_id']);
  }
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: what update-customer does not know is named and nothing is stored', async () => {
  const { customer_id } = await create();
  const before = await shop.everything();
  assertRefused(await update(customer_id, { billing: {} }), 400, 'unknown_parameter', ['billing']);
  assert.equal(await shop.everything(), before);
});
