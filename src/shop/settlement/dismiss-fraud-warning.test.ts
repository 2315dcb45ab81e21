import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();
const OP = 'POST /dismiss-fraud-warning';

test('200: a payment without a warning stays as it is, however often it is asked for', async () => {
  const { product, buy, must } = await shop.openStore();
  const { transaction_id } = await buy(await product());
  const before = (await must('GET /get-transactions', { transaction_id })).data[0];
  assert.deepEqual(await must(OP, { transaction_id }), before);
  assert.deepEqual(await must(OP, { transaction_id }), before);
});

test('404 transaction_not_found: also one of another store', async () => {
  const [one, other] = [await shop.openStore(), await shop.openStore()];
  const { transaction_id } = await one.buy(await one.product());
  assertRefused(await other.ask(OP, { transaction_id }), 404, 'transaction_not_found');
});
