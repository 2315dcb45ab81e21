import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import Type from 'typebox';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';
import { Default } from '../core/fields.ts';
import { Metadata } from '../core/metadata.ts';
import { parameters } from './parameters.ts';

let shop: Shop;
let product_id: string;
before(async () => {
  shop = await startShop();
  const product = { name: 'Editor', description: 'Edits', price: 5, currency: 'EUR' };
  product_id = (await shop.call('POST /create-product', product)).body.product_id;
});

const get = (path: string, body?: unknown) =>
  shop.send(
    {
      method: 'GET',
      path,
      headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json' },
    },
    body === undefined ? undefined : JSON.stringify(body),
  );

test('200: parameters of a GET in the query, in a body, or the same in both', async () => {
  const query = `/get-product?product_id=${product_id}`;
  for (const answer of [
    await get(query),
    await get('/get-product', { product_id }),
    await get(query, { product_id }),
    await get('/search-products?limit=1', { limit: 1 }),
    await get('/search-products?limit=1', { status: 'all' }),
  ]) {
    assert.equal(answer.status, 200, answer.text);
  }
});

test('200: parameters of a DELETE in the query, in a body, or the same in both', async () => {
  const remove = (code: string, path: string, body?: object) =>
    shop.call('POST /create-discount-code', { code, discount_percentage: 5 }).then(() =>
      shop.send(
        {
          method: 'DELETE',
          path,
          headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json' },
        },
        body && JSON.stringify(body),
      ),
    );
  assert.equal((await remove('A', '/delete-discount-code?code=A')).status, 200);
  assert.equal((await remove('B', '/delete-discount-code', { code: 'B' })).status, 200);
  assert.equal((await remove('C', '/delete-discount-code?code=C', { code: 'C' })).status, 200);
});

test('400 conflicting_parameter: one value in the query and another in the body', async () => {
  const answer = await get(`/get-product?product_id=${product_id}`, { product_id: 'prod_other' });
  assertRefused(answer, 400, 'conflicting_parameter', ['product_id']);
  assertRefused(
    await get('/search-products?limit=1', { limit: '1' }),
    400,
    'conflicting_parameter',
  );
});

test('400 unknown_parameter: in the query, in the body, and by the names of every object', async () => {
  assertRefused(await get('/search-products?limt=3'), 400, 'unknown_parameter', ['limt']);
  assertRefused(await get('/search-products', { limt: 3 }), 400, 'unknown_parameter', ['limt']);
  for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__', '']) {
    assertRefused(await get(`/search-products?${name}=1`), 400, 'unknown_parameter', [name]);
  }
});

test('400 unknown_parameter: POST takes nothing from the query string', async () => {
  const answer = await shop.send(
    {
      method: 'POST',
      path: `/archive-product?product_id=${product_id}`,
      headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json' },
    },
    JSON.stringify({ product_id }),
  );
  assertRefused(answer, 400, 'unknown_parameter', ['product_id']);
});

test('400 invalid_parameters: the same parameter twice in the query', async () => {
  assertRefused(await get('/search-products?limit=1&limit=1'), 400, 'invalid_parameters', [
    'limit',
  ]);
  assertRefused(await get('/search-products?limit=1&lim%69t=1'), 400, 'invalid_parameters', [
    'limit',
  ]);
});

test('query values are converted to the declared type, JSON values never', async () => {
  assert.equal((await get('/search-products?limit=2')).status, 200);
  assert.equal((await get('/search-products?limit=2e0')).status, 200);
  for (const text of ['two', '', '2.5', '0x2', ' 2', '+2', '02', '1e400', '9007199254740993']) {
    const answer = await get(`/search-products?limit=${encodeURIComponent(text)}`);
    assertRefused(answer, 400, 'invalid_parameters', ['limit']);
  }
  for (const limit of ['2', true, [2], { a: 1 }, 2.5]) {
    assertRefused(await get('/search-products', { limit }), 400, 'invalid_parameters', ['limit']);
  }
  assert.equal((await get('/get-product?product_id=5')).status, 404);
  assertRefused(await get('/get-product', { product_id: 5 }), 400, 'invalid_parameters', [
    'product_id',
  ]);
});

test('400 invalid_query: broken percent-encoding, invalid UTF-8, NUL', async () => {
  for (const text of ['%', '%f', '%zz', '%ff', '%c0%80', '%ed%a0%80', 'a%00b']) {
    assertRefused(await get(`/search-products?query=${text}`), 400, 'invalid_query');
  }
});

test('plus is a blank and percent-encoded text of any script arrives whole', async () => {
  const name = 'Größe 東京 & more + 100%';
  const { body } = await shop.call('POST /create-product', {
    name,
    description: '',
    price: 1,
    currency: 'EUR',
  });
  const found = await get(`/search-products?query=${encodeURIComponent('größe 東京 more')}`);
  assert.deepEqual(found.body.data, [body]);
  assert.equal((await get('/search-products?query=gr%C3%B6%C3%9Fe+more')).body.data.length, 1);
});

