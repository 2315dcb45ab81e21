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
  /** All pages; between two of them `meanwhile` happens. */
  const allPages = async (input: object, meanwhile: () => Promise<unknown>) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { status, body, text } = await search({ ...input, cursor });
      assert.equal(status, 200, text);
      assert.equal(body.has_more, body.next_cursor !== null);
      pages.push(body.data.map(({ name }: { name: string }) => name));
      cursor = body.next_cursor ?? undefined;
      await meanwhile();
    } while (cursor !== undefined);
    return pages;
  };
  const post = (operation: string, input: object) =>
    shop.call(`POST /${operation}`, input, { key });
  return { key, add, search, allPages, post };
}

test('200: pages of 3 over 10 products, with additions between, repeat and miss nothing', async () => {
  const { add, allPages } = await newStore();
  const ten = Array.from({ length: 10 }, (_, i) => `Pen ${i}`);
  for (const name of ten) await add(name);
  let added = 0;
  const pages = await allPages({ limit: 3 }, () => add(`Late pen ${added++}`));
  assert.deepEqual(
    pages.map(({ length }) => length),
    [3, 3, 3, 1],
  );
  assert.deepEqual(pages.flat(), ten.toReversed());
});

test('200: pages of search results, with additions and changes between, repeat and miss nothing', async () => {
  const { add, allPages, post } = await newStore();
  const kinds = ['Pen', 'Pencil', 'Ink for a pen', 'Penholder'];
  const made: { product_id: string; name: string }[] = [];
  for (let i = 0; i < 5; i++) {
    for (const name of kinds) made.push(await add(`${name} ${i}`));
    made.push(await add(`Box ${i}`, { description: 'with a pen' }));
    made.push(await add(`Case ${i}`, { description: 'for pencils' }));
    await add(`Chalk ${i}`, { description: 'for the board' });
  }
  let added = 0;
  const meanwhile = async () => {
    await add(`Late pen ${added}`);
    await add(`Late pencil ${added}`);
    await add(`Late box ${added}`, { description: 'a pen' });
    await post('update-product', { product_id: made[added++]?.product_id, price: 1 });
  };
  const found = (await allPages({ query: 'pen', limit: 3 }, meanwhile)).flat();
  const of_before = found.filter((name) => !name.startsWith('Late'));
  assert.equal(new Set(found).size, found.length, 'nothing twice');
  assert.deepEqual(of_before.toSorted(), made.map(({ name }) => name).toSorted());
  const tier = (name: string) =>
    /\bpen\b/i.test(name) ? 0 : /pen/i.test(name) ? 1 : /box/i.test(name) ? 2 : 3;
  assert.deepEqual(
    found,
    found.toSorted((a, b) => tier(a) - tier(b)),
    'better matches come first',
  );
});

test('200: pages hold together with filters and with archived products among them', async () => {
  const { add, allPages, post } = await newStore();
  for (let i = 0; i < 9; i++) {
    const { product_id } = await add(`Pen ${i}`, { currency: i % 3 === 0 ? 'EUR' : 'USD' });
    if (i % 2 === 0) await post('archive-product', { product_id });
  }
  const nothing = async () => {};
  for (const query of [undefined, 'pen']) {
    const usd = await allPages({ query, limit: 2, currency: 'USD', status: 'all' }, nothing);
    assert.deepEqual(usd, [
      ['Pen 8', 'Pen 7'],
      ['Pen 5', 'Pen 4'],
      ['Pen 2', 'Pen 1'],
    ]);
    const active = await allPages({ query, limit: 2 }, nothing);
    assert.deepEqual(active, [
      ['Pen 7', 'Pen 5'],
      ['Pen 3', 'Pen 1'],
    ]);
    const archived = await allPages({ query, limit: 4, status: 'archived' }, nothing);
    assert.deepEqual(archived, [['Pen 8', 'Pen 6', 'Pen 4', 'Pen 2'], ['Pen 0']]);
  }
});

test('200: a page has 100 products, fewer when limit says so', async () => {
  const { add, search } = await newStore();
  await Promise.all(Array.from({ length: 101 }, (_, i) => add(`Pen ${i}`)));
  for (const query of [undefined, 'pen']) {
    for (const [limit, length] of [
      [undefined, 100],
      [1, 1],
      [100, 100],
    ]) {
      const { body } = await search({ query, limit });
      assert.deepEqual([body.data.length, body.has_more], [length, true]);
    }
  }
});

test('400 invalid_parameters: a cursor that no page of this list gave', async () => {
  const { key, add, search } = await newStore();
  for (const name of ['Pen 1', 'Pen 2']) await add(name);
  for (const code of ['A', 'B']) {
    await shop.call('POST /create-discount-code', { code, discount_percentage: 5 }, { key });
    await shop.call('POST /create-customer', { name: `Pen ${code}` }, { key });
  }
  const cursorOf = async (operation: string, input: object = {}) => {
    const { body } = await shop.call(`GET /${operation}`, { limit: 1, ...input }, { key });
    assert.equal(typeof body.next_cursor, 'string');
    return body.next_cursor as string;
  };
  const listed = await cursorOf('search-products');
  const found = await cursorOf('search-products', { query: 'pen' });
  const foreign = [
    await cursorOf('list-discount-codes'),
    await cursorOf('list-customers'),
    await cursorOf('list-customers', { query: 'pen' }),
    'nonsense',
    '%',
    '',
    'x'.repeat(501),
    ...[
      '[]',
      '{}',
      'null',
      '[null]',
      '["a","b"]',
      '[1.5,2]',
      '[1,1e300]',
      '["products"]',
      '["products","\\u0000"]',
    ].map((text) => Buffer.from(text).toString('base64url')),
  ];
  for (const cursor of [...foreign, found]) {
    assertRefused(await search({ cursor }), 400, 'invalid_parameters', ['cursor']);
  }
  for (const cursor of [...foreign, listed]) {
    assertRefused(await search({ query: 'pen', cursor }), 400, 'invalid_parameters', ['cursor']);
  }
});
