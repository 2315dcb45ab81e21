import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: something dearer ends a trial and is paid for from now on, whatever proration says', async () => {
  for (const proration of ['charge_now', 'next_renewal', 'none']) {
    const { plan, subscribe, update, advance, charges } = await shop.openStore();
    const subscription_id = await subscribe(await plan({ price: 1, trial_days: 14 }));
    const plan_id = await plan({ name: 'Large', price: 1000, trial_days: 14 });
    await advance('P3D');
    const body = await update(subscription_id, { plan_id, quantity: 500, proration });
    assert.deepEqual(
      [body.status, body.trial_end, body.current_period_start, body.current_period_end],
      [
        'active',
        '2026-11-17T09:30:00.000Z',
        '2026-11-17T09:30:00.000Z',
        '2026-12-17T09:30:00.000Z',
      ],
    );
    assert.deepEqual(await charges(), ['50000000 paid'], proration);
  }
});

test('200: more seats in a trial are dearer too; fewer, or a cheaper plan, leave it free', async () => {
  const { plan, subscribe, update, charges, advance } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ trial_days: 14 }), { quantity: 2 });
  const fewer = await update(subscription_id, { quantity: 1 });
  assert.deepEqual([fewer.status, fewer.trial_end], ['trialing', '2026-11-28T09:30:00.000Z']);
  assert.deepEqual(await charges(), []);
  const more = await update(subscription_id, { quantity: 40 });
  assert.equal(more.status, 'active');
  assert.deepEqual(await charges(), ['80000 paid']);
  await advance('P1M');
  assert.deepEqual(await charges(), ['80000 paid', '80000 paid']);
});

test('400 payment_declined: a dearer plan that cannot be paid leaves the trial as it was', async () => {
  const { plan, subscribe, ask, get, changeCard } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ trial_days: 14 }));
  await changeCard(DECLINES_LATER);
  const before = await get(subscription_id);
  const answer = await ask('POST /update-subscription', { subscription_id, quantity: 2 });
  assertRefused(answer, 400, 'payment_declined', ['payment_method']);
  assert.deepEqual(await get(subscription_id), before);
});

test('200: every plan that was tried counts as tried, also one that a trial was changed to', async () => {
  const { plan, subscribe, update, cancel, create } = await shop.openStore();
  const [dear, cheap] = [
    await plan({ trial_days: 14 }),
    await plan({ name: 'Small', price: 5, trial_days: 14 }),
  ];
  const subscription_id = await subscribe(dear);
  await update(subscription_id, { plan_id: cheap });
  await cancel(subscription_id);
  for (const product_id of [dear, cheap]) {
    const session = await create({ product_id });
    assert.equal(session.recurring.trial_days, 0);
    assert.ok(session.total > 0);
  }
});

test('400 invalid_parameters: a trial needs a card, and so do months that a code pays, through the API as on the page', async () => {
  const { plan, create, ask, must, coupon } = await shop.openStore();
  const product_id = await plan({ trial_days: 14 });
  const months = { duration: 'repeating', duration_months: 3, product_ids: [product_id] };
  const amount = { discount_percentage: undefined, discount_amount: 99, currency: 'EUR' };
  await coupon('WHOLE', { discount_percentage: 100, ...months });
  await coupon('LARGE', { ...amount, ...months });
  for (const coupon_code of [null, 'WHOLE', 'LARGE']) {
    const { checkout_session_id } = await create({ product_id, coupon_code });
    const answer = await ask('POST /complete-checkout', { checkout_session_id });
    assertRefused(answer, 400, 'invalid_parameters', ['payment_method']);
  }
  // Where nothing is ever to be paid, nothing needs a card.
  const coupon_code = await coupon('FREE', { discount_percentage: 100, duration: 'forever' });
  const free = await create({ product_id, coupon_code, customer_id: 'bob' });
  const done = await must('POST /complete-checkout', {
    checkout_session_id: free.checkout_session_id,
  });
  assert.equal(done.status, 'completed');
});
