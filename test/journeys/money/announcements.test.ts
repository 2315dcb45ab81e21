import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../harness/cast.ts';
import { Shop, startShop } from '../../harness/shop.ts';

// What is announced before it is due: renewals of yearly plans, and cards that expire.

const shop = await startShop();
const YEARLY = { billing_interval: 'year', price: 120 };

test('a store chooses how many days before, at any time; each renewal is announced once', async () => {
  const { plan, subscribe, must, moveTo, toldTypes } = await shop.openStore();
  await subscribe(await plan(YEARLY));
  await must('POST /update-mail-settings', { renewal_notice_days: 30 });
  await toldTypes();
  await moveTo('2027-10-15T09:00:00Z');
  assert.deepEqual(await toldTypes(), []);
  await moveTo('2027-10-15T10:00:00Z');
  assert.deepEqual(await toldTypes(), ['subscription.renewal_coming']);
  await must('POST /update-mail-settings', { renewal_notice_days: 10 });
  await moveTo('2027-11-15');
  assert.deepEqual(await toldTypes(), ['transaction.paid', 'subscription.renewed']);
  await moveTo('2028-11-04T09:00:00Z');
  assert.deepEqual(await toldTypes(), []);
  await moveTo('2028-11-04T10:00:00Z');
  assert.deepEqual(await toldTypes(), ['subscription.renewal_coming']);
});

test('what is paused or ends is not announced; after a pause the new day is', async () => {
  const { plan, subscribe, pause, resume, cancel, moveTo, toldTypes } = await shop.openStore();
  const plan_id = await plan(YEARLY);
  const paused = await subscribe(plan_id);
  const ending = await subscribe(plan_id);
  await cancel(ending, { cancel_at_period_end: true });
  await moveTo('2027-10-14T09:30:00Z');
  await pause(paused);
  await moveTo('2027-11-20');
  assert.ok(!(await toldTypes()).includes('subscription.renewal_coming'));
  await resume(paused);
  await toldTypes();
  await moveTo('2027-12-08');
  assert.deepEqual(await toldTypes(), ['subscription.renewal_coming'], 'it ends on 21 December');
});

test('two processes at once announce a renewal and a card once', async () => {
  const { plan, subscribe, must, toldTypes } = await shop.openStore();
  await subscribe(await plan({ ...YEARLY, price: 10 }));
  const payment_method = { ...cards.pays, exp_month: 12, exp_year: 2027 };
  await must('POST /update-payment-method', { customer_id: 'ada', payment_method });
  await toldTypes();
  const beside = new Shop(shop.options, shop.place);
  await beside.open();
  const start = shop.now;
  shop.now = beside.now = Date.parse('2027-11-01');
  await Promise.all([shop.runJob('due'), beside.runJob('due')]);
  assert.deepEqual(await toldTypes(), ['subscription.renewal_coming']);
  shop.now = beside.now = Date.parse('2027-12-03');
  await Promise.all([shop.runJob('due'), beside.runJob('due')]);
  const told = await toldTypes();
  assert.equal(told.filter((type) => type === 'customer.card_expiring').length, 1);
  shop.now = start;
  beside.agent.destroy();
  await beside.app.close();
});
