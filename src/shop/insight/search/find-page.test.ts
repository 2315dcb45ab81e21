import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const OP = 'GET /find-page';
const shop = await startShop();

const LISTS = {
  products: ['GET /search-products', { status: 'all' }],
  customers: ['GET /list-customers', {}],
  subscriptions: ['GET /list-subscriptions', {}],
  transactions: ['GET /get-transactions', {}],
  payments: ['GET /get-transactions', { refunds: false }],
  licenses: ['GET /list-licenses', {}],
} as const;

test('200: every page of every list, by its number, is what its cursors lead to', async () => {
  const { licensedPlan, buy, must } = await shop.openStore();
  const plan = await licensedPlan();
  const other = await licensedPlan();
  await must('POST /archive-product', { product_id: await licensedPlan() });
  for (const customer_id of ['ada', 'bob', 'cyd', 'dan', 'eve']) {
    const { transaction_id } = await buy(customer_id === 'eve' ? other : plan, { customer_id });
    if (customer_id === 'ada') await must('POST /refund-transaction', { transaction_id });
  }
  for (const [list, [operation, same]] of Object.entries(LISTS)) {
    const { data } = await must(operation, same);
    const page_size = 2;
    for (const page_number of [1, 2, 3, 4]) {
      const page = await must(OP, { list, page_number, page_size });
      const { total_records, total_pages, is_capped, is_empty, cursor } = page;
      const wanted = data.slice((page_number - 1) * page_size, page_number * page_size);
      assert.deepEqual(
        [total_records, total_pages, is_capped, is_empty],
        [data.length, Math.ceil(data.length / page_size), false, wanted.length === 0],
        `${list} ${page_number}`,
      );
      if (is_empty) continue;
      const begin = cursor === null ? {} : { cursor };
      const found = await must(operation, { ...same, ...begin, limit: page_size });
      assert.deepEqual(found.data, wanted, `${list} ${page_number}`);
    }
  }
  const filtered = [
    [{ list: 'products', status: 'archived' }, 1],
    [{ list: 'payments', customer_id: 'ada' }, 1],
    [{ list: 'transactions', customer_id: 'ada', product_id: plan }, 2],
    [{ list: 'licenses', product_id: other }, 1],
    [{ list: 'subscriptions', customer_id: 'nobody' }, 0],
  ] as const;
  for (const [input, total] of filtered) {
    assert.equal((await must(OP, input)).total_records, total, JSON.stringify(input));
  }
});

test('400: pages have numbers within the first 10,000 records, and lists their own filters', async () => {
  const { ask } = await shop.openStore();
  const refused = async (input: object, param: string) =>
    assertRefused(await ask(OP, { list: 'customers', ...input }), 400, 'invalid_parameters', [
      param,
    ]);
  await refused({ page_number: 10_001, page_size: 1 }, 'page_number');
  await refused({ page_number: 101, page_size: 100 }, 'page_number');
  await refused({ page_number: 0 }, 'page_number');
  await refused({ page_size: 101 }, 'page_size');
  await refused({ customer_id: 'ada' }, 'customer_id');
  await refused({ list: 'keys' }, 'list');
});
