import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

/** A subscription of 20 EUR a month, with a code that counts from its next payment on. */
async function accepted(coupon: object) {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan());
  const coupon_code = await store.coupon('STAY50', coupon);
  await store.must('POST /apply-coupon', { subscription_id, coupon_code });
  /** What is charged for a plan of another interval: its discount, and those of the next payments. */
  const discountsOf = async (plan: object, payments: number): Promise<number[]> => {
    const plan_id = await store.plan(plan);
    const change = { subscription_id, plan_id };
    const preview = await store.must('POST /preview-subscription-change', change);
    await store.update(subscription_id, { plan_id });
    const rows = async () => (await store.transactions(subscription_id)).reverse().slice(1);
    assert.equal((await rows())[0].total, preview.total);
    const interval = { week: 'P7D', year: 'P1Y' }[
      (plan as { billing_interval: string }).billing_interval
    ];
    for (let n = 1; n < payments; n++) await store.advance(interval ?? 'P1M');
    await shop.assertRight();
    return (await rows()).map(({ discount }: { discount: number }) => discount);
  };
  return { ...store, subscription_id, discountsOf };
}

const yearly = { name: 'Year', price: 240, billing_interval: 'year' };
const weekly = { name: 'Week', price: 8, billing_interval: 'week' };

test('200: an offer that was accepted counts from the change of interval on, for the time that was agreed', async () => {
  for (const [coupon, plan, discounts] of [
    [{}, yearly, [10, 0]],
    [{}, weekly, [4, 0, 0]],
    [{ duration: 'repeating', duration_months: 3 }, yearly, [30, 0]],
    [{ duration: 'forever' }, yearly, [120, 120]],
    [{ discount_percentage: undefined, discount_amount: 5, currency: 'EUR' }, yearly, [5, 0]],
  ] as const) {
    const { discountsOf } = await accepted(coupon);
    assert.deepEqual(await discountsOf(plan, discounts.length), discounts, JSON.stringify(coupon));
  }
});

test('200: there and back and there again, an offer for one payment is used once', async () => {
  const { discountsOf, plan, update, subscription_id, transactions } = await accepted({});
  assert.deepEqual(await discountsOf(yearly, 1), [10]);
  await update(subscription_id, { plan_id: await plan({ name: 'Month', price: 20 }) });
  await update(subscription_id, { plan_id: await plan({ ...yearly, name: 'Again' }) });
  const rows: { discount: number }[] = await transactions(subscription_id);
  assert.deepEqual(
    rows.map(({ discount }) => discount),
    [0, 0, 10, 0],
  );
  await shop.assertRight();
});
