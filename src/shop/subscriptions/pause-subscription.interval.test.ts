import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();
const OP = 'POST /pause-subscription';

/** Ada on a plan of 30 EUR a month from 14 November on, who pauses for a day at once. */
async function pausedOnce() {
  const store = await shop.openStore();
  const monthly = await store.plan({ price: 30 });
  const weekly = await store.plan({ price: 8, billing_interval: 'week' });
  const yearly = await store.plan({ price: 300, billing_interval: 'year' });
  const subscription_id = await store.subscribe(monthly);
  const input = { subscription_id, paused_by: 'customer' };
  const refuses = async () => assertRefused(await store.ask(OP, input), 400, 'pause_used', []);
  const pauses = async () => assert.equal((await store.must(OP, input)).status, 'paused');
  const changeTo = (plan_id: string) => store.update(subscription_id, { plan_id });
  const pauseForADay = async () => {
    await pauses();
    await store.advance('P1D');
    await store.resume(subscription_id);
  };
  await pauseForADay();
  const ended = { monthly, weekly, yearly, subscription_id, refuses, pauses, changeTo };
  return { ...store, ...ended, pauseForADay };
}

test('400 pause_used: month and year in turn give no second pause before a month is paid', async () => {
  const { monthly, yearly, changeTo, refuses, advance, pauses } = await pausedOnce();
  for (let turn = 0; turn < 6; turn++) {
    await changeTo(turn % 2 === 0 ? yearly : monthly);
    await refuses();
    await advance('P4D');
    await refuses();
  }
  await advance('P6D'); // 30 days of November and December.
  await pauses();
});

test('400 pause_used: from the year down to the month, until that is renewed', async () => {
  const { monthly, yearly, changeTo, refuses, advance, pauseForADay, pauses } = await pausedOnce();
  await changeTo(yearly);
  await advance('P30D');
  await pauseForADay();
  await advance('P100D');
  await refuses();
  await changeTo(monthly);
  await refuses();
  await advance('P27D');
  await refuses();
  await advance('P5D');
  await pauses();
});

test('200: to a shorter interval, the pause is used until as many days as that has are paid', async () => {
  const { weekly, changeTo, refuses, advance, pauses } = await pausedOnce();
  await changeTo(weekly);
  await advance('P6D');
  await refuses();
  await advance('P1D');
  await pauses();
});

test("400 pause_used: a change of interval that pays for days, a cancel that is taken back and a seller's pause make no other one", async () => {
  const { yearly, changeCard, ask, cancel, resume, pause, ...store } = await pausedOnce();
  const { subscription_id, refuses, advance, pauses } = store;
  await changeCard('4000000000000382'); // It pays a day later.
  const change = { subscription_id, plan_id: yearly };
  assertRefused(await ask('POST /update-subscription', change), 400, 'payment_pending', []);
  await advance('P2D');
  await refuses();
  await cancel(subscription_id, { cancel_at_period_end: true });
  await resume(subscription_id);
  await refuses();
  await pause(subscription_id);
  await advance('P40D');
  await resume(subscription_id);
  await refuses();
  await advance('P366D');
  await pauses();
});

test("a seller's pause uses none of the customer's, before or after another interval; one that the seller has taken over is used", async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan({ price: 30 }));
  const input = { subscription_id, paused_by: 'customer' };
  const refuses = async () => assertRefused(await store.ask(OP, input), 400, 'pause_used', []);
  await store.pause(subscription_id);
  await store.advance('P3D');
  await store.resume(subscription_id);
  const yearly = await store.plan({ price: 300, billing_interval: 'year' });
  await store.update(subscription_id, { plan_id: yearly });
  assert.equal((await store.must(OP, input)).paused_by, 'customer');
  await store.advance('P1D');
  assert.equal((await store.pause(subscription_id)).paused_by, 'seller');
  await store.advance('P1D');
  await store.resume(subscription_id);
  await refuses();
  await store.pause(subscription_id);
  await store.advance('P400D');
  await store.resume(subscription_id);
  await refuses();
});
