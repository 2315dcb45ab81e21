import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

// A pause keeps paid time.
const shop = await startShop();

test('200: a year that was paused on its first day goes on after 13 months, and nothing is charged', async () => {
  const { plan, subscribe, pause, resume, moveTo, advance, charges, get } = await shop.openStore();
  const product_id = await plan({ price: 365, billing_interval: 'year' });
  const subscription_id = await subscribe(product_id);
  await advance('P1D');
  await pause(subscription_id);
  await moveTo('2027-12-15T09:30:00.000Z'); // 395 days later.
  const resumed = await resume(subscription_id);
  assert.deepEqual(
    [resumed.status, resumed.current_period_end, resumed.next_payment_at],
    ['active', '2028-12-13T09:30:00.000Z', '2028-12-13T09:30:00.000Z'],
    'the 364 days that were left',
  );
  assert.deepEqual(await charges(), ['36500 paid']);
  await moveTo('2028-12-13T09:30:00.000Z');
  assert.deepEqual(await charges(), ['36500 paid', '36500 paid']);
  assert.equal((await get(subscription_id)).current_period_end, '2029-12-13T09:30:00.000Z');
});

test('200: ten days of pause cost no paid day, also with two pauses in a period', async () => {
  const { plan, subscribe, pause, resume, advance, get } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  for (const _ of [1, 2]) {
    await advance('P5D');
    await pause(subscription_id);
    await advance('P10D');
    await resume(subscription_id);
  }
  assert.equal((await get(subscription_id)).current_period_end, '2027-01-03T09:30:00.000Z');
});

test('200: after a pause a change gives back the share of what was paid for, to the cent', async () => {
  const { plan, subscribe, pause, resume, advance, update, get } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 30 })); // 30 days.
  await advance('P10D');
  await pause(subscription_id);
  await advance('P60D');
  await resume(subscription_id);
  await update(subscription_id, { plan_id: await plan({ name: 'Free', price: 0 }) });
  assert.equal((await get(subscription_id)).credit, 20, '20 of 30 days');
});

test('200: cancel at the period end while paused leaves the paid time usable', async () => {
  const { plan, create, complete, must, pause, advance, cancel, get, eventCount, eventsSince } =
    await shop.openStore();
  const product_id = await plan({ license: { activation_limit: 1 } });
  const { checkout_session_id } = await create({ product_id });
  const { subscription_id, license_keys } = await complete(checkout_session_id);
  const [license_key] = license_keys;
  await advance('P10D');
  await pause(subscription_id);
  await advance('P30D');
  const count = await eventCount();
  const ending = await cancel(subscription_id, { cancel_at_period_end: true });
  assert.deepEqual(
    [ending.status, ending.cancel_at_period_end, ending.current_period_end],
    ['active', true, '2027-01-13T09:30:00.000Z'],
  );
  assert.deepEqual(
    (await eventsSince(count)).map(({ type }) => type),
    ['subscription.resumed', 'license.enabled', 'subscription.cancel_scheduled'],
  );
  const isValid = async () => (await must('POST /validate-license', { license_key })).valid;
  await advance('P19DT23H');
  assert.equal(await isValid(), true);
  await advance('PT1H');
  assert.deepEqual([await isValid(), (await get(subscription_id)).status], [false, 'canceled']);
});

test('200: resumes_at ends a pause by itself, at that instant', async () => {
  const { plan, subscribe, pause, advance, get, eventCount, eventsSince, charges } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const resumes_at = '2026-12-24T00:00:00.000Z';
  const paused = await pause(subscription_id, { resumes_at: '2026-12-24' });
  assert.deepEqual([paused.status, paused.resumes_at], ['paused', resumes_at]);
  const count = await eventCount();
  await advance('P1M');
  await advance('P1M');
  const running = await get(subscription_id);
  assert.deepEqual([running.status, running.resumes_at], ['active', null]);
  assert.equal(running.current_period_end, '2027-01-23T00:00:00.000Z', 'all 30 days are left');
  const [resumed] = await eventsSince(count);
  assert.equal(resumed?.type, 'subscription.resumed');
  assert.deepEqual(await charges(), ['2000 paid']);
});

test('400 invalid_parameters: a pause ends in the future', async () => {
  const { inStatus, ask } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const input = { subscription_id, resumes_at: '2026-11-14T09:30:00Z' };
  const answer = await ask('POST /pause-subscription', input);
  assertRefused(answer, 400, 'invalid_parameters', ['resumes_at']);
});

test('200: a short pause keeps the day of the month on which it began', async () => {
  const { plan, subscribe, pause, resume, advance, moveTo, get } = await shop.openStore();
  await moveTo('2027-01-31T09:30:00.000Z');
  const subscription_id = await subscribe(await plan());
  await pause(subscription_id);
  await advance('PT2S');
  await resume(subscription_id);
  const ends: string[] = [];
  for (let month = 0; month < 3; month++) {
    ends.push((await get(subscription_id)).current_period_end);
    await advance('P32D');
  }
  assert.deepEqual(ends, [
    '2027-02-28T09:30:02.000Z',
    '2027-03-31T09:30:02.000Z',
    '2027-04-30T09:30:02.000Z',
  ]);
});
