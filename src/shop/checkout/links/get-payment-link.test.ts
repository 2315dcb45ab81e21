import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();
const store = await shop.openStore();

test('200: the record as it was answered when it was made', async () => {
  const made = await store.must('POST /create-payment-link', { product_id: await store.product() });
  const { payment_link_id } = made;
  assert.deepEqual(await store.must('GET /get-payment-link', { payment_link_id }), made);
});

test('200: one that was deleted, as it was', async () => {
  const made = await store.must('POST /create-payment-link', { product_id: await store.product() });
  const { payment_link_id } = made;
  await store.must('DELETE /delete-payment-link', { payment_link_id });
  const found = await store.must('GET /get-payment-link', { payment_link_id });
  assert.deepEqual(found, { ...made, status: 'deleted' });
});

test('404 payment_link_not_found: unknown, or of another store', async () => {
  const other = await shop.openStore();
  const { payment_link_id } = await other.must('POST /create-payment-link', {
    product_id: await other.product(),
  });
  for (const id of ['link_none', payment_link_id]) {
    const answer = await store.ask('GET /get-payment-link', { payment_link_id: id });
    assertRefused(answer, 404, 'payment_link_not_found');
  }
});
