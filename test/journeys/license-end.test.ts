import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, partsOf } from '../harness/cast.ts';
import { assertRefused, startShop } from '../harness/shop.ts';

// However a subscription ends, the end of its license is told once, with it.

const ENDED = ['subscription.canceled', 'license.disabled'];
const DAY_S = 86_400;

const shop = await startShop();

/** A monthly subscription whose license is in use on one machine. */
async function subscriber(plan: object = {}) {
  const store = await shop.openStore();
  const plan_id = await store.licensedPlan({ activation_limit: 1 }, plan);
  const { subscription_id, license_keys } = await store.buy(plan_id);
  const [license_key] = license_keys;
  const { instance } = await store.activate(license_key);
  await store.toldTypes();
  const step = (operation: string, more: object = {}) =>
    store.must(`POST /${operation}-subscription`, { subscription_id, ...more });
  const code = async (): Promise<string> => (await store.validate(license_key)).code;
  return { ...store, subscription_id, license_key, instance, step, code };
}

test('canceled now: license.disabled once, with the record as it then is, and never again', async () => {
  const store = await subscriber();
  await store.step('cancel');
  const [canceled, disabled, ...more] = await store.told();
  assert.deepEqual([canceled?.type, disabled?.type, more], [...ENDED, []]);
  const license = await store.licenseOf(store.license_key);
  assert.equal(license.status, 'expired');
  assert.deepEqual(disabled?.data, await store.kept(license));
  await store.step('cancel');
  await store.advance('P1Y');
  assert.deepEqual(await store.toldTypes(), []);
});

test('canceled at the end of the period: told when it ends, not when it is scheduled', async () => {
  const { step, advance, toldTypes, code } = await subscriber();
  await step('cancel', { cancel_at_period_end: true });
  assert.deepEqual(await toldTypes(), ['subscription.cancel_scheduled']);
  await advance('P29D');
  assert.deepEqual(await toldTypes(), []);
  await advance('P1D');
  assert.deepEqual([await toldTypes(), await code()], [ENDED, 'expired']);
});

test('a trial that is canceled at its end: told when it ends', async () => {
  const { step, advance, toldTypes } = await subscriber({ trial_days: 14 });
  await step('cancel', { cancel_at_period_end: true });
  await advance('P12D');
  await toldTypes();
  await advance('P2D');
  assert.deepEqual(await toldTypes(), ENDED);
});

test('retries run out: told with the last one', async () => {
  const { changeCard, advance, toldTypes } = await subscriber();
  await changeCard(DECLINES_LATER);
  await advance('P50D');
  await toldTypes();
  await advance('P2D');
  assert.deepEqual(await toldTypes(), ['transaction.declined', ...ENDED]);
});

test('canceled while past due: told then', async () => {
  const { changeCard, advance, step, toldTypes } = await subscriber();
  await changeCard(DECLINES_LATER);
  await advance('P31D');
  await toldTypes();
  await step('cancel');
  assert.deepEqual(await toldTypes(), ENDED);
});

test('canceled while paused: the pause has told it, the cancel does not again', async () => {
  const { step, toldTypes } = await subscriber();
  await step('pause');
  assert.deepEqual(await toldTypes(), ['subscription.paused', 'license.disabled']);
  await step('cancel');
  assert.deepEqual(await toldTypes(), ['subscription.canceled']);
});

test('what the seller had disabled is not told again; without a license there is nothing to tell', async () => {
  const { must, licenseOf, license_key, step, toldTypes, licensedPlan, buy } = await subscriber();
  const { license_id } = await licenseOf(license_key);
  await must('POST /disable-license', { license_id });
  const { subscription_id } = await buy(await licensedPlan(null), { customer_id: 'bob' });
  await toldTypes();
  await step('cancel');
  await must('POST /cancel-subscription', { subscription_id });
  assert.deepEqual(await toldTypes(), ['subscription.canceled', 'subscription.canceled']);
});

test('16 cancels at once: license.disabled is told once', async () => {
  const { ask, subscription_id, toldTypes } = await subscriber();
  const cancel = () => ask('POST /cancel-subscription', { subscription_id });
  const answers = await Promise.all(Array.from({ length: 16 }, cancel));
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.deepEqual(await toldTypes(), ENDED);
});

test('past due with a grace: good until its last millisecond, then expired until it is paid', async () => {
  const store = await subscriber();
  const { changeCard, advance, validate, ask, license_key, instance, code } = store;
  const { store_id, subscription_id } = store;
  await changeCard(DECLINES_LATER);
  await advance('P30D');
  const grace_ends_at = Date.parse('2026-12-16T09:30:00.000Z');
  const sql = `UPDATE subscriptions SET grace_ends_at = :grace_ends_at
    WHERE store_id = :store_id AND subscription_id = :subscription_id`;
  await shop.db.write({ store_id }, async (tx) => tx.run(sql, { subscription_id, grace_ends_at }));

  const { instance_id } = instance;
  const fresh = await validate(license_key, { instance_id, certificate: true });
  assert.equal(fresh.license.expires_at, '2026-12-16T09:30:00.000Z');
  const { iat, exp } = partsOf(fresh.certificate).claims;
  assert.equal(exp - iat, 2 * DAY_S);
  await store.must('POST /advance-clock', { to: '2026-12-16T09:29:59.999Z' });
  assert.equal(await code(), 'valid');
  await advance('PT0.001S');
  assert.equal(await code(), 'expired');
  const over = await validate(license_key, { instance_id, certificate: true });
  assert.deepEqual([over.valid, over.certificate, over.license.status], [false, null, 'expired']);
  const machine = { license_key, instance_name: 'Another' };
  assertRefused(await ask('POST /activate-license', machine), 400, 'license_expired');
  await changeCard('4242424242424242');
  assert.equal(await code(), 'valid');
  assert.equal((await store.licenseOf(license_key)).expires_at, null);
});

test('a certificate has the days that were bought: another plan brings its own, a later product does not', async () => {
  const { licensedPlan, buy, activate, must, validate } = await shop.openStore();
  const [short, long] = [
    await licensedPlan({ certificate_days: 3 }),
    await licensedPlan({ certificate_days: 20 }),
  ];
  const { license_keys, subscription_id } = await buy(short, { customer_id: 'bob' });
  const [license_key] = license_keys;
  const { instance, certificate } = await activate(license_key);
  const daysOf = (text: string): number => {
    const { iat, exp } = partsOf(text).claims;
    return (exp - iat) / DAY_S;
  };
  const fresh = async () => {
    const named = { instance_id: instance.instance_id, certificate: true };
    return daysOf((await validate(license_key, named)).certificate);
  };
  assert.deepEqual([daysOf(certificate), await fresh()], [3, 3]);
  await must('POST /update-product', { product_id: short, license: { certificate_days: 9 } });
  await must('POST /update-subscription', { subscription_id, quantity: 2 });
  assert.equal(await fresh(), 3);
  await must('POST /update-subscription', { subscription_id, plan_id: long });
  assert.equal(await fresh(), 20);
});
