import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

test('200: a new store counts from 1, and each document takes one number', async () => {
  const { product, buy, must } = await shop.openStore();
  const first = await must('GET /get-invoice-settings');
  assert.deepEqual(first, {
    ...{ object: 'invoice_settings', prefix: 'INV-', next_number: 1, example: 'INV-0001' },
    ...{ language: 'buyer', notes: [] },
  });
  await buy(await product());
  const next = { next_number: 2, example: 'INV-0002' };
  assert.deepEqual(await must('GET /get-invoice-settings'), { ...first, ...next });
});
