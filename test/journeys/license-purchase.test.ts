import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../harness/cast.ts';
import { startShop } from '../harness/shop.ts';

// Which payments bring a license, what shows its key, and what a refund does to it.

const BOUGHT = ['license.created', 'transaction.paid', 'checkout.completed'];
// Where nothing is paid, nothing is told of it.
const GIVEN = ['license.created', 'checkout.completed'];

const shop = await startShop();

test('a one-time purchase: the key is in every answer about it, and the seed in every event', async () => {
  const { sell, must, told, kept, licenseOf } = await shop.openStore();
  const product_id = await sell({ activation_limit: 3 });
  const session = { product_id, quantity: 2, customer_id: 'ada' };
  const { checkout_session_id, license_keys } = await must('POST /create-checkout', session);
  assert.deepEqual(license_keys, []);
  await told();
  const payment = { checkout_session_id, payment_method: cards.pays };
  const completed = await must('POST /complete-checkout', payment);
  const [license_key] = completed.license_keys;
  assert.equal(completed.license_keys.length, 1);
  const license = await licenseOf(license_key);
  assert.equal(license.activation_limit, 6);
  assert.equal(license.transaction_id, completed.transaction_id);

  assert.deepEqual(await must('GET /get-checkout', { checkout_session_id }), completed);
  const { transaction_id } = completed;
  const { data } = await must('GET /get-transactions', { transaction_id });
  assert.deepEqual(data[0].license_keys, [license_key]);
  const seed = (await kept(license)).license_key;
  assert.deepEqual(await told(), [
    { type: 'license.created', data: { ...license, license_key: seed } },
    { type: 'transaction.paid', data: { ...data[0], license_keys: [seed] } },
    { type: 'checkout.completed', data: { ...completed, license_keys: [seed] } },
  ]);
  await shop.assertRight();
});

test('what has no license brings none, and a declined payment brings none', async () => {
  const { sell, buy, must, ask, toldTypes } = await shop.openStore();
  const bare = await sell(null);
  const { license_keys, transaction_id } = await buy(bare);
  assert.deepEqual(license_keys, []);
  const { data } = await must('GET /get-transactions', { transaction_id });
  assert.deepEqual(data[0].license_keys, []);

  const session = { product_id: await sell(), quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = await must('POST /create-checkout', session);
  await toldTypes();
  const declined = { checkout_session_id, payment_method: cards.declined };
  assert.equal((await ask('POST /complete-checkout', declined)).status, 400);
  assert.deepEqual(await toldTypes(), ['transaction.declined']);
  assert.deepEqual((await must('GET /list-licenses')).data, []);
  const payment = { checkout_session_id, payment_method: cards.pays };
  assert.equal((await must('POST /complete-checkout', payment)).license_keys.length, 1);
  assert.deepEqual(await toldTypes(), BOUGHT);
});

test('what is free brings a license too', async () => {
  const { sell, buy, toldTypes } = await shop.openStore();
  const product_id = await sell({ activation_limit: 1 }, { price: 0 });
  await toldTypes();
  assert.equal((await buy(product_id)).license_keys.length, 1);
  assert.deepEqual(await toldTypes(), ['customer.created', ...GIVEN]);
});

test('the license is the one that was promised when the session was made', async () => {
  const { sell, must, licenseOf } = await shop.openStore();
  const product_id = await sell({ activation_limit: 3, valid_days: 10 });
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const payment_method = cards.pays;
  const begun: string[] = [];
  for (const license of [{ activation_limit: 1 }, null]) {
    begun.push((await must('POST /create-checkout', session)).checkout_session_id);
    await must('POST /update-product', { product_id, license });
  }
  const limits: [number, string | null][] = [];
  for (const checkout_session_id of begun) {
    const payment = { checkout_session_id, payment_method };
    const { license_keys } = await must('POST /complete-checkout', payment);
    const { activation_limit, expires_at } = await licenseOf(license_keys[0]);
    limits.push([activation_limit, expires_at]);
  }
  assert.deepEqual(limits, [
    [3, '2026-11-24T09:30:00.000Z'],
    [1, null],
  ]);
});

test('valid_days: it expires on the store’s clock, to the millisecond, and nothing is told', async () => {
  const { newKey, activate, validate, must, toldTypes } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 1, valid_days: 30 });
  await activate(license_key);
  await toldTypes();
  const codeAt = async (to: string) => {
    await must('POST /advance-clock', { to });
    const { code, license } = await validate(license_key);
    assert.equal(license.expires_at, '2026-12-14T09:30:00.000Z');
    return code;
  };
  assert.equal(await codeAt('2026-12-14T09:29:59.999Z'), 'valid');
  assert.equal(await codeAt('2026-12-14T09:30:00.000Z'), 'expired');
  assert.deepEqual(await toldTypes(), []);
});

