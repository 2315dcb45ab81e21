import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

test('200: customers by what they have bought, without what went back; one of them in each currency', async () => {
  const { product, buy, refund, must } = await shop.openStore();
  const euros = await product();
  const dollars = await product({ currency: 'USD', price: 7 });
  await buy(euros);
  await buy(euros, { customer_id: 'eve', quantity: 2 });
  const { transaction_id } = await buy(euros, { customer_id: 'eve', quantity: 3 });
  await refund(transaction_id, { amount: 50 });
  await buy(euros, { customer_id: 'zoe', quantity: 4 });
  await buy(dollars);
  const list = (input: object = {}) => must('GET /list-best-customers', input);
  const short = async (input: object = {}) =>
    (await list(input)).data.map((one: Record<string, unknown>) => [
      ...[one.customer_id, one.net_sales, one.payments, one.refunded],
    ]);
  const all = [
    ['zoe', 80, 1, 0],
    ['eve', 50, 2, 50],
    ['ada', 20, 1, 0],
  ];
  assert.deepEqual(await short(), all);
  assert.deepEqual(await short({ currency: 'usd' }), [['ada', 7, 1, 0]]);
  assert.deepEqual(await short({ currency: 'JPY' }), []);
  const first = await list({ limit: 2 });
  assert.equal(first.has_more, true);
  assert.deepEqual(await short({ limit: 2, cursor: first.next_cursor }), all.slice(2));
  const { data, has_more } = await list({ customer_id: 'ada' });
  assert.deepEqual(
    data.map(({ currency, net_sales }: { currency: string; net_sales: number }) => [
      currency,
      net_sales,
    ]),
    [
      ['EUR', 20],
      ['USD', 7],
    ],
  );
  assert.equal(has_more, false);
  assert.deepEqual((await list({ customer_id: 'nobody' })).data, []);
});

test('200: a store without sales has no best customers', async () => {
  const { must } = await shop.openStore();
  assert.deepEqual((await must('GET /list-best-customers')).data, []);
});
