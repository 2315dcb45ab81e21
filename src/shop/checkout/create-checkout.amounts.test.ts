import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';
import { assertRefused } from '../../../test/harness/shop.ts';

// What Stripe can charge is less than what a price can be.

const { shop, store, control, openSession, goToStripe, back, session, get } =
  await openHostedCounter();

const create = (product_id: string, more: object = {}) =>
  store.ask('POST /create-checkout', { product_id, quantity: 1, customer_id: 'ada', ...more });

test('400 amount_too_small: less than Stripe charges, by the price or by a coupon; it says how much', async () => {
  const cheap = await store.product({ price: 0.3, currency: 'USD' });
  const cut = await store.coupon('CUT', { discount_percentage: 99 });
  const dear = await store.product({ price: 10, currency: 'GBP' });
  const before = await shop.everything();
  const small = await create(cheap);
  assertRefused(small, 400, 'amount_too_small', ['quantity']);
  assert.match(small.body.error.message, /at least 0\.5 USD/);
  const less = await create(dear, { coupon_code: cut, customer_id: 'new' });
  assertRefused(less, 400, 'amount_too_small', ['coupon_code']);
  assert.match(less.body.error.message, /at least 0\.3 GBP/);
  assert.equal(await shop.everything(), before);
  assert.equal((await create(cheap, { quantity: 2 })).status, 200);
});

test('200: nothing to pay today is never too small', async () => {
  const free = await store.product({ price: 0, currency: 'USD' });
  const trial = await store.plan({ price: 0.3, currency: 'USD', trial_days: 7 });
  for (const product_id of [free, trial]) assert.equal((await create(product_id)).status, 200);
});

test('400 amount_not_chargeable: a third decimal that is not 0', async () => {
  const odd = await store.product({ price: 10.005, currency: 'KWD' });
  const before = await shop.everything();
  const answer = await create(odd);
  assertRefused(answer, 400, 'amount_not_chargeable', ['product_id']);
  assert.match(answer.body.error.message, /only multiples of 0\.01 KWD/);
  assert.equal(await shop.everything(), before);
  assert.equal((await create(odd, { quantity: 2 })).body.total, 20.01);
});

test('200: currencies without decimals, with three, and with a way of counting of their own', async () => {
  for (const [currency, price, charged] of [
    ['JPY', 1500, 1_500],
    ['KWD', 9.99, 9_990],
    ['ISK', 700, 70_000],
    ['UGX', 9000, 900_000],
    ['MGA', 5000, 5_000],
    ['HUF', 400.5, 40_050],
  ] as const) {
    const product_id = await store.product({ price, currency });
    const { id, path } = await openSession({ product_id });
    const page = await goToStripe(path);
    const { amount_total } = (await control.object({ id: page })) as { amount_total: number };
    assert.equal(amount_total, charged, currency);
    await control.pay({ session: page });
    await back(path);
    const { status, total } = await session(id);
    assert.deepEqual([status, total], ['completed', price], currency);
  }
});

test('200: a coupon leaves an amount that Stripe can charge, in favour of the buyer', async () => {
  const coupon_code = await store.coupon('SOME', { discount_percentage: 15 });
  const product_id = await store.product({ price: 9.99, currency: 'KWD' });
  const { id, path } = await openSession({ product_id, coupon_code });
  const { discount, total } = await session(id);
  assert.deepEqual([discount, total], [1.5, 8.49]);
  await control.pay({ session: await goToStripe(path) });
  await back(path);
  assert.match((await get(path)).text, /Thank you/);
});

test('all records agree with each other', () => shop.assertRight());
