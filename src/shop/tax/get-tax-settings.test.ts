import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: a store that has set nothing has the defaults, and charges nothing', async () => {
  const { status, body } = await shop.call('GET /get-tax-settings');
  assert.equal(status, 200);
  assert.deepEqual([body.country, body.registrations], [null, []]);
  assert.deepEqual([body.prices_include_tax, body.when_unverified], [true, 'charge']);
});
