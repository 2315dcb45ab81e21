import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CastStore, cards } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

// A cancel gives back what was paid for this period and is kept: not less, and nothing else.
const shop = await startShop();

/** What cards were given back, and the balance. */
async function given(store: CastStore, subscription_id: string): Promise<[number, number]> {
  const all = await store.transactions(subscription_id);
  const refunds = all.filter(({ type, status }: Record<string, string>) => {
    return type === 'refund' && status === 'paid';
  });
  const total = refunds.reduce((sum: number, one: { total: number }) => sum + one.total, 0);
  return [total, (await store.balances()).EUR ?? 0];
}

test('200: a debt that was paid is not refunded with the period, however it was paid', async () => {
  const at_cancel = await shop.openStore();
  const one = await at_cancel.subscribe(await at_cancel.plan({ price: 10 }));
  const debt = { customer_id: 'ada', amount: -90, currency: 'EUR' };
  await at_cancel.must('POST /adjust-customer-balance', debt);
  await at_cancel.cancel(one, { refund: 'full' });
  assert.deepEqual(await given(at_cancel, one), [10, 0]);

  const at_renewal = await shop.openStore();
  const small = await at_renewal.plan({ price: 10 });
  const two = await at_renewal.subscribe(small);
  const plan_id = await at_renewal.plan({ name: 'Large', price: 100 });
  await at_renewal.update(two, { plan_id, proration: 'next_renewal' });
  await at_renewal.update(two, { plan_id: small, effective: 'period_end' });
  await at_renewal.advance('P1M');
  await at_renewal.cancel(two, { refund: 'full' });
  assert.deepEqual(await given(at_renewal, two), [10, 0]);
  await shop.assertRight();
});

test('200: after a change of interval only the new period is refunded', async () => {
  const store = await shop.openStore();
  const { plan, subscribe, advance, update, cancel } = store;
  const year = await plan({ price: 1200, billing_interval: 'year' });
  const subscription_id = await subscribe(year);
  await advance('P334D');
  const changed = await update(subscription_id, { plan_id: await plan({ price: 10 }) });
  await cancel(subscription_id, { refund: 'full' });
  assert.deepEqual(await given(store, subscription_id), [10, changed.credit]);
  await shop.assertRight();
});

test('200: down and up again, then a cancel: nothing of what was paid is lost', async () => {
  for (const refund of ['prorated', 'full']) {
    const store = await shop.openStore();
    const { plan, subscribe, update, cancel } = store;
    const dear = await plan({ price: 30 });
    const subscription_id = await subscribe(dear);
    await update(subscription_id, { plan_id: await plan({ name: 'Small', price: 10 }) });
    await update(subscription_id, { plan_id: dear });
    await cancel(subscription_id, { refund });
    assert.deepEqual(await given(store, subscription_id), [30, 0], refund);
  }
  await shop.assertRight();
});

test('200: a hundred changes of 0.00 hide no payment', async () => {
  const store = await shop.openStore();
  const { plan, subscribe, update, transactions, refund, cancel } = store;
  const [a, b] = [await plan({ price: 30 }), await plan({ name: 'Same', price: 30 })];
  const small = await plan({ name: 'Small', price: 10 });
  const first = await subscribe(a);
  for (let at = 0; at < 50; at++) {
    await update(first, { plan_id: b });
    await update(first, { plan_id: a });
  }
  await update(first, { plan_id: small });
  const { data } = await store.must('GET /get-transactions', { type: 'subscription_start' });
  await refund(data[0].transaction_id);
  assert.deepEqual((await store.balances()).EUR ?? 0, 0, 'the credit went with the money');
  const second = await subscribe(a, { customer_id: 'bob' });
  for (let at = 0; at < 51; at++) {
    await update(second, { plan_id: b });
    await update(second, { plan_id: a });
  }
  await cancel(second, { refund: 'prorated' });
  const [newest] = await transactions(second);
  assert.deepEqual([newest.type, newest.total], ['refund', 30]);
  await shop.assertRight();
});

test('400 refund_declined: a refund that the provider refuses ends nothing', async () => {
  const { plan, create, must, ask, get } = await shop.openStore();
  const { checkout_session_id } = await create({ product_id: await plan() });
  const payment_method = cards.refuses_refunds;
  const bought = await must('POST /complete-checkout', { checkout_session_id, payment_method });
  const { subscription_id, transaction_id } = bought;
  const input = { transaction_id, cancel_subscription: true };
  const { body } = await ask('POST /refund-transaction', input);
  assert.equal(body.error.code, 'refund_declined');
  assert.equal((await get(subscription_id)).status, 'active');
});

test('200: what a card refuses to take back at a cancel goes to the balance', async () => {
  const store = await shop.openStore();
  const { plan, create, must, cancel } = store;
  const { checkout_session_id } = await create({ product_id: await plan() });
  const payment_method = cards.refuses_refunds;
  const bought = await must('POST /complete-checkout', { checkout_session_id, payment_method });
  await cancel(bought.subscription_id, { refund: 'prorated' });
  assert.deepEqual(await given(store, bought.subscription_id), [0, 20]);
  await shop.assertRight();
});

test('200: a refund of what had paid a debt makes it owed again', async () => {
  const { must, create, complete, refund, balances } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  const debt = { customer_id: 'ada', amount: -50, currency: 'EUR' };
  await must('POST /adjust-customer-balance', debt);
  const book = { name: 'Book', description: '', price: 10, currency: 'EUR' };
  const { product_id } = await must('POST /create-product', book);
  const { checkout_session_id } = await create({ product_id });
  const { transaction_id } = await complete(checkout_session_id);
  const price = await refund(transaction_id, { amount: 10 });
  assert.deepEqual([price.balance_change, await balances()], [0, {}]);
  const rest = await refund(transaction_id);
  assert.deepEqual([rest.total, rest.balance_change], [50, -50]);
  assert.deepEqual(await balances(), { EUR: -50 });
  await shop.assertRight();
});

test('200: a debt too large for one payment is collected in parts', async () => {
  const { must, plan, subscribe, advance, balances } = await shop.openStore();
  await subscribe(await plan({ price: 10 }));
  const debt = { customer_id: 'ada', amount: -999_999_999.99, currency: 'EUR' };
  await must('POST /adjust-customer-balance', debt);
  await advance('P1M');
  assert.deepEqual(await balances(), { EUR: -10 });
  assert.equal((await must('GET /get-transactions', {})).data[0].total, 999_999_999.99);
});
