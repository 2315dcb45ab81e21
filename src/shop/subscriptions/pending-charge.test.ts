import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CastStore } from '../../../test/harness/cast.ts';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';

// What may be done to a subscription while its provider needs days for a charge, as with a debit.

const PAYS_TOMORROW = '4000000000000382';
const MONTH_MS = 31 * 86_400_000;

let shop: Shop;
before(async () => {
  shop = await startShop();
});

/** 31 EUR a month, from 1 December on. Its renewal of 1 January is pending for a day. */
async function renewing(more: object = {}) {
  const store = await shop.openStore();
  await store.moveTo('2026-12-01T00:00:00.000Z');
  const plan_id = await store.licensedPlan({ activation_limit: 2 }, { price: 31 });
  const { subscription_id, license_keys } = await store.buy(plan_id, more);
  await store.changeCard(PAYS_TOMORROW);
  await store.moveTo('2027-01-01T00:00:00.000Z');
  await store.told();
  const isValid = async () => (await store.validate(license_keys[0])).valid;
  return { ...store, store, subscription_id, plan_id, isValid };
}

type Bill = { type: string; status: string; total: number; refunded: number };

/** `renewal paid 31`, in the order in which they were made. */
const billsOf = async ({ transactions }: CastStore, subscription_id: string) =>
  (await transactions(subscription_id))
    .toReversed()
    .map(({ type, status, total }: Bill) => `${type} ${status} ${total}`);

test('a cancel while a renewal is pending takes effect at once; what arrives later is refunded, once', async () => {
  const { store, subscription_id, cancel, advance, toldTypes, isValid } = await renewing();
  const { status, next_payment_at } = await cancel(subscription_id);
  assert.deepEqual([status, next_payment_at, await isValid()], ['canceled', null, false]);
  assert.deepEqual(await toldTypes(), ['subscription.canceled', 'license.disabled']);
  assert.equal((await cancel(subscription_id)).status, 'canceled');
  await advance('P2D');
  assert.deepEqual(await toldTypes(), ['transaction.paid', 'transaction.refunded']);
  await advance('P3M');
  assert.deepEqual(await billsOf(store, subscription_id), [
    'subscription_start paid 31',
    'renewal refunded 31',
    'refund paid 31',
  ]);
  assert.deepEqual([await store.balances(), await isValid()], [{}, false]);
  await shop.assertRight();
});

test('time that was used before the cancel is paid by what arrives, to the cent; a full refund gives all back', async () => {
  const used_ms = 36_000_000;
  for (const [refund, kept] of [
    ['none', 31 - Math.round((3100 * (MONTH_MS - used_ms)) / MONTH_MS) / 100],
    ['prorated', 31 - Math.round((3100 * (MONTH_MS - used_ms)) / MONTH_MS) / 100],
    ['full', 0],
  ] as const) {
    const { store, subscription_id, cancel, advance } = await renewing();
    await advance('PT10H');
    await cancel(subscription_id, { refund });
    await advance('P2D');
    const all = await store.transactions(subscription_id);
    const [renewal] = all.filter(({ type }: Bill) => type === 'renewal');
    assert.equal(Math.round((renewal.total - renewal.refunded) * 100), Math.round(kept * 100));
    // The period before was used to its end: nothing of it goes back.
    const [first] = all.filter(({ type }: Bill) => type === 'subscription_start');
    assert.equal(first.refunded, 0);
  }
  await shop.assertRight();
});

test('credit that a charge left behind had used goes back to the balance, and a debt that it pays is paid', async () => {
  for (const [adjustment, after] of [
    [11, 11],
    [-4, undefined],
  ] as const) {
    const store = await shop.openStore();
    const subscription_id = await store.subscribe(await store.plan({ price: 31 }));
    await store.changeCard(PAYS_TOMORROW);
    const reason = 'A test';
    const change = { customer_id: 'ada', amount: adjustment, currency: 'EUR', reason };
    await store.must('POST /adjust-customer-balance', change);
    const { current_period_end } = await store.get(subscription_id);
    await store.moveTo(current_period_end);
    await store.cancel(subscription_id);
    await store.advance('P2D');
    const [renewal] = (await store.transactions(subscription_id)).filter(
      ({ type }: Bill) => type === 'renewal',
    );
    assert.equal(renewal.refunded, adjustment > 0 ? 20 : 31);
    assert.equal((await store.balances()).EUR, after);
  }
  await shop.assertRight();
});

test('a refund that the card refuses afterwards is credit, as with every cancel', async () => {
  const { store, subscription_id, cancel, advance, balances } = await renewing();
  await shop.db.write({ store_id: store.store_id }, async (tx) =>
    tx.run(`UPDATE test_gateway_charges
      SET token = replace(token, 'pays_tomorrow', 'refuses_refunds') WHERE store_id = :store_id`),
  );
  await cancel(subscription_id);
  await advance('P2D');
  assert.deepEqual(await balances(), { EUR: 31 });
  await shop.assertRight();
});

test('a pause while a renewal is pending takes effect at once; resuming begins a new period, and nothing is paid twice', async () => {
  const { store, subscription_id, pause, resume, advance, get, changeCard } = await renewing();
  await advance('PT12H');
  assert.equal((await pause(subscription_id)).status, 'paused');
  await changeCard('4242424242424242');
  const resumed = await resume(subscription_id);
  assert.equal(resumed.status, 'active');
  assert.equal(resumed.current_period_start, '2027-01-01T12:00:00.000Z');
  await advance('P2D');
  const kept = 0.5;
  assert.deepEqual(await billsOf(store, subscription_id), [
    'subscription_start paid 31',
    'renewal partially_refunded 31',
    'renewal paid 31',
    `refund paid ${31 - kept}`,
  ]);
  assert.equal((await get(subscription_id)).status, 'active');
  await shop.assertRight();
});

