import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CastStore, DECLINES_LATER } from '../harness/cast.ts';
import { assertRefused, startShop } from '../harness/shop.ts';

// What becomes of a license with what was bought, step by step, with the exact events of each.

const BOUGHT = ['license.created', 'transaction.paid', 'checkout.completed'];
const SUBSCRIBED = ['subscription.created', ...BOUGHT];
const CHANGED = ['transaction.paid', 'subscription.updated'];

const shop = await startShop();

/** A store with a subscription to a plan of 20 EUR a month, one device for each seat. */
async function subscriber() {
  const store = await shop.openStore();
  const plan_id = await store.licensedPlan({ activation_limit: 1 });
  await store.must('POST /create-customer', { customer_id: 'ada' });
  await store.toldTypes();
  const { subscription_id, license_keys } = await store.buy(plan_id);
  const license_key: string = license_keys[0];
  const change = (input: object) =>
    store.must('POST /update-subscription', { subscription_id, ...input });
  const cancel = (input: object = {}) =>
    store.must('POST /cancel-subscription', { subscription_id, ...input });
  const pause = () => store.must('POST /pause-subscription', { subscription_id });
  const resume = () => store.must('POST /resume-subscription', { subscription_id });
  return { ...store, plan_id, license_key, change, cancel, pause, resume };
}

/** What the application is told, and what the seller sees. */
async function seen({ validate }: Pick<CastStore, 'validate'>, license_key: string) {
  const { code, license } = await validate(license_key);
  const { status, activation_usage, activation_limit, expires_at } = license;
  return `${code}: ${status}, ${activation_usage} of ${activation_limit}, until ${expires_at}`;
}

async function assertRefusedPlace(
  { ask }: Pick<CastStore, 'ask'>,
  license_key: string,
  code: string,
): Promise<void> {
  const input = { license_key, instance_name: 'One more' };
  assertRefused(await ask('POST /activate-license', input), 400, code);
}

test('a subscription: seats, plans with and without a license, pause, failing card, the end', async () => {
  const store = await subscriber();
  const { license_key, plan_id, activate, change, advance, toldTypes } = store;
  const look = () => seen(store, license_key);
  assert.deepEqual(await toldTypes(), SUBSCRIBED);
  assert.equal(await look(), 'valid: inactive, 0 of 1, until null');
  await activate(license_key, 'Laptop');
  assert.deepEqual(await toldTypes(), ['license.activated']);
  assert.equal(await look(), 'valid: active, 1 of 1, until null');

  // Seats up: more places. Seats down: the oldest stay in, nobody comes in.
  await assertRefusedPlace(store, license_key, 'activation_limit_reached');
  await change({ quantity: 3 });
  assert.deepEqual(await toldTypes(), CHANGED);
  await activate(license_key, 'Desktop');
  const { instance } = await activate(license_key, 'Tablet');
  assert.equal(await look(), 'valid: active, 3 of 3, until null');
  await toldTypes();
  await change({ quantity: 1 }); // 40 EUR go to the balance: nothing is paid.
  assert.deepEqual(await toldTypes(), ['subscription.updated']);
  assert.equal(await look(), 'valid: active, 3 of 1, until null');
  const { instance_id } = instance;
  assert.equal((await store.validate(license_key, { instance_id })).code, 'over_limit');
  await assertRefusedPlace(store, license_key, 'activation_limit_reached');
  await store.deactivate(license_key, instance_id);
  await assertRefusedPlace(store, license_key, 'activation_limit_reached');
  assert.deepEqual(await toldTypes(), ['license.deactivated']);

  // Another plan with another limit, then one without any.
  const team = await store.licensedPlan({ activation_limit: 5 }, { price: 50 });
  await toldTypes();
  await change({ plan_id: team, quantity: 2 });
  assert.deepEqual(await toldTypes(), CHANGED);
  assert.equal(await look(), 'valid: active, 2 of 10, until null');
  assert.equal((await store.licenseOf(license_key)).product_id, team);
  const endless = await store.licensedPlan({ activation_limit: null }, { price: 60 });
  await change({ plan_id: endless });
  assert.equal(await look(), 'valid: active, 2 of null, until null');

  // A plan without a license, and back: the same key, with the machines it had.
  const bare = await store.licensedPlan(null, { price: 70 });
  await toldTypes();
  await change({ plan_id: bare });
  assert.deepEqual(await toldTypes(), [
    'transaction.paid',
    'license.disabled',
    'subscription.updated',
  ]);
  assert.equal(await look(), 'disabled: disabled, 2 of null, until null');
  await assertRefusedPlace(store, license_key, 'license_disabled');
  await change({ plan_id, quantity: 4 });
  assert.deepEqual(await toldTypes(), ['license.enabled', 'subscription.updated']);
  assert.equal(await look(), 'valid: active, 2 of 4, until null');

  // Fewer seats from the next period on. The balance pays for them: 60 EUR that the cheaper plan
  // left over.
  await change({ quantity: 2, effective: 'period_end' });
  assert.deepEqual(await toldTypes(), ['subscription.updated']);
  assert.equal(await look(), 'valid: active, 2 of 4, until null');
  await advance('P1M');
  assert.deepEqual(await toldTypes(), ['subscription.updated', 'subscription.renewed']);
  const { balances } = await store.must('GET /get-customer', { customer_id: 'ada' });
  assert.deepEqual(balances, { EUR: 20 });
  assert.equal(await look(), 'valid: active, 2 of 2, until null');

  // A pause disables it for as long.
  await store.pause();
  assert.deepEqual(await toldTypes(), ['subscription.paused', 'license.disabled']);
  assert.equal(await look(), 'disabled: disabled, 2 of 2, until null');
  await assertRefusedPlace(store, license_key, 'license_disabled');
  await store.resume();
  assert.equal(await look(), 'valid: active, 2 of 2, until null');

  // The card fails: it goes on while the payment is tried again, and ends with the last try.
  await store.changeCard(DECLINES_LATER);
  await toldTypes();
  await advance('P1M');
  assert.deepEqual(await toldTypes(), ['transaction.declined', 'subscription.past_due']);
  for (const days of ['P3D', 'P5D', 'P7D']) {
    await advance(days);
    assert.deepEqual(await toldTypes(), ['transaction.declined']);
    assert.equal(await look(), 'valid: active, 2 of 2, until null');
  }
  await advance('P7D');
  const over = ['transaction.declined', 'subscription.canceled', 'license.disabled'];
  assert.deepEqual(await toldTypes(), over);
  assert.equal(await look(), 'expired: expired, 2 of 2, until 2027-02-05T09:30:00.000Z');
  await assertRefusedPlace(store, license_key, 'license_expired');
  await shop.assertRight();
});

