import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards, DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

// Nothing is given back that was not paid and kept.
const shop = await startShop();

test('200: what was refunded is not given back by a change: twenty renewals are paid in full', async () => {
  const { plan, subscribe, transactions, refund, update, get, advance, charges } =
    await shop.openStore();
  const dear = await plan({ price: 1200, billing_interval: 'year' });
  const cheap = await plan({ name: 'Small', price: 12, billing_interval: 'year' });
  const subscription_id = await subscribe(dear);
  const [paid] = await transactions(subscription_id);
  await refund(paid.transaction_id);
  await update(subscription_id, { plan_id: cheap });
  assert.equal((await get(subscription_id)).credit, 0);
  await advance('P20Y');
  const [, change, ...renewals] = await charges();
  assert.equal(change, '1200 paid', 'the rest of the year on the cheap plan is charged');
  assert.deepEqual(renewals, Array(20).fill('1200 paid'));
  await shop.assertRight();
});

test('200: a refund takes back the credit that a change made of the same money', async () => {
  const { plan, subscribe, transactions, refund, update, balances } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 30 }));
  const cheap = await plan({ name: 'Small', price: 10 });
  await update(subscription_id, { plan_id: cheap });
  assert.deepEqual(await balances(), { EUR: 20 });
  const { transaction_id } = (await transactions(subscription_id)).at(-1);
  const part = await refund(transaction_id, { amount: 5 });
  assert.deepEqual([part.total, part.balance_change], [5, -5]);
  assert.deepEqual(await balances(), { EUR: 15 });
  const rest = await refund(transaction_id);
  assert.deepEqual([rest.total, rest.balance_change], [25, -15]);
  assert.deepEqual(await balances(), {}, 'all 30 are refunded, and no credit is left');
  await shop.assertRight();
});

test('200: credit that was spent before its refund is owed, and collected with the next payment', async () => {
  const { plan, subscribe, transactions, refund, update, balances, advance, charges } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 30 }));
  const cheap = await plan({ name: 'Small', price: 10 });
  await update(subscription_id, { plan_id: cheap });
  await advance('P1M'); // 10 of the 20 are spent.
  const first = (await transactions(subscription_id)).at(-1);
  await refund(first.transaction_id);
  assert.deepEqual(await balances(), { EUR: -10 });
  await advance('P1M');
  assert.deepEqual(await charges(), ['3000 paid', '2000 paid']);
  assert.deepEqual(await balances(), {});
  const [renewal] = await transactions(subscription_id);
  assert.deepEqual(
    [renewal.subtotal, renewal.discount, renewal.balance_change, renewal.total],
    [10, 0, 10, 20],
  );
  assert.equal(renewal.lines.at(-1).description, 'Owed from earlier');
  await shop.assertRight();
});

test('200: a refund that is declined gives the credit again', async () => {
  const { plan, create, must, transactions, ask, update, balances } = await shop.openStore();
  const { checkout_session_id } = await create({ product_id: await plan({ price: 30 }) });
  const payment_method = cards.refuses_refunds;
  const bought = await must('POST /complete-checkout', { checkout_session_id, payment_method });
  const { subscription_id } = bought;
  await update(subscription_id, { plan_id: await plan({ name: 'Small', price: 10 }) });
  const { transaction_id } = (await transactions(subscription_id)).at(-1);
  const refused = await ask('POST /refund-transaction', { transaction_id });
  assert.equal(refused.body.error.code, 'refund_declined');
  assert.deepEqual(await balances(), { EUR: 20 });
  await shop.assertRight();
});

test('200: a refund under way is settled before a change counts it: one that is refused costs nothing', async () => {
  const { plan, create, must, ask, transactions, update, balances, setFault } =
    await shop.openStore();
  const { checkout_session_id } = await create({ product_id: await plan({ price: 30 }) });
  const payment_method = cards.refuses_refunds;
  const bought = await must('POST /complete-checkout', { checkout_session_id, payment_method });
  const { subscription_id, transaction_id } = bought;
  await setFault('unavailable');
  const key = { 'idempotency-key': 'refund' };
  const pending = await ask('POST /refund-transaction', { transaction_id }, key);
  assert.equal(pending.body.error.code, 'refund_unresolved');
  await setFault(undefined);
  await update(subscription_id, { plan_id: await plan({ name: 'Free', price: 0 }) });
  assert.deepEqual(await balances(), { EUR: 30 });
  const refused = await ask('POST /refund-transaction', { transaction_id }, key);
  assert.equal(refused.body.error.code, 'refund_declined');
  assert.equal((await transactions(subscription_id)).at(-1).refunded, 0);
  await shop.assertRight();
});

