import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /extend-trial';
const LATER = '2026-12-24T09:30:00.000Z';

/** A trial of 14 days before 20 EUR a month. It began on 14 November 2026. */
async function open(more: object = {}, session: object = {}) {
  const store = await shop.openStore();
  const plan_id = await store.licensedPlan(undefined, { trial_days: 14, tier: 2, ...more });
  const { subscription_id, license_keys } = await store.buy(plan_id, session);
  const extend = (trial_end: unknown = LATER) => store.ask(OP, { subscription_id, trial_end });
  return { ...store, plan_id, subscription_id, license_key: license_keys[0], extend };
}

test('200: the first payment is made at the new end, and periods count from there; record and event', async () => {
  const { must, get, advance, moveTo, charges, eventCount, eventsSince, ...made } = await open();
  const { subscription_id, extend } = made;
  await advance('P12D'); // The customer has been told of the old end.
  const before = await get(subscription_id);
  const count = await eventCount();
  const extended = await must(OP, { subscription_id, trial_end: LATER });
  const ends = { trial_end: LATER, current_period_end: LATER, next_payment_at: LATER };
  assert.deepEqual(extended, { ...before, ...ends, updated_at: '2026-11-26T09:30:00.000Z' });
  const told = { sequence: count + 1, type: 'subscription.trial_extended', data: extended };
  assert.deepEqual(await eventsSince(count), [told]);
  assert.equal((await extend()).text, JSON.stringify(extended));
  assert.equal((await eventsSince(count)).length, 1);
  const { days } = await moveTo('2027-01-25T00:00:00Z');
  const types = days.flatMap((day: { date: string; events: { type: string }[] }) =>
    day.events.map(({ type }) => `${day.date} ${type}`),
  );
  assert.deepEqual(types, [
    '2026-12-21 subscription.trial_ending',
    '2026-12-24 transaction.paid',
    '2026-12-24 subscription.renewed',
    '2027-01-24 transaction.paid',
    '2027-01-24 subscription.renewed',
  ]);
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
  await shop.assertRight();
});

test('200: a plain date is the end of that day; the license and its certificates go on as long', async () => {
  const { must, moveTo, validate, activate, subscription_id, license_key } = await open();
  await activate(license_key, 'Laptop', 'print');
  const { trial_end } = await must(OP, { subscription_id, trial_end: '2026-12-24' });
  assert.equal(trial_end, '2026-12-24T23:59:59.999Z');
  await moveTo('2026-12-24T12:00:00Z');
  const asked = { fingerprint: 'print', certificate: true };
  const { valid, certificate } = await validate(license_key, asked);
  assert.equal(valid, true);
  const [, claims = ''] = certificate.split('.');
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  // What was never paid stays good for three days after it: to 27 December, not from today on.
  assert.equal(new Date(exp * 1000).toISOString(), '2026-12-27T23:59:59.000Z');
});

for (const [duration, more, paid] of [
  ['once', {}, ['1000', '2000', '2000']],
  ['repeating', { duration_months: 2 }, ['1000', '1000', '2000']],
  ['forever', {}, ['1000', '1000', '1000']],
] as const) {
  test(`200: a coupon (${duration}) counts for as many payments as before`, async () => {
    const store = await shop.openStore();
    await store.coupon('HALF', { duration, ...more });
    const plan_id = await store.plan({ trial_days: 14 });
    const subscription_id = await store.subscribe(plan_id, { coupon_code: 'HALF' });
    await store.must(OP, { subscription_id, trial_end: '2026-12-31T00:00:00Z' });
    await store.must(OP, { subscription_id, trial_end: '2027-01-31T00:00:00Z' });
    await store.moveTo('2027-04-15');
    assert.deepEqual(
      await store.charges(),
      paid.map((amount) => `${amount} paid`),
    );
  });
}