test('a pause disables it and says so; resumed, the machines go on', async () => {
  const store = await subscriber();
  const { license_key, activate, pause, resume, advance, told, kept, licenseOf } = store;
  await activate(license_key);
  await told();
  await pause();
  const [paused, disabled, ...more] = await told();
  assert.deepEqual(
    [paused?.type, disabled?.type, more],
    ['subscription.paused', 'license.disabled', []],
  );
  assert.deepEqual(disabled?.data, await kept(await licenseOf(license_key)));
  assert.equal(await seen(store, license_key), 'disabled: disabled, 1 of 1, until null');
  await assertRefusedPlace(store, license_key, 'license_disabled');
  await advance('P1Y');
  await resume();
  assert.equal(await seen(store, license_key), 'valid: active, 1 of 1, until null');
  await pause();
  await store.cancel();
  assert.match(await seen(store, license_key), /^expired: expired, 1 of 1, until 2027-11-14T/);
});

test('resumed says license.enabled, as the pause said license.disabled', async () => {
  const { activate, license_key, pause, resume, told, kept, licenseOf } = await subscriber();
  await activate(license_key);
  await pause();
  await told();
  await resume();
  const [resumed, enabled] = await told();
  assert.deepEqual([resumed?.type, enabled?.type], ['subscription.resumed', 'license.enabled']);
  assert.deepEqual(enabled?.data, await kept(await licenseOf(license_key)));
});

test('what the seller disabled stays so, whatever becomes of plan, quantity and pause', async () => {
  const store = await subscriber();
  const { license_key, plan_id, activate, change, pause, resume, licenseOf, must, told } = store;
  await activate(license_key);
  const { license_id } = await licenseOf(license_key);
  const bare = await store.licensedPlan(null, { price: 70 });
  await must('POST /disable-license', { license_id });
  await told();
  const steps = [
    () => change({ quantity: 2 }),
    () => change({ plan_id: bare }),
    () => change({ plan_id }),
    pause,
    resume,
  ];
  for (const step of steps) {
    await step();
    const types = (await told()).map(({ type }) => type);
    assert.deepEqual(
      types.filter((type) => type.startsWith('license.')),
      [],
    );
    assert.equal((await licenseOf(license_key)).status, 'disabled');
  }
  await must('POST /enable-license', { license_id });
  assert.equal(await seen(store, license_key), 'valid: active, 1 of 2, until null');
});

test('canceled now it is expired at once', async () => {
  const store = await subscriber();
  const { license_key, activate, advance, cancel, toldTypes } = store;
  await activate(license_key);
  await advance('P1D');
  await toldTypes();
  await cancel();
  assert.deepEqual(await toldTypes(), ['subscription.canceled', 'license.disabled']);
  const end = '2026-11-15T09:30:00.000Z';
  assert.equal(await seen(store, license_key), `expired: expired, 1 of 1, until ${end}`);
  await assertRefusedPlace(store, license_key, 'license_expired');
});

test('canceled at the end of the period it says when, is good until then, and resume undoes it', async () => {
  const store = await subscriber();
  const { license_key, activate, advance, cancel, resume, toldTypes } = store;
  const end = '2026-12-14T09:30:00.000Z';
  await activate(license_key);
  await toldTypes();
  await cancel({ cancel_at_period_end: true });
  assert.deepEqual(await toldTypes(), ['subscription.cancel_scheduled']);
  assert.equal(await seen(store, license_key), `valid: active, 1 of 1, until ${end}`);
  await resume();
  assert.deepEqual(await toldTypes(), ['subscription.resumed']);
  assert.equal(await seen(store, license_key), 'valid: active, 1 of 1, until null');
  await cancel({ cancel_at_period_end: true });
  await store.must('POST /advance-clock', { to: '2026-12-14T09:29:59.999Z' });
  assert.equal(await seen(store, license_key), `valid: active, 1 of 1, until ${end}`);
  await advance('PT0.001S');
  assert.equal(await seen(store, license_key), `expired: expired, 1 of 1, until ${end}`);
});
