import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

/** Ada on 100 EUR a month, whose first renewal was declined. */
async function pastDue(
  more: object = {},
  { due_at = '2026-12-14T09:30:00.000Z', quantity = 1 } = {},
) {
  const store = await shop.openStore();
  const large = await store.plan({ name: 'Large', price: 100, ...more });
  const small = await store.plan({ name: 'Small', price: 10 });
  const subscription_id = await store.subscribe(large, { quantity });
  await store.changeCard(DECLINES_LATER);
  await store.moveTo(due_at);
  assert.equal((await store.get(subscription_id)).status, 'past_due');
  const update = (change: object) => store.update(subscription_id, change);
  /** Pays what is due, and returns it: its lines as texts and amounts, and its total. */
  const pay = async () => {
    await store.changeCard(GOOD);
    const { status, current_period_start, current_period_end } = await store.get(subscription_id);
    const [paid] = await store.transactions(subscription_id);
    assert.deepEqual([status, paid.type, paid.status], ['active', 'renewal', 'paid']);
    const lines = paid.lines.map((one: { description: string; amount: number }) => {
      return `${one.description} ${one.amount}`;
    });
    const days = [current_period_start, current_period_end].map((at: string) => at.slice(0, 10));
    return { lines, total: paid.total, days };
  };
  return { ...store, large, small, subscription_id, update, pay };
}

test('200: days that were used while past due are paid on their own terms, the others on the new ones', async () => {
  const { small, subscription_id, update, pay, advance, must, transactions } = await pastDue();
  await advance('P20D');
  const preview = await must('POST /preview-subscription-change', {
    subscription_id,
    plan_id: small,
  });
  await update({ plan_id: small });
  const [change] = await transactions(subscription_id);
  assert.deepEqual([change.type, change.total], ['plan_change', 0]);
  // 20 and 11 of 31 days.
  assert.equal(preview.next_renewal.total, 68.07);
  assert.deepEqual(await pay(), {
    lines: [
      'Large (14 Dec 2026 – 3 Jan 2027) 64.52',
      'Remaining time on Small (3 Jan – 14 Jan 2027) 3.55',
    ],
    total: 68.07,
    days: ['2026-12-14', '2027-01-14'],
  });
  await shop.assertRight();
  // What is left of it is worth what the new terms cost.
  const kept = { subscription_id, refund: 'prorated' };
  const { refunded } = await must('GET /preview-subscription-cancel', kept);
  assert.equal(refunded, 3.55);
  await advance('P1M');
  assert.equal((await transactions(subscription_id))[0].total, 10);
  await shop.assertRight();
});

test('200: seats given up one after the other while past due are paid for as long as they were there', async () => {
  const { large, update, pay, advance } = await pastDue({ price: 31 }, { quantity: 4 });
  await advance('P10D');
  await update({ quantity: 2 });
  await advance('P6D');
  await update({ quantity: 1 });
  await update({ quantity: 1, plan_id: large }); // It is so already.
  assert.deepEqual((await pay()).lines, [
    'Large (14 Dec – 24 Dec 2026) 40',
    'Large (24 Dec – 30 Dec 2026) 12',
    'Remaining time on Large (30 Dec 2026 – 14 Jan 2027) 15',
  ]);
  await shop.assertRight();
});

test('200: another interval begins with the change, and the days before it are paid as they were used', async () => {
  const { plan, update, pay, advance } = await pastDue();
  await advance('P20D');
  await update({ plan_id: await plan({ name: 'Year', price: 90, billing_interval: 'year' }) });
  await advance('P1D');
  assert.deepEqual(await pay(), {
    lines: ['Large (14 Dec 2026 – 3 Jan 2027) 64.52', 'Year (3 Jan 2027 – 3 Jan 2028) 90'],
    total: 154.52,
    days: ['2027-01-03', '2028-01-03'],
  });
  await shop.assertRight();
});

test('200: of a plan by the day, each day that is paid late costs what it was on that day', async () => {
  const daily = { billing_interval: 'day', price: 7 };
  const { plan, update, advance, changeCard, ...store } = await pastDue(daily, {
    due_at: '2026-11-15T09:30:00.000Z',
  });
  await advance('P2D');
  await update({ plan_id: await plan({ ...daily, name: 'Tiny', price: 1 }) });
  await advance('PT12H');
  await changeCard(GOOD);
  await advance('PT1M');
  const paid: { type: string; total: number }[] = await store.transactions(store.subscription_id);
  const totals = paid.filter(({ type, total }) => type === 'renewal' && total > 0).reverse();
  // Declined first: two days of the large plan, and then one of the small one.
  assert.deepEqual(
    totals.map(({ total }) => total),
    [7, 7, 7, 1],
  );
  await shop.assertRight();
});

test('200: what is canceled is not paid for, and what was never paid only as long as its license was good', async () => {
  const { small, subscription_id, update, advance, cancel, balances, transactions } =
    await pastDue();
  await advance('P20D');
  await update({ plan_id: small });
  await cancel(subscription_id);
  assert.deepEqual(await balances(), {});
  assert.equal((await transactions(subscription_id))[0].type, 'plan_change');
  const store = await shop.openStore();
  const large = await store.plan({ name: 'Large', price: 100, trial_days: 7 });
  const cheap = await store.plan({ name: 'Small', price: 10 });
  const trial = await store.subscribe(large);
  await store.changeCard(DECLINES_LATER);
  await store.advance('P17D'); // The license was good for three of ten days.
  await store.update(trial, { plan_id: cheap });
  await store.changeCard(GOOD);
  const [paid] = await store.transactions(trial);
  assert.deepEqual(
    paid.lines.map(({ amount }: { amount: number }) => amount),
    [10, 9],
  );
  await shop.assertRight();
});
