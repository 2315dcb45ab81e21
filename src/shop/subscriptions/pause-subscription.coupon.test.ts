import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: a pause revives no coupon that is over', async () => {
  for (const duration of [{ duration: 'once' }, { duration: 'repeating', duration_months: 1 }]) {
    const { plan, coupon, subscribe, advance, pause, resume, update, charges, get } =
      await shop.openStore();
    const code = await coupon('NINETY', { discount_percentage: 90, ...duration });
    const subscription_id = await subscribe(await plan({ price: 10 }), { coupon_code: code });
    await advance('P4M');
    const { discount_ends_at } = await get(subscription_id);
    await pause(subscription_id);
    await advance('PT1H');
    assert.equal((await resume(subscription_id)).discount_ends_at, discount_ends_at);
    await update(subscription_id, { plan_id: await plan({ name: 'Large', price: 1000 }) });
    assert.equal((await charges()).at(-1), '99000 paid');
  }
});

test('200: a repeating coupon counts for as many payments, however long the pause', async () => {
  const { plan, coupon, subscribe, advance, pause, resume, charges, moveTo } =
    await shop.openStore();
  const code = await coupon('THREE', { duration: 'repeating', duration_months: 3 });
  const subscription_id = await subscribe(await plan({ price: 20 }), { coupon_code: code });
  await advance('P20D');
  await pause(subscription_id);
  await advance('P222D');
  await resume(subscription_id);
  await moveTo('2028-06-01T00:00:00.000Z');
  const paid = await charges();
  assert.deepEqual(paid.slice(0, 5), [
    '1000 paid',
    '1000 paid',
    '1000 paid',
    '2000 paid',
    '2000 paid',
  ]);
});

test('200: an amount off a year is not an amount off each day', async () => {
  const { must, plan, subscribe, update, advance, charges } = await shop.openStore();
  const code = { code: 'SIXTY', discount_amount: 60, currency: 'EUR', duration: 'forever' };
  await must('POST /create-discount-code', code);
  const year = await plan({ price: 120, billing_interval: 'year' });
  const subscription_id = await subscribe(year, { coupon_code: 'SIXTY' });
  const day = await plan({ name: 'Daily', price: 60, billing_interval: 'day' });
  await update(subscription_id, { plan_id: day });
  await advance('P2D');
  // 60 of the year given back pays for the first day; then every day costs 60.
  assert.deepEqual(await charges(), ['6000 paid', '6000 paid', '6000 paid']);
});

test('200: a coupon that no payment has used counts for the one that ends an unpaid pause', async () => {
  const { must, plan, coupon, changeCard, advance, resume, charges, create } =
    await shop.openStore();
  await must('POST /update-store-settings', { after_retries: 'pause' });
  const code = await coupon('HALF', { duration: 'repeating', duration_months: 2 });
  const product_id = await plan({ price: 20, trial_days: 5 });
  const { checkout_session_id } = await create({ product_id, coupon_code: code });
  const payment_method = card(DECLINES_LATER);
  const { subscription_id } = await must('POST /complete-checkout', {
    checkout_session_id,
    payment_method,
  });
  await advance('P6M');
  await changeCard(GOOD);
  assert.equal((await resume(subscription_id)).status, 'active');
  await advance('P3M');
  const paid = (await charges()).filter((charge) => charge.endsWith(' paid'));
  assert.deepEqual(paid.slice(-4), ['1000 paid', '1000 paid', '2000 paid', '2000 paid']);
});

test('200: a code of six months ends after six months and the pauses, whatever plan is paused', async () => {
  const store = await shop.openStore();
  const monthly = await store.plan({ price: 10 });
  const quarterly = await store.plan({ price: 30, billing_interval_count: 3 });
  const coupon_code = await store.coupon('HALF', SIX_MONTHS);
  const subscription_id = await store.subscribe(monthly, { coupon_code });
  await swapAndPause(store, { subscription_id, monthly, quarterly });
  const { discount_ends_at } = await store.get(subscription_id);
  // Six months, and the three hours of the pauses in them.
  assert.equal(discount_ends_at, '2027-05-14T12:30:00.000Z');
  assert.deepEqual(await discountsAfter(store, { subscription_id, discount_ends_at }), [0]);
  await shop.assertRight();
});

test('200: the same with a code that was offered to who wanted to leave', async () => {
  const store = await shop.openStore();
  const monthly = await store.plan({ price: 10 });
  const quarterly = await store.plan({ price: 30, billing_interval_count: 3 });
  const subscription_id = await store.subscribe(monthly);
  const coupon_code = await store.coupon('STAY', SIX_MONTHS);
  await store.must('POST /apply-coupon', { subscription_id, coupon_code, once_per_customer: true });
  await swapAndPause(store, { subscription_id, monthly, quarterly });
  const { discount_ends_at } = await store.get(subscription_id);
  // It counts from the change to the other interval on: that is at once, as above.
  assert.equal(discount_ends_at, '2027-05-14T12:30:00.000Z');
  assert.deepEqual(await discountsAfter(store, { subscription_id, discount_ends_at }), [0]);
  await shop.assertRight();
});

const SIX_MONTHS = { discount_percentage: 50, duration: 'repeating', duration_months: 6 };

/** Every two months for two years: to the other plan, a pause of an hour, and back. */
async function swapAndPause(
  store: Awaited<ReturnType<typeof shop.openStore>>,
  plans: { subscription_id: string; monthly: string; quarterly: string },
): Promise<void> {
  const { subscription_id, monthly, quarterly } = plans;
  for (let round = 0; round < 12; round += 1) {
    await store.update(subscription_id, { plan_id: quarterly });
    await store.pause(subscription_id, { paused_by: 'customer' });
    await store.advance('PT1H');
    await store.resume(subscription_id);
    await store.update(subscription_id, { plan_id: monthly });
    await store.advance('P2M');
  }
}

/** The different discounts on periods that began when the code had ended. */
async function discountsAfter(
  store: Awaited<ReturnType<typeof shop.openStore>>,
  { subscription_id, discount_ends_at }: { subscription_id: string; discount_ends_at: string },
): Promise<number[]> {
  const paid = await store.transactions(subscription_id);
  const later = paid.filter(({ period_start: from }: { period_start: string }) => {
    return from >= discount_ends_at;
  });
  return [...new Set<number>(later.map(({ discount }: { discount: number }) => discount))];
}
