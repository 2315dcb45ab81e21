import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

// A new interval is charged now; debts are collected.
const shop = await startShop();

test('200: another interval is charged now and the old rest counts, whatever proration says', async () => {
  for (const proration of ['charge_now', 'next_renewal', 'none']) {
    const { plan, subscribe, update, charges, balances } = await shop.openStore();
    const subscription_id = await subscribe(await plan({ price: 20 }));
    const plan_id = await plan({ name: 'Yearly', price: 200, billing_interval: 'year' });
    const body = await update(subscription_id, { plan_id, proration });
    assert.deepEqual(await charges(), ['2000 paid', '18000 paid'], proration);
    assert.deepEqual([body.plan_id, body.credit, await balances()], [plan_id, 0, {}]);
  }
});

test('400 payment_declined: another interval that cannot be paid is not had on credit', async () => {
  const { plan, subscribe, ask, get, changeCard } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 20 }));
  await changeCard(DECLINES_LATER);
  const before = await get(subscription_id);
  const plan_id = await plan({ name: 'Yearly', price: 200, billing_interval: 'year' });
  const change = { subscription_id, plan_id, proration: 'next_renewal' };
  const { body } = await ask('POST /update-subscription', change);
  assert.equal(body.error.code, 'payment_declined');
  assert.deepEqual(await get(subscription_id), before);
});

test('200: what is owed is collected when the subscription is canceled, now or at its end', async () => {
  for (const cancel_at_period_end of [false, true]) {
    const { plan, subscribe, update, cancel, advance, charges, balances, transactions, get } =
      await shop.openStore();
    const subscription_id = await subscribe(await plan({ price: 10 }));
    const plan_id = await plan({ name: 'Large', price: 100 });
    await update(subscription_id, { plan_id, proration: 'next_renewal' });
    assert.deepEqual(await balances(), { EUR: -90 });
    await cancel(subscription_id, { cancel_at_period_end });
    await advance('P2M');
    assert.equal((await get(subscription_id)).status, 'canceled');
    assert.deepEqual(await charges(), ['1000 paid', '9000 paid']);
    assert.deepEqual(await balances(), {});
    const [collected] = await transactions(subscription_id);
    assert.deepEqual(
      [collected.type, collected.subtotal, collected.balance_change, collected.total],
      ['plan_change', 0, 90, 90],
    );
  }
});

test('200: a debt that cannot be collected stays on the balance, and the next purchase pays it', async () => {
  const { plan, subscribe, update, cancel, charges, balances, changeCard, create, complete } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 10 }));
  const plan_id = await plan({ name: 'Large', price: 100 });
  await update(subscription_id, { plan_id, proration: 'next_renewal' });
  await changeCard(DECLINES_LATER);
  assert.equal((await cancel(subscription_id)).status, 'canceled');
  assert.deepEqual(await charges(), ['1000 paid', '9000 declined']);
  assert.deepEqual(await balances(), { EUR: -90 });
  const session = await create({ product_id: await plan({ name: 'New', price: 5 }) });
  assert.deepEqual([session.total, session.balance_change, session.amount_due], [5, 90, 95]);
  await complete(session.checkout_session_id);
  assert.deepEqual((await charges()).at(-1), '9500 paid');
  assert.deepEqual(await balances(), {});
  await shop.assertRight();
});