test('a pause that ends by itself charges no time twice that a payment left behind has paid for', async () => {
  const { subscription_id, pause, advance, get, changeCard } = await renewing();
  await advance('PT12H');
  await pause(subscription_id, { resumes_at: '2027-01-11T12:00:00.000Z' });
  await changeCard('4242424242424242');
  await advance('P20D');
  const { status, current_period_start } = await get(subscription_id);
  assert.deepEqual([status, current_period_start], ['active', '2027-01-11T12:00:00.000Z']);
  await shop.assertRight();
});

test('a cancel at the end of the period leaves a renewal that is pending: what it pays for is used', async () => {
  const { store, subscription_id, cancel, resume, advance, get } = await renewing();
  await cancel(subscription_id, { cancel_at_period_end: true });
  await resume(subscription_id);
  const { cancel_at_period_end } = await cancel(subscription_id, { cancel_at_period_end: true });
  assert.equal(cancel_at_period_end, true);
  await advance('P2D');
  const after = await get(subscription_id);
  assert.deepEqual(
    [after.status, after.current_period_end, after.next_payment_at],
    ['active', '2027-02-01T00:00:00.000Z', null],
  );
  await advance('P2M');
  assert.equal((await get(subscription_id)).status, 'canceled');
  assert.deepEqual(await billsOf(store, subscription_id), [
    'subscription_start paid 31',
    'renewal paid 31',
  ]);
  await shop.assertRight();
});

test('a change of what costs something, and its own pending charge, are told as payment_pending; it happens once paid', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan());
  await store.changeCard(PAYS_TOMORROW);
  const change = () => store.ask('POST /update-subscription', { subscription_id, quantity: 2 });
  for (let n = 0; n < 3; n++) assertRefused(await change(), 400, 'payment_pending', []);
  assert.equal((await store.get(subscription_id)).quantity, 1);
  await store.advance('P2D');
  assert.equal((await store.get(subscription_id)).quantity, 2);
  assert.equal((await store.charges()).length, 2);
  await shop.assertRight();
});

test('a change under way does not happen any more once the subscription is canceled, and is refunded whole', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan());
  await store.changeCard(PAYS_TOMORROW);
  await store.ask('POST /update-subscription', { subscription_id, quantity: 2 });
  await store.advance('PT5H');
  await store.cancel(subscription_id, { refund: 'full' });
  await store.advance('P2D');
  const { quantity, status } = await store.get(subscription_id);
  assert.deepEqual([quantity, status], [1, 'canceled']);
  assert.deepEqual(await billsOf(store, subscription_id), [
    'subscription_start refunded 20',
    'plan_change refunded 20',
    'refund paid 20',
    'refund paid 20',
  ]);
  await shop.assertRight();
});

test('with a provider that does not answer, or has lost its answer, a cancel takes effect at once and nothing is kept', async () => {
  for (const [fault, renewal] of [
    ['unavailable', 'renewal declined 20'],
    ['answer_lost', 'renewal refunded 20'],
  ] as const) {
    const store = await shop.openStore();
    const subscription_id = await store.subscribe(await store.plan());
    const { current_period_end } = await store.get(subscription_id);
    await store.setFault(fault);
    await store.moveTo(current_period_end);
    assert.equal((await store.cancel(subscription_id)).status, 'canceled');
    await store.setFault(undefined);
    await store.advance('PT1H');
    assert.equal((await billsOf(store, subscription_id))[1], renewal);
    assert.equal((await store.get(subscription_id)).status, 'canceled');
  }
  await shop.assertRight();
});

test('what is owed is collected with a cancel; that does not wait for it, and it is not given up', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan());
  await store.changeCard(PAYS_TOMORROW);
  await store.update(subscription_id, { quantity: 2, proration: 'next_renewal' });
  assert.equal((await store.cancel(subscription_id)).status, 'canceled');
  assert.equal((await store.charges()).at(-1), '2000 pending');
  assert.deepEqual(await store.balances(), {});
  await store.advance('P2D');
  assert.equal((await store.charges()).at(-1), '2000 paid');
  assert.deepEqual(await store.balances(), {});
  await shop.assertRight();
});

test('what ends with its period ends on time, also while a debt is being collected', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan());
  await store.changeCard(PAYS_TOMORROW);
  await store.update(subscription_id, { quantity: 2, proration: 'next_renewal' });
  await store.cancel(subscription_id, { cancel_at_period_end: true });
  const { current_period_end } = await store.get(subscription_id);
  await store.moveTo(current_period_end);
  const { status, ended_at } = await store.get(subscription_id);
  assert.deepEqual([status, ended_at], ['canceled', current_period_end]);
  await store.advance('P2D');
  assert.deepEqual(await store.balances(), {});
  await shop.assertRight();
});

test('a charge that takes days is no error in the log', async () => {
  const { store, subscription_id } = await renewing();
  assert.equal((await billsOf(store, subscription_id)).at(-1), 'renewal pending 31');
  const said = () => shop.log_lines.filter((line) => line.includes(subscription_id));
  await until(() => said().some((line) => line.includes('StillPending')), 'the log tells of it');
  assert.deepEqual(
    said().filter((line) => line.includes('"level":"error"')),
    [],
  );
});