test('200: proration none, up and down again, creates no credit, however often', async () => {
  const { plan, subscribe, update, get, charges } = await shop.openStore();
  const [small, large] = [await plan({ price: 10 }), await plan({ name: 'Large', price: 100 })];
  const subscription_id = await subscribe(small);
  for (let round = 0; round < 5; round++) {
    await update(subscription_id, { plan_id: large, proration: 'none' });
    await update(subscription_id, { plan_id: small });
    assert.equal((await get(subscription_id)).credit, 0, `round ${round}`);
  }
  assert.deepEqual(await charges(), ['1000 paid']);
  await shop.assertRight();
});

test('200: after a refund of a half, a change gives back only what is left of the rest', async () => {
  const { plan, subscribe, transactions, refund, update, get, moveTo } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 30 }));
  await moveTo('2026-11-29T09:30:00.000Z'); // Half of the 30 days.
  const [paid] = await transactions(subscription_id);
  await refund(paid.transaction_id, { amount: 9 });
  await update(subscription_id, { plan_id: await plan({ name: 'Free', price: 0 }) });
  assert.equal((await get(subscription_id)).credit, 6, '15 for the rest, less the 9');
});

test('200: a refund of an earlier period, which was paid late, takes nothing from this one', async () => {
  const { plan, subscribe, changeCard, advance, transactions, refund, update, balances } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 7, billing_interval: 'week' }));
  await changeCard(DECLINES_LATER);
  await advance('P22D');
  await changeCard(GOOD);
  await advance('PT0S'); // Two weeks that are over and one that has begun are paid at once.
  const [now, earlier, first] = await transactions(subscription_id);
  for (const { type, status } of [now, earlier, first]) {
    assert.deepEqual([type, status], ['renewal', 'paid']);
  }
  await refund(first.transaction_id);
  await refund(earlier.transaction_id);
  const free = await plan({ name: 'Free', price: 0, billing_interval: 'week' });
  await update(subscription_id, { plan_id: free });
  assert.deepEqual(await balances(), { EUR: 6 }, 'six days of the week are left');
  await shop.assertRight();
});

test('200: a plan that was put off on credit and never paid gives nothing back but the debt', async () => {
  const { plan, subscribe, update, balances } = await shop.openStore();
  const small = await plan({ price: 10 });
  const subscription_id = await subscribe(small);
  const plan_id = await plan({ name: 'Large', price: 100 });
  await update(subscription_id, { plan_id, proration: 'next_renewal' });
  assert.deepEqual(await balances(), { EUR: -90 });
  await update(subscription_id, { plan_id: small });
  assert.deepEqual(await balances(), {});
  await shop.assertRight();
});

test('200: credit that pays for the same period again belongs to its payment, also where the rest is put off', async () => {
  for (const proration of ['charge_now', 'next_renewal']) {
    const { plan, subscribe, transactions, refund, update, balances } = await shop.openStore();
    const subscription_id = await subscribe(await plan({ price: 30 }));
    await update(subscription_id, { plan_id: await plan({ name: 'Small', price: 10 }) });
    const plan_id = await plan({ name: 'Large', price: 50 });
    await update(subscription_id, { plan_id, proration }); // 20 of the 40 are credit.
    const owed = proration === 'next_renewal' ? { EUR: -20 } : {};
    assert.deepEqual(await balances(), owed);
    const first = (await transactions(subscription_id)).at(-1);
    assert.equal((await refund(first.transaction_id)).balance_change, 0);
    assert.deepEqual(await balances(), owed);
    await shop.assertRight();
  }
});

test('200: what is owed for a change is nobody’s credit: a refund leaves none after changes up and down', async () => {
  const { plan, subscribe, transactions, refund, update, balances } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 60 }));
  const [paid] = await transactions(subscription_id);
  for (const [price, balance] of [
    [90, -30],
    [70, -10],
    [85, -25],
    [45, 15],
  ]) {
    const plan_id = await plan({ name: `For ${price}`, price });
    await update(subscription_id, { plan_id, proration: 'next_renewal' });
    assert.deepEqual(await balances(), { EUR: balance });
  }
  assert.equal((await refund(paid.transaction_id)).balance_change, -15);
  assert.deepEqual(await balances(), {}, 'all 60 are refunded, and no credit is left');
  await shop.assertRight();
});

test('200: to and fro and to again makes no second credit: a refund of the first payment takes all of it back', async () => {
  for (const between of [30, 50]) {
    const { plan, subscribe, transactions, refund, update, balances, changeCard } =
      await shop.openStore();
    const dear = await plan({ price: 30 });
    const subscription_id = await subscribe(dear);
    await changeCard(GOOD);
    const cheap = await plan({ name: 'Small', price: 10 });
    await update(subscription_id, { plan_id: cheap });
    await update(subscription_id, { plan_id: await plan({ name: 'Other', price: between }) });
    await update(subscription_id, { plan_id: cheap });
    const paid = (await transactions(subscription_id)).filter(
      ({ type, total }: { type: string; total: number }) => type !== 'refund' && total > 0,
    );
    for (const { transaction_id } of paid) await refund(transaction_id);
    assert.deepEqual(await balances(), {}, 'everything was refunded, and no credit is left');
    await shop.assertRight();
  }
});
