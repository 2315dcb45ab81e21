import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../test/cast.ts';
import { startShop } from '../../test/harness.ts';

// Coupons stay where they belong.
const shop = await startShop();
const TEN_OFF = { discount_percentage: undefined, discount_amount: 10, currency: 'EUR' };

interface Paid {
  customer_id: string;
  discount: number;
  total: number;
}

test('200: a code for one plan pays nothing of another plan, now or at a renewal', async () => {
  const { plan, coupon, subscribe, update, advance, charges, transactions } =
    await shop.openStore();
  const small = await plan({ price: 1 });
  const large = await plan({ name: 'Large', price: 1000 });
  const code = await coupon('FREE', {
    discount_percentage: 100,
    duration: 'forever',
    product_ids: [small],
  });
  const subscription_id = await subscribe(small, { coupon_code: code });
  await update(subscription_id, { plan_id: large, quantity: 50 });
  assert.deepEqual(await charges(), ['5000000 paid'], '50 × 1,000, to the cent');
  await advance('P1M');
  assert.deepEqual(await charges(), ['5000000 paid', '5000000 paid']);
  // Back on the plan that the code is for, it counts again.
  await update(subscription_id, { plan_id: small, quantity: 1, effective: 'period_end' });
  await advance('P1M');
  const [renewal] = await transactions(subscription_id);
  assert.deepEqual([renewal.subtotal, renewal.discount, renewal.total], [1, 1, 0]);
});

test('200: a code covers the seats it was bought with: more pay in full', async () => {
  const { plan, coupon, subscribe, update, advance, charges, transactions } =
    await shop.openStore();
  const code = await coupon('ALL', { discount_percentage: 100, duration: 'forever' });
  const subscription_id = await subscribe(await plan({ price: 20 }), { coupon_code: code });
  await update(subscription_id, { quantity: 100_000 });
  assert.deepEqual(await charges(), ['199998000 paid'], '99,999 seats at 20');
  await update(subscription_id, { quantity: 3, effective: 'period_end' });
  await advance('P1M');
  const [renewal] = await transactions(subscription_id);
  assert.deepEqual([renewal.subtotal, renewal.discount, renewal.total], [60, 20, 40]);
});

test('200: what a change to another interval takes off is shown as a discount', async () => {
  const { plan, coupon, subscribe, update, transactions } = await shop.openStore();
  const code = await coupon('HALF', { duration: 'forever' });
  const subscription_id = await subscribe(await plan({ price: 20 }), { coupon_code: code });
  const plan_id = await plan({ name: 'Yearly', price: 200, billing_interval: 'year' });
  await update(subscription_id, { plan_id });
  const [change] = await transactions(subscription_id);
  assert.deepEqual(
    change.lines.map(({ description, amount }: { description: string; amount: number }) => [
      description.replace(/ \(.*\d.*\)$/, ''),
      amount,
    ]),
    [
      ['Unused time on Pro', -10],
      ['Yearly', 200],
      ['Discount HALF', -100],
    ],
  );
  assert.deepEqual([change.subtotal, change.discount, change.total], [190, 100, 90]);
});

test('200: a code for an amount counts for each period, prorated, and never below nothing', async () => {
  const { plan, must, subscribe, update, advance, moveTo, charges } = await shop.openStore();
  const terms = { code: 'FIVE', discount_amount: 5, currency: 'eur', duration: 'forever' };
  await must('POST /create-discount-code', terms);
  const subscription_id = await subscribe(await plan({ price: 20 }), { coupon_code: 'FIVE' });
  await moveTo('2026-11-29T09:30:00.000Z'); // Half of the 30 days.
  await update(subscription_id, { quantity: 2 });
  await moveTo('2026-12-14T09:30:00.000Z');
  const plan_id = await plan({ name: 'Tiny', price: 3 });
  await update(subscription_id, { plan_id, quantity: 1, effective: 'period_end' });
  await advance('P1M');
  // 20 - 5; then half of (40 - 5) - (20 - 5); then 40 - 5; then 3 - 3.
  assert.deepEqual(await charges(), ['1500 paid', '1000 paid', '3500 paid']);
});

test('200: an amount off a year is not off each month of who is past due and changes to months', async () => {
  const store = await shop.openStore();
  const yearly = await store.plan({ price: 120, billing_interval: 'year' });
  const monthly = await store.plan({ name: 'Monthly', price: 10 });
  const code = await store.coupon('TEN', { ...TEN_OFF, duration: 'forever' });
  const subscription_id = await store.subscribe(yearly, { coupon_code: code });
  await store.changeCard(DECLINES_LATER);
  await store.advance('P1Y');
  await store.update(subscription_id, { plan_id: monthly });
  await store.changeCard(GOOD);
  await store.advance('P1M');
  const { data } = await store.must('GET /get-transactions', {
    ...{ subscription_id, type: 'renewal', status: 'paid' },
  });
  assert.deepEqual(
    data.map(({ discount, total }: Paid) => [discount, total]),
    [
      [0, 10],
      [0, 10],
    ],
  );
});

test('200: an amount for the first payment of a year in trial is not off a month, also changed there and back', async () => {
  const store = await shop.openStore();
  const yearly = await store.plan({ price: 120, billing_interval: 'year', trial_days: 10 });
  const monthly = await store.plan({ name: 'Monthly', price: 10 });
  const larger = await store.plan({ name: 'Larger', price: 15 });
  const code = await store.coupon('TEN', TEN_OFF);
  for (const [customer_id, ...changes] of [
    ['ada', monthly],
    ['bob', monthly, larger],
    ['eve', monthly, yearly],
  ] as const) {
    const subscription_id = await store.subscribe(yearly, { coupon_code: code, customer_id });
    for (const plan_id of changes) await store.update(subscription_id, { plan_id });
  }
  await store.advance('P11D');
  const { data } = await store.must('GET /get-transactions', { limit: 100 });
  const paid = data.filter(({ total }: { total: number }) => total > 0);
  assert.deepEqual(
    paid.map((one: Paid) => `${one.customer_id} ${one.discount} ${one.total}`).sort(),
    ['ada 0 10', 'bob 0 15', 'eve 0 120'],
  );
});
