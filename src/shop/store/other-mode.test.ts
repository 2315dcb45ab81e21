import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const TEST_WITH_LIVE = / product_id is of the test store, and this API key is of the live store\.$/;
const LIVE_WITH_TEST = / product_id is of the live store, and this API key is of the test store\.$/;
const PRODUCT = { name: 'Lumen', description: 'An editor', price: 9, currency: 'USD' };

test('404, 400: an identifier of the other mode is called that where two stores are one seller’s', async () => {
  const shop = await startShop();
  const live = await shop.makeStore('live');
  const make = async (key: string) =>
    (await shop.call('POST /create-product', PRODUCT, { key })).body.product_id;
  const [of_test, of_live] = [await make(shop.api_key), await make(live.api_key)];
  for (const [product_id, key, hint] of [
    [of_test, live.api_key, TEST_WITH_LIVE],
    [of_live, shop.api_key, LIVE_WITH_TEST],
  ] as const) {
    const sale = { product_id, quantity: 1, customer_id: 'ada' };
    for (const [call, input, code] of [
      ['GET /get-product', { product_id }, 'product_not_found'],
      ['POST /archive-product', { product_id }, 'product_not_found'],
      // A live store sells nothing before a payment provider is connected.
      ...(key === live.api_key
        ? []
        : [['POST /create-checkout', sale, 'product_unavailable'] as const]),
    ] as const) {
      const status = code === 'product_unavailable' ? 400 : 404;
      const refused = await shop.call(call, input, { key });
      assertRefused(refused, status, code);
      assert.match(refused.body.error.message, hint, call);
    }
    const headers = { 'idempotency-key': 'again' };
    const first = await shop.call('POST /archive-product', { product_id }, { key, headers });
    const again = await shop.call('POST /archive-product', { product_id }, { key, headers });
    assert.match(first.body.error.message, hint);
    assert.equal(again.body.error.message, first.body.error.message);
    assert.equal(again.headers['idempotent-replayed'], 'true');
  }
  const nowhere = await shop.call('GET /get-product', { product_id: `prod_${'0'.repeat(28)}` });
  assert.equal(nowhere.body.error.message, 'There is no product with this product_id.');
});

test('404: nothing is told of a store of others: with a third store, or by a name of the seller’s', async () => {
  const shop = await startShop();
  const live = await shop.makeStore('live');
  const customer_id = 'ada';
  await shop.call('POST /create-customer', { customer_id });
  const key = live.api_key;
  const asked = await shop.call('GET /get-customer', { customer_id }, { key });
  assert.equal(asked.body.error.message, 'There is no such customer.');
  await shop.makeStore('test');
  shop.now += 1000;
  const { product_id } = (await shop.call('POST /create-product', PRODUCT)).body;
  const refused = await shop.call('GET /get-product', { product_id }, { key });
  assertRefused(refused, 404, 'product_not_found');
  assert.equal(refused.body.error.message, 'There is no product with this product_id.');
});