test('a refund in part leaves it; the refund of all that is left disables it', async () => {
  const { sell, buy, must, activate, validate, licenseOf, told, kept } = await shop.openStore();
  const { transaction_id, license_keys } = await buy(await sell());
  const [license_key] = license_keys;
  await activate(license_key);
  await told();
  const refund = (amount?: number) => must('POST /refund-transaction', { transaction_id, amount });
  const part = await refund(19.99);
  assert.deepEqual(part.license_keys, []);
  assert.deepEqual(
    (await told()).map(({ type }) => type),
    ['transaction.refunded'],
  );
  assert.equal((await validate(license_key)).code, 'valid');

  const rest = await refund();
  assert.deepEqual(rest.license_keys, []);
  const [refunded, disabled, ...more] = await told();
  assert.deepEqual(
    [refunded?.type, disabled?.type, more],
    ['transaction.refunded', 'license.disabled', []],
  );
  assert.deepEqual(disabled?.data, await kept(await licenseOf(license_key)));
  assert.equal((await validate(license_key)).code, 'disabled');
  const { data } = await must('GET /get-transactions', { transaction_id });
  assert.deepEqual(data[0].license_keys, [license_key], 'what was bought still shows what it was');
  await shop.assertRight();
});

test('a refund that the provider declines leaves it, and so does one of a disabled license', async () => {
  const { sell, must, ask, licenseOf, toldTypes, buy } = await shop.openStore();
  const product_id = await sell();
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = await must('POST /create-checkout', session);
  const payment_method = cards.refuses_refunds;
  const done = await must('POST /complete-checkout', { checkout_session_id, payment_method });
  const { transaction_id } = done;
  assert.equal((await ask('POST /refund-transaction', { transaction_id })).status, 400);
  assert.equal((await licenseOf(done.license_keys[0])).status, 'inactive');

  const other = await buy(product_id);
  const { license_id } = await licenseOf(other.license_keys[0]);
  await must('POST /disable-license', { license_id });
  await toldTypes();
  await must('POST /refund-transaction', { transaction_id: other.transaction_id });
  assert.deepEqual(await toldTypes(), ['transaction.refunded']);
});

test('a subscription: refunds leave its license, renewals bring no other', async () => {
  const { licensedPlan, buy, must, advance, activate, validate, toldTypes } =
    await shop.openStore();
  const { subscription_id, transaction_id, license_keys } = await buy(await licensedPlan());
  const [license_key] = license_keys;
  await activate(license_key);
  await toldTypes();
  await must('POST /refund-transaction', { transaction_id });
  assert.deepEqual(await toldTypes(), ['transaction.refunded']);
  await advance('P1M');
  assert.deepEqual(await toldTypes(), ['transaction.paid', 'subscription.renewed']);
  assert.equal((await validate(license_key)).code, 'valid');
  const { data } = await must('GET /get-transactions', { subscription_id });
  assert.deepEqual(
    data.map(({ type, license_keys }: { type: string; license_keys: string[] }) => [
      type,
      license_keys,
    ]),
    [
      ['renewal', []],
      ['refund', []],
      ['subscription_start', [license_key]],
    ],
  );
});

test('a trial brings it at once, and it ends with a trial that is given up', async () => {
  const { licensedPlan, buy, must, activate, validate, toldTypes } = await shop.openStore();
  const product_id = await licensedPlan({ activation_limit: 1 }, { trial_days: 14 });
  await toldTypes();
  const { license_keys, subscription_id } = await buy(product_id);
  assert.deepEqual(await toldTypes(), ['customer.created', 'subscription.created', ...GIVEN]);
  const [license_key] = license_keys;
  await activate(license_key);
  assert.equal((await validate(license_key)).code, 'valid');
  await must('POST /cancel-subscription', { subscription_id });
  assert.equal((await validate(license_key)).code, 'expired');
});

test('from a plan without a license to one with: a key is issued with the payment of the change', async () => {
  const { licensedPlan, buy, must, told, kept, licenseOf, activate } = await shop.openStore();
  const { subscription_id, checkout_session_id } = await buy(await licensedPlan(null), {
    quantity: 2,
  });
  const plan_id = await licensedPlan({ activation_limit: 3 }, { price: 50 });
  await told();
  await must('POST /update-subscription', { subscription_id, plan_id });
  const changed = await told();
  assert.deepEqual(
    changed.map(({ type }) => type),
    ['transaction.paid', 'license.created', 'subscription.updated'],
  );
  const { data: licenses } = await must('GET /list-licenses', { subscription_id });
  const [license] = licenses;
  assert.deepEqual(changed[1]?.data, await kept(license));
  assert.deepEqual([license.product_id, license.activation_limit], [plan_id, 6]);
  const { data } = await must('GET /get-transactions', { subscription_id, type: 'plan_change' });
  assert.equal(license.transaction_id, data[0].transaction_id);
  assert.deepEqual(data[0].license_keys, [license.license_key]);
  const session = await must('GET /get-checkout', { checkout_session_id });
  assert.deepEqual(session.license_keys, [], 'the session did not bring it');
  await activate(license.license_key);
  await must('POST /cancel-subscription', { subscription_id });
  assert.equal((await licenseOf(license.license_key)).status, 'expired');
  await shop.assertRight();
});

test('a change that could not be paid leaves the license as it was', async () => {
  const { licensedPlan, buy, must, ask, changeCard, licenseOf, toldTypes } = await shop.openStore();
  const { license_keys, subscription_id } = await buy(await licensedPlan({ activation_limit: 1 }));
  const before = await licenseOf(license_keys[0]);
  await changeCard('4000000000000341');
  await toldTypes();
  const answer = await ask('POST /update-subscription', { subscription_id, quantity: 5 });
  assert.equal(answer.body.error.code, 'payment_declined', answer.text);
  assert.deepEqual(await toldTypes(), ['transaction.declined']);
  assert.deepEqual(await licenseOf(license_keys[0]), before);
  assert.equal((await must('GET /list-licenses')).data.length, 1);
});