test('400: every offending parameter is listed in one answer, with its own code and sentence', async () => {
  const answer = await shop.call('POST /create-product', {
    name: '',
    price: -1,
    currency: 'XYZ',
    trial_days: 1.5,
    billing_type: 'sometimes',
    license: { activation_limit: 0, days: 3 },
    metadata: { a: 1 },
    colour: 'red',
  });
  assertRefused(answer, 400, 'invalid_parameters', [
    'name',
    'description',
    'price',
    'currency',
    'trial_days',
    'billing_type',
    'license.activation_limit',
    'license.days',
    'metadata.a',
    'colour',
  ]);
  const by_name = Object.fromEntries(
    answer.body.error.details.map((d: { param: string; code: string; message: string }) => [
      d.param,
      `${d.code}: ${d.message}`,
    ]),
  );
  assert.equal(by_name.price, 'too_small: must be at least 0');
  assert.equal(by_name.description, 'missing: is missing');
  assert.equal(by_name.colour, 'unknown_parameter: is not a parameter here');
  assert.equal(
    by_name.billing_type,
    'not_allowed: must be one of one_time, recurring. Did you mean one_time?',
  );
  assert.equal(by_name.trial_days, 'wrong_type: must be an integer');
});

test('400 unknown_parameter: a name that is empty is told in words', async () => {
  const path = `/get-product?product_id=${product_id}`;
  for (const answer of [await get(`${path}&=1`), await get(path, { '': 1 })]) {
    assertRefused(answer, 400, 'unknown_parameter', ['']);
    assert.equal(answer.body.error.message, 'A name that is empty is not a parameter here');
  }
});

test('400: however many unknown fields are in an object, all of it is still checked', async () => {
  const before = await shop.everything();
  for (const count of [1, 99, 100, 101, 5_000]) {
    const junk = Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]));
    const billing = (address: object) =>
      shop.call('POST /create-customer-billing', { customer_id: 'a', address });
    for (const wrong of [{}, { country: 'XX' }, { country: 5 }, { line1: 5 }]) {
      const answer = await billing({ ...junk, ...wrong });
      assert.equal(answer.status, 400);
      assert.ok(answer.body.error.details.length <= 100);
    }
    const product = { name: 'A', description: '', price: 1, currency: 'USD' };
    const license = { ...junk, valid_days: -5 };
    assert.equal((await shop.call('POST /create-product', { ...product, license })).status, 400);
    assert.equal((await shop.call('POST /create-product', { ...product, ...junk })).status, 400);
  }
  assert.equal(await shop.everything(), before);
});

test('400: a body full of mistakes gets a short answer, at once', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]));
  const unknown = await shop.call('POST /create-product', many);
  assertRefused(unknown, 400, 'unknown_parameter');
  assert.ok(unknown.text.length < 20_000);
  const product_ids = Array.from({ length: 50_000 }, () => 'a');
  const code = { code: 'MANY', discount_percentage: 5 };
  const long = await shop.call('POST /create-discount-code', { ...code, product_ids });
  assertRefused(long, 400, 'invalid_parameters', ['product_ids']);
  const wide = await shop.call('POST /create-customer', { metadata: many });
  assertRefused(wide, 400, 'invalid_parameters', ['metadata']);
  assert.match(wide.body.error.message, /^metadata has too many pairs/);
  const twice = await shop.call('POST /create-discount-code', { ...code, product_ids: ['a', 'a'] });
  assertRefused(twice, 400, 'invalid_parameters', ['product_ids']);
});

test('400: metadata is text, also under a key with a line break', async () => {
  const product = { name: 'A', description: '', price: 1, currency: 'USD' };
  for (const metadata of [{ 'a\nb': 5 }, { 'a\nb': { deep: [1] } }, { 'a\nb': 'text' }]) {
    const answer = await shop.call('POST /create-product', { ...product, metadata });
    assertRefused(answer, 400, 'invalid_parameters', ['metadata']);
  }
});

test('nothing is written into what the caller gave: not a default, and not what null stands for', () => {
  const nested = Type.Object({ line: Type.Optional(Type.String()) });
  const { read } = parameters(
    Type.Object({
      limit: Default(10, Type.Integer()),
      name: Type.Optional(Type.String()),
      pairs: Type.Optional(Metadata),
      nested,
    }),
  );
  const body = { name: null, pairs: [], nested: { line: null } };
  const before = structuredClone(body);
  Object.freeze(body);
  Object.freeze(body.nested);
  const expected = { limit: 10, name: undefined, pairs: {}, nested: { line: undefined } };
  assert.deepEqual(read(body, undefined), expected);
  assert.deepEqual(read(body, new Map([['limit', '5']])), { ...expected, limit: 5 });
  assert.deepEqual(body, before);
});
