import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

test('200: newest first, of a customer with those of their payments, of a payment, or all, in pages', async () => {
  const { must, product, buy } = await shop.openStore();
  const { transaction_id } = await buy(await product());
  await must('POST /create-customer', { customer_id: 'eve' });
  for (const [about, text] of [
    [{ customer_id: 'ada' }, 'first'],
    [{ transaction_id }, 'second'],
    [{ customer_id: 'eve' }, 'third'],
  ] as const) {
    await must('POST /create-note', { ...about, text });
  }
  const texts = async (of: object = {}) =>
    (await must('GET /list-notes', of)).data.map((one: { text: string }) => one.text);
  assert.deepEqual(await texts(), ['third', 'second', 'first']);
  assert.deepEqual(await texts({ customer_id: 'ada' }), ['second', 'first']);
  assert.deepEqual(await texts({ transaction_id }), ['second']);
  assert.deepEqual(await texts({ customer_id: 'nobody' }), []);
  const { next_cursor } = await must('GET /list-notes', { limit: 2 });
  assert.deepEqual(await texts({ limit: 2, cursor: next_cursor }), ['first']);
});
