import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, START, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

/** A store of its own for each test, so that a list is exactly what the test put there. */
async function newStore() {
  const { api_key: key } = await shop.makeStore('test');
  const add = async (code: string, more: object = {}) => {
    const input = { code, discount_percentage: 20, ...more };
    const answer = await shop.call('POST /create-discount-code', input, { key });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const remove = (code: string) => shop.call('DELETE /delete-discount-code', { code }, { key });
  const list = (input: object = {}) => shop.call('GET /list-discount-codes', input, { key });
  const codes = async (input: object = {}) => {
    const { status, body, text } = await list(input);
    assert.equal(status, 200, text);
    return body.data.map(({ code }: { code: string }) => code);
  };
  /** All pages; between two of them `meanwhile` happens. */
  const allPages = async (input: object, meanwhile: () => Promise<unknown>) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { status, body, text } = await list({ ...input, cursor });
      assert.equal(status, 200, text);
      assert.equal(body.has_more, body.next_cursor !== null);
      pages.push(body.data.map(({ code }: { code: string }) => code));
      cursor = body.next_cursor ?? undefined;
      await meanwhile();
    } while (cursor !== undefined);
    return pages;
  };
  return { key, add, remove, list, codes, allPages };
}

test('200: all codes as whole records, newest first', async () => {
  const { key, add, list } = await newStore();
  const product = { name: 'Editor', description: '', price: 5, currency: 'EUR' };
  const { product_id } = (await shop.call('POST /create-product', product, { key })).body;
  const first = await add('First', { valid_from: '2026-12-01', product_ids: [product_id] });
  const second = await add('Second');
  assert.deepEqual(first, {
    discount_id: first.discount_id,
    object: 'discount_code',
    code: 'First',
    name: null,
    discount_percentage: 20,
    discount_amount: null,
    currency: null,
    valid_from: '2026-12-01T00:00:00.000Z',
    valid_until: null,
    duration: 'once',
    duration_months: null,
    max_redemptions: null,
    max_redemptions_per_customer: null,
    product_ids: [product_id],
    redemptions: 0,
    status: 'scheduled',
    created_at: '2026-11-14T09:30:00.000Z',
  });
  const answer = await list();
  assert.equal(answer.status, 200);
  const page = { object: 'list', data: [second, first], has_more: false, next_cursor: null };
  assert.deepEqual(answer.body, page);
  const in_body = await shop.call(
    'GET /list-discount-codes',
    { limit: 20 },
    { key, in_body: true },
  );
  assert.equal(in_body.text, answer.text);
});

test('200: an empty store has an empty list', async () => {
  const { list } = await newStore();
  assert.deepEqual((await list()).body, {
    object: 'list',
    data: [],
    has_more: false,
    next_cursor: null,
  });
});

test('200: each status lists the codes that have it; without one, all but the deleted', async () => {
  const { add, remove, list, codes } = await newStore();
  await add('ACTIVE');
  await add('LATER', { valid_from: '2026-12-01', valid_until: '2026-12-31' });
  await add('OVER', { valid_until: '2026-11-13' });
  await add('GONE', { valid_until: '2026-11-13' });
  await remove('GONE');
  const { discount_id } = await add('USED', { max_redemptions: 3, valid_from: '2026-12-01' });
  // No operation redeems a code yet.
  const redeem = 'UPDATE discount_codes SET redemptions = 3 WHERE discount_id = :discount_id';
  await shop.db.write(null, async (tx) => tx.run(redeem, { discount_id }));

  assert.deepEqual(await codes(), ['USED', 'OVER', 'LATER', 'ACTIVE']);
  const expected: [at: string, Record<string, string[]>][] = [
    ['2026-11-14T09:30:00.000Z', { active: ['ACTIVE'], scheduled: ['LATER'], expired: ['OVER'] }],
    ['2026-12-01T00:00:00.000Z', { active: ['LATER', 'ACTIVE'], scheduled: [], expired: ['OVER'] }],
    ['2027-01-01T00:00:00.000Z', { active: ['ACTIVE'], scheduled: [], expired: ['OVER', 'LATER'] }],
  ];
  for (const [at, by_status] of expected) {
    shop.now = Date.parse(at);
    for (const [status, found] of Object.entries({
      ...by_status,
      exhausted: ['USED'],
      deleted: ['GONE'],
    })) {
      const { body } = await list({ status });
      assert.deepEqual(
        body.data.map(({ code }: { code: string }) => code),
        found,
        `${status} ${at}`,
      );
      assert(body.data.every((record: { status: string }) => record.status === status));
    }
    shop.now = START;
  }
});