test('200: nothing for nothing: with a change, a cancel and taking it back, each period is paid once', async () => {
  const { must, get, plan, update, cancel, resume, moveTo, charges, ...made } = await open();
  const { subscription_id, balances } = made;
  const [cheap, dear] = [await plan({ price: 10, tier: 1 }), await plan({ price: 50, tier: 3 })];
  await must(OP, { subscription_id, trial_end: LATER });
  await update(subscription_id, { plan_id: cheap }); // The trial goes on, to its new end.
  assert.equal((await get(subscription_id)).trial_end, LATER);
  await cancel(subscription_id, { cancel_at_period_end: true });
  await resume(subscription_id);
  assert.equal((await get(subscription_id)).next_payment_at, LATER);
  await moveTo('2026-12-20T09:30:00Z');
  await update(subscription_id, { plan_id: dear }); // Something dearer ends it, and is paid now.
  const changed = await get(subscription_id);
  assert.deepEqual(
    [changed.status, changed.current_period_end.slice(0, 10)],
    ['active', '2027-01-20'],
  );
  assertRefused(await made.extend('2027-06-01'), 400, 'subscription_status', []);
  await cancel(subscription_id, { refund: 'full' });
  assert.deepEqual(await charges(), ['5000 paid']);
  assert.deepEqual(await balances(), {});
  await shop.assertRight();
});

test('200: a change that waits for the end of the trial waits for the new one', async () => {
  const { must, plan, update, subscription_id, moveTo, charges } = await open();
  const yearly = await plan({ price: 100, billing_interval: 'year', tier: 3 });
  await update(subscription_id, { plan_id: yearly, effective: 'period_end' });
  const extended = await must(OP, { subscription_id, trial_end: LATER });
  assert.equal(extended.pending_change.effective_at, LATER);
  await moveTo('2027-02-01');
  assert.deepEqual(await charges(), ['10000 paid']);
});

test('400 subscription_status: only a trial that runs and goes on; nothing is stored', async () => {
  const { ask, inStatus } = await shop.openStore();
  const ids: string[] = [];
  for (const status of ['active', 'paused', 'canceled', 'ending', 'past_due']) {
    ids.push(await inStatus(status));
  }
  const trial = await inStatus('trialing');
  await ask('POST /cancel-subscription', { subscription_id: trial, cancel_at_period_end: true });
  const before = await shop.everything();
  for (const subscription_id of [...ids, trial]) {
    const answer = await ask(OP, { subscription_id, trial_end: '2027-06-01' });
    assertRefused(answer, 400, 'subscription_status', []);
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: not later, longer than 730 days in all, or no instant', async () => {
  const { extend, ask, subscription_id } = await open();
  const before = await shop.everything();
  for (const trial_end of [
    ...['2026-11-28T09:29:59.999Z', '2026-11-01', '2028-11-13T09:30:00.001Z', 'soon', '', 7, null],
  ]) {
    assertRefused(await extend(trial_end), 400, 'invalid_parameters', ['trial_end']);
  }
  assertRefused(await ask(OP, { subscription_id }), 400, 'invalid_parameters', ['trial_end']);
  assert.equal(await shop.everything(), before);
  assert.equal((await extend('2028-11-13T09:30:00Z')).status, 200);
});

test('400 payment_pending: while the first payment takes days, it waits, and then it is no trial', async () => {
  const { extend, changeCard, advance } = await open();
  await changeCard('4000000000000382');
  await advance('P14D');
  assertRefused(await extend(), 400, 'payment_pending', []);
  await advance('P2D');
  assertRefused(await extend(), 400, 'subscription_status', []);
});

test('500 payment_unresolved: a trial that is over is paid for first, and the provider does not answer', async () => {
  const { extend, setFault, get, subscription_id } = await open();
  await setFault('unavailable');
  shop.now += 15 * 86_400_000;
  assertRefused(await extend(), 500, 'payment_unresolved', []);
  assert.equal((await get(subscription_id)).trial_end, '2026-11-28T09:30:00.000Z');
  await setFault(undefined);
  assertRefused(await extend(), 400, 'subscription_status', []);
  shop.now -= 15 * 86_400_000;
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { ask } = await shop.openStore();
  const { subscription_id } = await open();
  const missing = await ask(OP, { subscription_id: 'sub_nothing', trial_end: LATER });
  assertRefused(missing, 404, 'subscription_not_found', []);
  assert.deepEqual(errorOf(await ask(OP, { subscription_id, trial_end: LATER })), errorOf(missing));
});
