import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const OP = 'GET /preview-store-copy';
const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

test('200: how many of each would be copied, what would be left, and what was made before', async () => {
  const { must, ask, product, coupon } = await shop.openStore();
  const empty = await must(OP);
  assert.deepEqual([empty.mode, empty.copied.products, empty.copies], ['live', 0, []]);
  const product_id = await product();
  const archived = await product();
  await must('POST /create-payment-link', { product_id });
  await must('POST /create-payment-link', { product_id: archived });
  await coupon('OLD', { product_ids: [archived] });
  await coupon('ALL');
  await must('POST /archive-product', { product_id: archived });
  await must('POST /create-webhook', { url: 'http://127.0.0.1:9/hook' });
  const { copied, left, is_too_large, name } = await must(OP);
  assert.deepEqual(copied, {
    ...{ products: 1, payment_links: 1, discount_codes: 1, tax_rates: 0, webhooks: 0, members: 0 },
  });
  assert.deepEqual(left, {
    ...{ archived_products: 1, payment_links: 1, discount_codes: 1, webhooks: 1 },
  });
  assert.equal(is_too_large, false);
  assert.equal(name, (await must('GET /get-store')).name);
  assert.equal((await must(OP, { mode: 'test' })).copied.webhooks, 1);
  const made = await must('POST /copy-store', { mode: 'test', name: 'Another' });
  const [copy, ...others] = (await must(OP, { mode: 'test' })).copies;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [copy.store_id, copy.name, copy.dashboard_url],
    [made.store_id, 'Another', made.dashboard_url],
  );
  assert.deepEqual((await must(OP, { mode: 'live' })).copies, []);
  assert.equal((await ask(OP, { mode: 'none' })).status, 400);
});
