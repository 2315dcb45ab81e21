import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

/** A store of its own for each test, so that a list is exactly what the test put there. */
async function newStore() {
  const { api_key: key } = await shop.makeStore('test');
  const add = async (customer_id: string, more: object = {}) => {
    const answer = await shop.call('POST /create-customer', { customer_id, ...more }, { key });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const list = (input: object = {}) => shop.call('GET /list-customers', input, { key });
  const ids = async (input: object = {}) => {
    const { status, body, text } = await list(input);
    assert.equal(status, 200, text);
    return body.data.map(({ customer_id }: { customer_id: string }) => customer_id);
  };
  /** All pages; between two of them `meanwhile` happens. */
  const allPages = async (input: object, meanwhile: () => Promise<unknown>) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { status, body, text } = await list({ ...input, cursor });
      assert.equal(status, 200, text);
      assert.equal(body.has_more, body.next_cursor !== null);
      pages.push(body.data.map(({ customer_id }: { customer_id: string }) => customer_id));
      cursor = body.next_cursor ?? undefined;
      await meanwhile();
    } while (cursor !== undefined);
    return pages;
  };
  return { key, add, list, ids, allPages };
}

test('200: all customers as whole records with billing, newest first', async () => {
  const { key, add, list } = await newStore();
  const first = await add('z-first', { email: 'ada@example.com', name: 'Ada', country: 'GB' });
  const second = await add('a-second');
  await shop.call('POST /create-customer-billing', { customer_id: 'z-first', phone: '1' }, { key });
  const { billing } = (await shop.call('GET /get-customer', { customer_id: 'z-first' }, { key }))
    .body;
  assert.equal(billing.phone, '1');
  const gift = { customer_id: 'z-first', amount: 5, currency: 'EUR', reason: 'gift' };
  await shop.call('POST /adjust-customer-balance', gift, { key });
  const now = { ...first, billing, balances: { EUR: 5 } };
  assert.deepEqual(first, {
    customer_id: 'z-first',
    object: 'customer',
    email: 'ada@example.com',
    name: 'Ada',
    country: 'GB',
    language: null,
    metadata: {},
    balances: {},
    email_bounced_at: null,
    billing: null,
    created_at: '2026-11-14T09:30:00.000Z',
    updated_at: '2026-11-14T09:30:00.000Z',
  });
  const page = {
    object: 'list',
    data: [second, now],
    has_more: false,
    next_cursor: null,
  };
  const answer = await list();
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, page);
  assert.deepEqual((await list({ query: 'ada' })).body, { ...page, data: [now] });
  assert.deepEqual((await list({ email: 'ADA@example.com' })).body, { ...page, data: [now] });
});

test('200: an empty store has an empty list', async () => {
  const { list } = await newStore();
  const page = { object: 'list', data: [], has_more: false, next_cursor: null };
  assert.deepEqual((await list()).body, page);
  assert.deepEqual((await list({ query: 'ada' })).body, page);
});

test('200: the parameters may be in a JSON body', async () => {
  const { key, add, list } = await newStore();
  await add('one', { name: 'Ada' });
  await add('two', { name: 'Ada' });
  const in_body = await shop.call(
    'GET /list-customers',
    { query: 'ada', limit: 1 },
    { key, in_body: true },
  );
  assert.equal(in_body.status, 200);
  assert.equal(in_body.text, (await list({ query: 'ada', limit: 1 })).text);
});

test('200: query finds words of the name, the e-mail address and the customer_id', async () => {
  const { add, ids } = await newStore();
  await add('user_42', { name: 'Ada Lovelace', email: 'countess@engines.example' });
  await add('user_43', { name: 'Zoë Bär', email: 'zoe@example.com' });
  await add('auth0|ada', { name: '山田太郎' });
  const table: [query: string, found: string[]][] = [
    ['lovelace', ['user_42']],
    ['ADA love', ['user_42']],
    ['ada', ['auth0|ada', 'user_42']],
    ['countess', ['user_42']],
    ['countess@engines.example', ['user_42']],
    ['engines ada', ['user_42']],
    ['user_42', ['user_42']],
    ['user', ['user_43', 'user_42']],
    ['user 4', ['user_43', 'user_42']],
    ['zoe bar', ['user_43']],
    ['太郎', ['auth0|ada']],
    ['lace', []],
    ['ada zoe', []],
    ['?', []],
    [' ', ['auth0|ada', 'user_43', 'user_42']],
  ];
  for (const [query, found] of table) assert.deepEqual(await ids({ query }), found, query);
});

test('200: whole words come before unfinished ones', async () => {
  const { add, ids } = await newStore();
  await add('1', { name: 'Jo' });
  await add('2', { name: 'Jonas' });
  assert.deepEqual(await ids({ query: 'jo' }), ['1', '2']);
});

test('200: email lists everybody with that address without regard to case, also with a query', async () => {
  const { add, ids } = await newStore();
  await add('1', { name: 'Ada', email: 'Team@Example.com' });
  await add('2', { name: 'Bob', email: 'team@example.com' });
  await add('3', { name: 'Ada', email: 'ada@example.com' });
  await add('4', { name: 'Ada' });
  assert.deepEqual(await ids({ email: 'TEAM@EXAMPLE.COM' }), ['2', '1']);
  assert.deepEqual(await ids({ email: 'team@example.com', query: 'ada' }), ['1']);
  assert.deepEqual(await ids({ email: 'nobody@example.com' }), []);
  assert.deepEqual(await ids({ email: 'eam@example.com' }), []);
});

