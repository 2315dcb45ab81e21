import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../test/harness.ts';

// Coupons stay where they belong.
const shop = await startShop();

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
