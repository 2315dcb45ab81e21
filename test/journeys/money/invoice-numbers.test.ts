import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../harness/cast.ts';
import { verified, wrong } from '../../harness/planting.ts';
import { startShop } from '../../harness/shop.ts';

const BUYERS = 64;

const shop = await startShop({ rate_limit: 'off' });

const numbered = (prefix: string, first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(first + at).padStart(4, '0')}`);

test('64 payments at once, some declined, and refunds at once: no gap, no number twice', async () => {
  const { product, create, ask, must } = await shop.openStore();
  const product_id = await product();
  const sessions: string[] = [];
  for (let n = 0; n < BUYERS; n++) {
    const customer_id = `buyer-${n % 16}`;
    sessions.push((await create({ product_id, customer_id })).checkout_session_id);
  }
  const numbers = async () => {
    const { data } = await must('GET /list-invoices', { limit: 100 });
    return data.map(({ number }: { number: string }) => number).reverse();
  };
  const bought = await Promise.all(
    sessions.map((checkout_session_id, n) => {
      const payment_method = n % 8 === 7 ? cards.declined : cards.pays;
      return ask('POST /complete-checkout', { checkout_session_id, payment_method });
    }),
  );
  const paid = bought.filter(({ status }) => status === 200);
  assert.equal(paid.length, 56);
  assert.deepEqual(await numbers(), numbered('INV-', 1, 56));
  const refunds = paid
    .slice(0, 20)
    .flatMap(({ body: { transaction_id } }) => [
      ask('POST /refund-transaction', { transaction_id, amount: 3 }),
      ask('POST /refund-transaction', { transaction_id, amount: 4 }),
    ]);
  const statuses = (await Promise.all(refunds)).map(({ status }) => status);
  assert.ok(statuses.every((status) => status === 200));
  assert.deepEqual(await numbers(), numbered('INV-', 1, 96));
  assert.deepEqual(wrong(await verified(shop)), []);
});

test('the series is changed while payments are made: every number once, in the order of the documents', async () => {
  const { product, create, ask, must } = await shop.openStore();
  const product_id = await product();
  const sessions: string[] = [];
  for (let n = 0; n < 24; n++) {
    sessions.push((await create({ product_id, customer_id: `b${n}` })).checkout_session_id);
  }
  const all = sessions.flatMap((checkout_session_id, n) => [
    ask('POST /complete-checkout', { checkout_session_id, payment_method: cards.pays }),
    ...(n % 6 === 5 ? [ask('POST /update-invoice-settings', { prefix: `S${n}-` })] : []),
  ]);
  for (const { status, text } of await Promise.all(all)) assert.equal(status, 200, text);
  const { data } = await must('GET /list-invoices', { limit: 100 });
  const counted = data.map(({ number }: { number: string }) => Number(number.split('-')[1]));
  assert.deepEqual(
    counted.reverse(),
    Array.from({ length: 24 }, (_, at) => at + 1),
  );
  assert.deepEqual(wrong(await verified(shop)), []);
});