test('200: pages of 3 over 10 customers, with additions and changes between, repeat and miss nothing', async () => {
  const { key, add, allPages } = await newStore();
  const ten = Array.from({ length: 10 }, (_, i) => `c${i}`);
  for (const customer_id of ten) await add(customer_id, { name: 'Ada', email: 'team@example.com' });
  let added = 0;
  const meanwhile = async () => {
    await shop.call(
      'POST /update-customer',
      { customer_id: `c${added % 10}`, country: 'DE' },
      { key },
    );
    await add(`late${added++}`, { name: 'Ada', email: 'team@example.com' });
  };
  for (const input of [
    {},
    { email: 'team@example.com' },
    { query: 'ada' },
    { query: 'ada', email: 'team@example.com' },
  ]) {
    const pages = await allPages({ ...input, limit: 3 }, meanwhile);
    assert(pages.slice(0, -1).every(({ length }) => length === 3));
    const found = pages.flat();
    assert.equal(new Set(found).size, found.length, 'nothing twice');
    assert.deepEqual(
      found.filter((id) => !id.startsWith('late')),
      ten.toReversed(),
    );
  }
});

test('200: pages go on from whole words to unfinished ones', async () => {
  const { add, allPages } = await newStore();
  for (let i = 0; i < 8; i++) await add(`c${i}`, { name: i % 2 === 0 ? 'Jo' : 'Jonas' });
  const pages = await allPages({ query: 'jo', limit: 3 }, async () => {});
  assert.deepEqual(pages, [
    ['c6', 'c4', 'c2'],
    ['c0', 'c7', 'c5'],
    ['c3', 'c1'],
  ]);
});

test('200: a page has 100 customers, fewer when limit says so', async () => {
  const { add, list } = await newStore();
  await Promise.all(Array.from({ length: 101 }, (_, i) => add(`c${i}`, { name: 'Ada' })));
  for (const query of [undefined, 'ada']) {
    for (const [limit, length] of [
      [undefined, 100],
      [1, 1],
      [100, 100],
    ]) {
      const { body } = await list({ query, limit });
      assert.deepEqual([body.data.length, body.has_more], [length, true]);
    }
  }
});

test('200: nobody of another store is listed or found', async () => {
  const ours = await newStore();
  const theirs = await newStore();
  await ours.add('ours', { name: 'Ada', email: 'ada@example.com' });
  await theirs.add('theirs', { name: 'Ada', email: 'ada@example.com' });
  for (const input of [{}, { query: 'ada' }, { email: 'ada@example.com' }]) {
    assert.deepEqual(await ours.ids(input), ['ours']);
    assert.deepEqual(await theirs.ids(input), ['theirs']);
  }
});

test('400 invalid_parameters: a cursor that no page of this list gave', async () => {
  const { key, add, list } = await newStore();
  const product = { name: 'Ada', description: '', price: 1, currency: 'USD' };
  for (const customer_id of ['1', '2']) {
    await add(customer_id, { name: 'Ada' });
    await shop.call('POST /create-product', product, { key });
  }
  const listed = (await list({ limit: 1 })).body.next_cursor;
  const found = (await list({ limit: 1, query: 'ada' })).body.next_cursor;
  const { body } = await shop.call('GET /search-products', { limit: 1, query: 'ada' }, { key });
  for (const cursor of [found, body.next_cursor, 'nonsense', '', 'WzFd', 'x'.repeat(501)]) {
    assertRefused(await list({ cursor }), 400, 'invalid_parameters', ['cursor']);
  }
  for (const cursor of [listed, body.next_cursor, 'nonsense', '', 'WzAsMV0']) {
    assertRefused(await list({ cursor, query: 'ada' }), 400, 'invalid_parameters', ['cursor']);
  }
});

test('400 invalid_parameters: limit and query out of bounds, all listed in one answer', async () => {
  const { list } = await newStore();
  for (const limit of [0, 101, 1.5, 'ten', '']) {
    assertRefused(await list({ limit }), 400, 'invalid_parameters', ['limit']);
  }
  const wrong = { limit: 0, query: 'x'.repeat(201) };
  assertRefused(await list(wrong), 400, 'invalid_parameters', ['limit', 'query']);
});

test('400 unknown_parameter: what list-customers does not know is named', async () => {
  const { list } = await newStore();
  assertRefused(await list({ name: 'Ada' }), 400, 'unknown_parameter', ['name']);
});

test('200: the oldest first, on pages that repeat and miss nothing; a cursor belongs to its order', async () => {
  const { add, list, allPages } = await newStore();
  for (const customer_id of ['one', 'two', 'three', 'four']) {
    await add(customer_id, { email: 'same@example.com' });
  }
  const all = ['one', 'two', 'three', 'four'];
  const pages = await allPages({ order: 'oldest', limit: 3 }, async () => undefined);
  assert.deepEqual(pages, [all.slice(0, 3), all.slice(3)]);
  const same = { order: 'oldest', email: 'same@example.com', limit: 2 };
  assert.deepEqual((await allPages(same, async () => undefined)).flat(), all);
  const { next_cursor: cursor } = (await list({ order: 'oldest', limit: 1 })).body;
  assertRefused(await list({ cursor }), 400, 'invalid_parameters', ['cursor']);
});