test('200: pages of 3 over 10 codes, with additions between, repeat and miss nothing', async () => {
  const { add, remove, allPages } = await newStore();
  const ten = Array.from({ length: 10 }, (_, i) => `C${i}`);
  for (const code of ten) {
    await add(code);
    await add(`${code}-gone`);
    await remove(`${code}-gone`);
  }
  let added = 0;
  for (const input of [{}, { status: 'active' }]) {
    const pages = await allPages({ ...input, limit: 3 }, () => add(`LATE${added++}`));
    assert(pages.slice(0, -1).every(({ length }) => length === 3));
    const found = pages.flat();
    assert.equal(new Set(found).size, found.length, 'nothing twice');
    assert.deepEqual(
      found.filter((code) => !code.startsWith('LATE')),
      ten.toReversed(),
    );
  }
  const gone = await allPages({ status: 'deleted', limit: 4 }, async () => {});
  assert.deepEqual(
    gone.map(({ length }) => length),
    [4, 4, 2],
  );
  assert.deepEqual(gone.flat(), ten.map((code) => `${code}-gone`).toReversed());
});

test('200: a page has 100 codes, fewer when limit says so', async () => {
  const { add, list } = await newStore();
  await Promise.all(Array.from({ length: 101 }, (_, i) => add(`C${i}`)));
  for (const [limit, length] of [
    [undefined, 100],
    [1, 1],
    [100, 100],
  ]) {
    const { body } = await list({ limit });
    assert.deepEqual([body.data.length, body.has_more], [length, true]);
  }
});

test('200: no code of another store is listed', async () => {
  const ours = await newStore();
  const theirs = await newStore();
  await ours.add('OURS');
  await theirs.add('THEIRS');
  assert.deepEqual(await ours.codes(), ['OURS']);
  assert.deepEqual(await theirs.codes({ status: 'active' }), ['THEIRS']);
});

test('400 invalid_parameters: a cursor that no page of this list gave', async () => {
  const { key, add, list } = await newStore();
  const product = { name: 'Editor', description: '', price: 5, currency: 'EUR' };
  for (const code of ['A', 'B']) {
    await add(code);
    await shop.call('POST /create-product', product, { key });
  }
  const { body } = await shop.call('GET /search-products', { limit: 1 }, { key });
  assert.equal(typeof body.next_cursor, 'string');
  const encoded = (text: string) => Buffer.from(text).toString('base64url');
  for (const cursor of [
    body.next_cursor,
    'nonsense',
    '',
    encoded('["disc_1"]'),
    encoded('["discount_codes","\\u0000"]'),
  ]) {
    assertRefused(await list({ cursor }), 400, 'invalid_parameters', ['cursor']);
  }
});

test('400 invalid_parameters: limit and status out of bounds, listed in one answer', async () => {
  const { list } = await newStore();
  for (const limit of [0, 101, 1.5, 'ten', '']) {
    assertRefused(await list({ limit }), 400, 'invalid_parameters', ['limit']);
  }
  for (const status of ['all', 'Active', '']) {
    assertRefused(await list({ status }), 400, 'invalid_parameters', ['status']);
  }
  assertRefused(await list({ limit: 0, status: 'x' }), 400, 'invalid_parameters', [
    'limit',
    'status',
  ]);
});

test('400 unknown_parameter: what list-discount-codes does not know is named', async () => {
  const { list } = await newStore();
  assertRefused(await list({ code: 'A' }), 400, 'unknown_parameter', ['code']);
});
