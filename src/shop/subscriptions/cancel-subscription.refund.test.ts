import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CastStore, DECLINES_LATER } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /cancel-subscription';
const PAYS_TOMORROW = '4000000000000382';

const refundsOf = async (store: CastStore, subscription_id: string): Promise<number[]> =>
  (await store.transactions(subscription_id))
    .filter(({ type }: { type: string }) => type === 'refund')
    .map(({ total }: { total: number }) => total);

test('200: refund none is the default; prorated gives the rest of the period back, full all of it', async () => {
  for (const [refund, total] of [
    [undefined, []],
    ['none', []],
    ['prorated', [20]],
    ['full', [30]],
  ] as const) {
    const store = await shop.openStore();
    const { plan, subscribe, advance, cancel } = store;
    const subscription_id = await subscribe(await plan({ price: 30 })); // 30 days.
    await advance('P10D');
    const body = await cancel(subscription_id, refund && { refund });
    assert.equal(body.status, 'canceled');
    assert.deepEqual(await refundsOf(store, subscription_id), total);
  }
  await shop.assertRight();
});

test('200: only what was paid and kept: after a refund, and from several payments', async () => {
  const store = await shop.openStore();
  const { plan, subscribe, update, transactions, refund, cancel, balances } = store;
  const subscription_id = await subscribe(await plan({ price: 30 }));
  await update(subscription_id, { quantity: 2 });
  const [second, first] = await transactions(subscription_id);
  assert.deepEqual([second.total, first.total], [30, 30]);
  await refund(first.transaction_id, { amount: 10 });
  await cancel(subscription_id, { refund: 'prorated' });
  assert.deepEqual(await refundsOf(store, subscription_id), [20, 30, 10], 'all 60, and no more');
  assert.deepEqual(await balances(), {});
  await shop.assertRight();
});

test('200: what was paid from the balance goes back there', async () => {
  const store = await shop.openStore();
  const { must, plan, subscribe, cancel, balances } = store;
  await must('POST /create-customer', { customer_id: 'ada' });
  const credit = { customer_id: 'ada', amount: 25, currency: 'EUR' };
  await must('POST /adjust-customer-balance', credit);
  const subscription_id = await subscribe(await plan({ price: 30 }));
  await cancel(subscription_id, { refund: 'full' });
  assert.deepEqual(await refundsOf(store, subscription_id), [5]);
  assert.deepEqual(await balances(), { EUR: 25 });
  await shop.assertRight();
});

test('200: a downgrade, then a cancel with a refund: credit and card together are what was kept', async () => {
  for (const refund of ['prorated', 'full']) {
    const store = await shop.openStore();
    const { plan, subscribe, update, cancel, balances } = store;
    const subscription_id = await subscribe(await plan({ price: 30 }));
    await update(subscription_id, { plan_id: await plan({ name: 'Small', price: 10 }) });
    await cancel(subscription_id, { refund });
    const [given = 0] = await refundsOf(store, subscription_id);
    const { EUR = 0 } = await balances();
    assert.equal(given + EUR, 30, refund);
  }
  await shop.assertRight();
});

test('200: with one Idempotency-Key, ten at once are one cancel and one refund', async () => {
  const store = await shop.openStore();
  const { plan, subscribe, ask } = store;
  const subscription_id = await subscribe(await plan({ price: 30 }));
  const once = () => ask(OP, { subscription_id, refund: 'full' }, { 'idempotency-key': 'end' });
  const answers = await Promise.all(Array.from({ length: 10 }, once));
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.deepEqual(await refundsOf(store, subscription_id), [30]);
});

test('400 invalid_parameters: time that can still be used is not refunded', async () => {
  const { inStatus, ask, get } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const before = await get(subscription_id);
  const input = { subscription_id, cancel_at_period_end: true, refund: 'prorated' };
  assertRefused(await ask(OP, input), 400, 'invalid_parameters', ['refund']);
  assert.deepEqual(await get(subscription_id), before);
});

test('200: the comment is shown; scheduling the same cancel again tells nothing', async () => {
  const { inStatus, must, eventCount } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const input = {
    subscription_id,
    cancel_at_period_end: true,
    reason: 'price',
    comment: 'Too dear',
  };
  const body = await must(OP, input);
  assert.deepEqual([body.cancellation_reason, body.cancellation_comment], ['price', 'Too dear']);
  const count = await eventCount();
  assert.deepEqual(await must(OP, input), body);
  assert.equal(await eventCount(), count);
});

test('200: full gives back no period that is over: past due, and paused because it was not paid', async () => {
  for (const after_retries of ['cancel', 'pause']) {
    const store = await shop.openStore();
    const { must, plan, subscribe, changeCard, advance, cancel, get } = store;
    await must('POST /update-store-settings', { after_retries });
    const subscription_id = await subscribe(await plan({ price: 30 }));
    await changeCard(DECLINES_LATER);
    await advance(after_retries === 'pause' ? 'P2M' : 'P31D');
    const is_paused = (await get(subscription_id)).status === 'paused';
    assert.equal(is_paused, after_retries === 'pause');
    const preview = { subscription_id, refund: 'full' };
    assert.equal((await must('GET /preview-subscription-cancel', preview)).refunded, 0);
    await cancel(subscription_id, { refund: 'full' });
    assert.deepEqual(await refundsOf(store, subscription_id), []);
    assert.deepEqual(await store.balances(), {});
  }
  await shop.assertRight();
});

test('200: full, while a debit for the new period is under way: that goes back whole, also after a pause', async () => {
  for (const is_paused of [false, true]) {
    const store = await shop.openStore();
    const { plan, subscribe, changeCard, advance, pause, cancel } = store;
    const subscription_id = await subscribe(await plan({ price: 30 }));
    await changeCard(PAYS_TOMORROW);
    await advance('P30DT2H');
    if (is_paused) await pause(subscription_id);
    await cancel(subscription_id, { refund: 'full' });
    assert.deepEqual(await refundsOf(store, subscription_id), []);
    await advance('P2D');
    assert.deepEqual(await refundsOf(store, subscription_id), [30]);
    assert.deepEqual(await store.balances(), {});
  }
  await shop.assertRight();
});
