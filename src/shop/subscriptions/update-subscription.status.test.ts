import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /update-subscription';

test('200: one that is past due can become cheaper, and pays the smaller amount', async () => {
  const { plan, subscribe, changeCard, advance, update, charges, get } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 20 }), { quantity: 3 });
  await changeCard(DECLINES_LATER);
  await advance('P1M');
  const before = await get(subscription_id);
  const yearly = await plan({ name: 'Yearly', price: 100, billing_interval: 'year' });
  const fewer = await update(subscription_id, { quantity: 1 });
  assert.deepEqual(
    [fewer.status, fewer.quantity, fewer.next_payment_at, fewer.credit],
    ['past_due', 1, before.next_payment_at, 0],
  );
  await update(subscription_id, { plan_id: yearly });
  await changeCard(GOOD);
  const recovered = await get(subscription_id);
  assert.deepEqual(
    [recovered.status, recovered.current_period_start, recovered.current_period_end],
    ['active', '2026-12-14T09:30:00.000Z', '2027-12-14T09:30:00.000Z'],
  );
  assert.deepEqual(await charges(), ['6000 paid', '6000 declined', '10000 paid']);
});

test('200: one that is about to end can become cheaper: the rest goes to the balance', async () => {
  const { plan, subscribe, cancel, update, balances, advance, get } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 20 }), { quantity: 3 });
  await cancel(subscription_id, { cancel_at_period_end: true });
  const fewer = await update(subscription_id, { quantity: 1 });
  assert.deepEqual([fewer.quantity, fewer.cancel_at_period_end], [1, true]);
  assert.deepEqual(await balances(), { EUR: 40 });
  await advance('P1M');
  assert.equal((await get(subscription_id)).status, 'canceled');
});

test('400 subscription_status: what is past due or about to end cannot become dearer', async () => {
  const { inStatus, ask, get } = await shop.openStore();
  for (const status of ['past_due', 'ending', 'paused', 'canceled']) {
    const subscription_id = await inStatus(status);
    const before = await get(subscription_id);
    for (const input of [{ quantity: 2 }, { quantity: 2, effective: 'period_end' }]) {
      const answer = await ask(OP, { subscription_id, ...input });
      assertRefused(answer, 400, 'subscription_status');
    }
    assert.deepEqual(await get(subscription_id), before);
  }
});

test('200: another quantity keeps a plan that is to come; together they become one change', async () => {
  const { plan, subscribe, update, advance, get } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const plan_id = await plan({ name: 'Small', price: 5 });
  await update(subscription_id, { plan_id, effective: 'period_end' });
  const body = await update(subscription_id, { quantity: 4 });
  assert.deepEqual(body.pending_change, {
    plan_id,
    quantity: 4,
    effective_at: body.current_period_end,
  });
  const later = await update(subscription_id, { quantity: 2, effective: 'period_end' });
  assert.deepEqual([later.pending_change.plan_id, later.pending_change.quantity], [plan_id, 2]);
  await advance('P1M');
  const after = await get(subscription_id);
  assert.deepEqual([after.plan_id, after.quantity, after.pending_change], [plan_id, 2, null]);
});

test('200: a change to what it is, is none: nothing pends, nothing is charged, nothing is told', async () => {
  const { plan, subscribe, update, must, get, eventCount, charges } = await shop.openStore();
  const plan_id = await plan();
  const subscription_id = await subscribe(plan_id, { quantity: 2 });
  const before = await get(subscription_id);
  const count = await eventCount();
  for (const change of [
    {},
    { plan_id },
    { quantity: 2 },
    { plan_id, quantity: 2, proration: 'none' },
    { plan_id, quantity: 2, effective: 'period_end' },
    { effective: 'period_end' },
  ]) {
    assert.deepEqual(await update(subscription_id, change), before);
    const preview = await must('POST /preview-subscription-change', { subscription_id, ...change });
    assert.deepEqual([preview.lines, preview.total], [[], 0]);
  }
  assert.deepEqual([await eventCount(), await charges()], [count, ['4000 paid']]);
  await update(subscription_id, { quantity: 3, effective: 'period_end' });
  const taken_back = await update(subscription_id, { quantity: 2, effective: 'period_end' });
  assert.equal(taken_back.pending_change, null);
});
