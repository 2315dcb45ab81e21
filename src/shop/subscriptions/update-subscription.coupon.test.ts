import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

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

test('200: three months of a code are a quarter of a year, not the whole of it', async () => {
  const { store, monthly, subscription_id } = await openHalf(3);
  const yearly = await store.plan({ price: 120, billing_interval: 'year' });
  await store.update(subscription_id, { plan_id: yearly });
  // 120 less 50 % of three months of twelve, less the 5 that were paid for the first month.
  assert.deepEqual(await store.charges(), ['500 paid', '10000 paid']);
  // The same way back: what was paid for the year comes back as credit.
  await store.update(subscription_id, { plan_id: monthly });
  assert.deepEqual(await store.balances(), { EUR: 100 });
  await shop.assertRight();
});

test('200: what a code has left counts for a longer interval, also after a pause in it', async () => {
  const { store, subscription_id } = await openHalf(6);
  const yearly = await store.plan({ price: 120, billing_interval: 'year' });
  const larger = await store.plan({ price: 240, billing_interval: 'year' });
  await store.update(subscription_id, { plan_id: yearly, effective: 'period_end' });
  await store.advance('P1M');
  // Five months of twelve: 25 of 60.
  assert.deepEqual(await store.charges(), ['500 paid', '9500 paid']);
  await store.pause(subscription_id);
  await store.advance('P40D');
  await store.resume(subscription_id);
  await store.update(subscription_id, { plan_id: larger });
  assert.deepEqual((await store.charges()).at(-1), '9500 paid');
  await store.advance('P13M');
  assert.equal((await store.charges()).at(-1), '24000 paid');
  await shop.assertRight();
});

test('200: quarters of a code for months are discounted by what it has left, one after the other', async () => {
  const { store, subscription_id } = await openHalf(5);
  const quarterly = await store.plan({ price: 30, billing_interval_count: 3 });
  await store.update(subscription_id, { plan_id: quarterly, effective: 'period_end' });
  await store.advance('P8M');
  // The second quarter has one month of it left.
  assert.deepEqual(await store.charges(), ['500 paid', '1500 paid', '2500 paid', '3000 paid']);
  await shop.assertRight();
});

test('200: a year that a trial is changed to is discounted by its share, and back there is none lost', async () => {
  const store = await shop.openStore();
  const coupon_code = await store.coupon('HALF', { duration: 'repeating', duration_months: 3 });
  const monthly = await store.plan({ price: 12, trial_days: 14 });
  const yearly = await store.plan({ price: 120, billing_interval: 'year' });
  const [one, other] = [
    await store.subscribe(monthly, { coupon_code }),
    await store.subscribe(await store.plan({ price: 12, trial_days: 14 }), { coupon_code }),
  ];
  await store.update(one, { plan_id: yearly });
  await store.update(other, { plan_id: yearly });
  await store.update(other, { plan_id: monthly });
  await store.advance('P14D');
  assert.deepEqual((await store.charges()).toSorted(), ['10500 paid', '600 paid']);
  await shop.assertRight();
});

test('200: an interval that was changed is no longer what the code was agreed for, also changed back', async () => {
  const store = await shop.openStore();
  const coupon_code = await store.coupon('HALF', { duration: 'repeating', duration_months: 3 });
  const yearly = await store.plan({ price: 120, billing_interval: 'year' });
  const monthly = await store.plan({ price: 10 });
  const subscription_id = await store.subscribe(yearly, { coupon_code });
  await store.advance('P2M');
  await store.update(subscription_id, { plan_id: monthly });
  await store.update(subscription_id, { plan_id: yearly });
  const [change] = await store.transactions(subscription_id);
  assert.equal(change.discount, 5, 'one month of twelve');
  await shop.assertRight();
});

/** A plan of 10 a month, bought with 50 % off for some months. */
async function openHalf(duration_months: number) {
  const store = await shop.openStore();
  const coupon_code = await store.coupon('HALF', { duration: 'repeating', duration_months });
  const monthly = await store.plan({ price: 10 });
  return { store, monthly, subscription_id: await store.subscribe(monthly, { coupon_code }) };
}
