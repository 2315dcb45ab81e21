import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { Deprecated, type Deprecation, leavesTime } from '../../platform/core/deprecation.ts';
import { Type } from '../../platform/core/schema.ts';
import { openApiDocument } from '../../platform/operation/openapi.ts';
import { operation } from '../../platform/operation/operation.ts';
import { getProduct } from '../../shop/catalogue/products/get-product.ts';
import { listCustomers } from '../../shop/customers/list-customers.ts';
import { operations } from './operations.ts';

// Nothing may be deprecated at the moment: two operations are, for the time of this test.

const GOING: Deprecation = {
  since: '2026-11-19',
  sunset: '2027-12-01',
  instead: 'Use `search-products`',
};
const LATER: Deprecation = { since: '2026-12-01', instead: 'Use `query`' };
const before_test = {
  deprecated: getProduct.deprecated,
  of_list: listCustomers.deprecated_parameters,
};

let shop: Shop;
before(async () => {
  shop = await startShop();
  getProduct.deprecated = GOING;
  listCustomers.deprecated_parameters = new Map([['email', LATER]]);
});
after(() => {
  getProduct.deprecated = before_test.deprecated;
  listCustomers.deprecated_parameters = before_test.of_list;
});

test('an operation that goes away says so with every answer: Deprecation and Sunset', async () => {
  const product = { name: 'A', description: 'B', price: 1, currency: 'EUR' };
  const { product_id } = (await shop.call('POST /create-product', product)).body;
  for (const [input, status] of [
    [{ product_id }, 200],
    [{ product_id: 'prod_x' }, 404],
    [{}, 400],
  ] as const) {
    for (const in_body of [false, true]) {
      const { headers, ...answer } = await shop.call('GET /get-product', input, { in_body });
      assert.equal(answer.status, status);
      assert.equal(headers.deprecation, `@${Date.UTC(2026, 10, 19) / 1_000}`);
      assert.equal(headers.sunset, 'Wed, 01 Dec 2027 00:00:00 GMT');
    }
  }
  const { headers } = await shop.call('GET /search-products');
  assert.deepEqual([headers.deprecation, headers.sunset], [undefined, undefined]);
});

test('a parameter that goes away says so where it is sent, in the query or in a body', async () => {
  for (const in_body of [false, true]) {
    const sent = await shop.call('GET /list-customers', { email: 'a@example.com' }, { in_body });
    assert.equal(sent.status, 200);
    assert.equal(sent.headers.deprecation, `@${Date.UTC(2026, 11, 1) / 1_000}`);
    assert.equal(sent.headers.sunset, undefined);
    const without = await shop.call('GET /list-customers', { query: 'a' }, { in_body });
    assert.equal(without.headers.deprecation, undefined);
  }
});

test('the OpenAPI document says what is deprecated, and what to use instead', () => {
  const leaving = operation({
    method: 'GET',
    path: '/get-old',
    summary: 'Get it',
    scope: 'read',
    deprecated: GOING,
    input: Type.Object({
      id: Deprecated(LATER, Type.String({ description: 'The old one' })),
      query: Type.String({ description: 'The new one' }),
    }),
    output: Type.Object({ object: Type.Literal('old') }),
    errors: [],
    read: async () => ({ object: 'old' as const }),
  });
  const sent = { event: Type.Object({ object: Type.Literal('event') }), types: {} };
  // biome-ignore lint/suspicious/noExplicitAny: a part of the document
  const document = openApiDocument({ Old: [leaving] }, sent, 'https://localhost') as any;
  const { get } = document.paths['/get-old'];
  assert.equal(get.deprecated, true);
  assert.equal(get.description, 'Deprecated, and gone from 2027-12-01 on: Use `search-products`.');
  const [id, query] = get.parameters;
  assert.deepEqual([id.deprecated, query.deprecated], [true, undefined]);
  const { properties } = document.components.schemas.GetOldInput;
  assert.deepEqual(properties.id, {
    type: 'string',
    description: 'Deprecated: Use `query`. The old one',
    deprecated: true,
  });
  assert.ok(get.responses[200].headers.Sunset && document.components.headers.Deprecation);
});

test('what is announced stays for a year', () => {
  assert.ok(leavesTime(GOING) && leavesTime(LATER));
  assert.ok(!leavesTime({ ...GOING, sunset: '2027-10-01' }));
  for (const one of Object.values(operations).flat()) {
    const all = [
      ...one.deprecated_parameters.values(),
      ...(one.deprecated ? [one.deprecated] : []),
    ];
    for (const deprecation of all) assert.ok(leavesTime(deprecation), one.path);
  }
});
