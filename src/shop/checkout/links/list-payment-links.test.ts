import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

test('200: newest first, in pages, by product and by status; none of other stores', async () => {
  const store = await shop.openStore();
  const [editor, viewer] = [await store.product(), await store.product()];
  const made: string[] = [];
  for (const more of [{}, { max_purchases: 1 }, { expires_at: '2026-11-15' }, {}]) {
    const product_id = made.length === 3 ? viewer : editor;
    const link = { product_id, ...more };
    made.unshift((await store.must('POST /create-payment-link', link)).payment_link_id);
  }
  const [newest, ends, , first] = made;
  await store.must('POST /update-payment-link', { payment_link_id: first, active: false });
  await store.advance('P2D');
  const ids = async (more: object = {}) => {
    const { data } = await store.must('GET /list-payment-links', more);
    return data.map((one: { payment_link_id: string }) => one.payment_link_id);
  };
  assert.deepEqual(await ids(), made);
  assert.deepEqual(await ids({ product_id: viewer }), [newest]);
  assert.deepEqual(await ids({ status: 'inactive' }), [first]);
  assert.deepEqual(await ids({ status: 'expired' }), [ends]);
  assert.deepEqual(await ids({ status: 'active' }), [made[0], made[2]]);
  const page = await store.must('GET /list-payment-links', { limit: 3 });
  assert.equal(page.has_more, true);
  assert.deepEqual(await ids({ limit: 3, cursor: page.next_cursor }), [first]);
  await store.must('DELETE /delete-payment-link', { payment_link_id: newest });
  assert.deepEqual(await ids(), made.slice(1));
  assert.deepEqual(await ids({ product_id: viewer }), []);
  assert.deepEqual(await ids({ status: 'deleted' }), [newest]);
  const other = await shop.openStore();
  assert.deepEqual((await other.must('GET /list-payment-links')).data, []);
});
