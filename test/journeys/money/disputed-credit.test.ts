import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CastStore, cards } from '../../harness/cast.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// The money of a payment became credit, the credit bought licenses, and the bank takes the money.

let shop: Shop;
let store: CastStore;
beforeEach(async () => {
  shop = await startShop();
  store = await shop.openStore();
});

/** A subscription for 100 that becomes one for 20: 80 are credit, until the dispute is decided. */
async function withCredit(payment_method = cards.disputed_lost): Promise<string> {
  const product_id = await store.plan({ price: 100, tier: 2 });
  const { checkout_session_id } = await store.create({ product_id });
  const sale = { checkout_session_id, payment_method };
  const { subscription_id } = await store.must('POST /complete-checkout', sale);
  await store.update(subscription_id, { plan_id: await store.plan({ price: 20, tier: 1 }) });
  assert.deepEqual(await store.balances(), { EUR: 80 });
  return subscription_id;
}

/** Returns the key. */
async function buyFor(price: number): Promise<string> {
  const product_id = await store.sell({ activation_limit: 1 }, { price });
  return (await store.buy(product_id)).license_keys[0];
}

const stateOf = async (key: string) => (await store.validate(key)).code;

test('lost: a license that was bought with the credit is disabled, told once, and what was spent is owed', async () => {
  await withCredit();
  const key = await buyFor(80);
  await store.advance('PT2H');
  assert.equal(await stateOf(key), 'valid', 'the bank has not decided');
  await store.told();
  await store.advance('P3D');
  assert.equal(await stateOf(key), 'disabled');
  assert.deepEqual(await store.balances(), { EUR: -80 });
  const types = await store.toldTypes();
  assert.equal(types.filter((type) => type === 'license.disabled').length, 1);
  await shop.assertRight();
});

test('of several the newest, as far as the credit is missing; what was paid otherwise stays good', async () => {
  const customer_id = 'ada';
  await withCredit();
  const before = { customer_id, amount: 30, currency: 'EUR' };
  const first = await buyFor(40);
  await store.must('POST /adjust-customer-balance', before); // 70 are left.
  const second = await buyFor(60);
  const partly = await buyFor(50); // 10 from the balance, 40 by card.
  const by_card = await buyFor(15);
  assert.deepEqual(await store.balances(), {});
  await store.advance('P3D');
  const states = [await stateOf(first), await stateOf(second), await stateOf(partly)];
  // 80 were taken: 10, 60 and 10 of 40.
  assert.deepEqual(states, ['disabled', 'disabled', 'disabled']);
  assert.equal(await stateOf(by_card), 'valid');
  await shop.assertRight();
});

test('credit that is still there is taken, and no license is touched; nor where nothing follows, or it is won', async () => {
  await withCredit();
  await store.must('POST /adjust-customer-balance', {
    ...{ customer_id: 'ada', amount: 50, currency: 'EUR' },
  });
  const paid_by_seller = await buyFor(50);
  await store.advance('P3D');
  assert.equal(await stateOf(paid_by_seller), 'valid');
  assert.deepEqual(await store.balances(), {});
  store = await shop.openStore();
  await store.must('POST /update-store-settings', { on_dispute_lost: 'keep' });
  await withCredit();
  const kept = await buyFor(80);
  await store.advance('P3D');
  assert.deepEqual([await stateOf(kept), await store.balances()], ['valid', { EUR: -80 }]);
  store = await shop.openStore();
  await withCredit(cards.disputed_won);
  const won = await buyFor(80);
  await store.advance('P3D');
  assert.deepEqual([await stateOf(won), await store.balances()], ['valid', {}]);
  await shop.assertRight();
});

/** Another plan with a license, for 80 a year, if not said otherwise. */
async function subscribeFor(terms: object = {}, payment_method = cards.pays) {
  const more = { price: 80, billing_interval: 'year', ...terms };
  const product_id = await store.licensedPlan({ activation_limit: 1 }, more);
  const { checkout_session_id } = await store.create({ product_id });
  const sale = { checkout_session_id, payment_method };
  const { subscription_id, license_keys } = await store.must('POST /complete-checkout', sale);
  return { subscription_id: String(subscription_id), key: String(license_keys[0]) };
}

const statusOf = async (subscription_id: string) => (await store.get(subscription_id)).status;

test('lost: a subscription that was paid with the credit ends like the one that was disputed, told once', async () => {
  const disputed = await withCredit();
  const { subscription_id, key } = await subscribeFor();
  assert.deepEqual(await store.balances(), {});
  await store.advance('PT2H');
  assert.equal(await statusOf(subscription_id), 'active', 'the bank has not decided');
  await store.told();
  await store.advance('P3D');
  for (const one of [subscription_id, disputed]) {
    const { status, cancellation_reason } = await store.get(one);
    assert.deepEqual([status, cancellation_reason], ['canceled', 'dispute_lost']);
  }
  assert.equal(await stateOf(key), 'expired');
  assert.deepEqual(await store.balances(), { EUR: -80 }, 'what was spent is owed');
  const types = await store.toldTypes();
  assert.equal(types.filter((type) => type === 'subscription.canceled').length, 2);
  await shop.assertRight();
});

test('so does one that was changed to a dearer plan with it; the newest first, together with licenses', async () => {
  const older = await subscribeFor({ price: 10, billing_interval: 'month' });
  await withCredit();
  const first = await buyFor(30);
  const dearer = await store.licensedPlan({ activation_limit: 1 }, { price: 60 });
  await store.update(older.subscription_id, { plan_id: dearer }); // 50 of the credit.
  assert.deepEqual(await store.balances(), {});
  await store.advance('PT2H');
  await store.must('POST /adjust-customer-balance', {
    ...{ customer_id: 'ada', amount: 40, currency: 'EUR' },
  });
  await store.advance('P3D');
  // 40 are missing: the change is newer, and has taken 50.
  assert.deepEqual(
    [await statusOf(older.subscription_id), await stateOf(first)],
    ['canceled', 'valid'],
  );
  await shop.assertRight();
});

test('one goes on whose credit is paid by then, was not from there, or has paid for time that is over', async () => {
  const by_card = await subscribeFor();
  await withCredit();
  const paid_later = await subscribeFor();
  await store.advance('PT2H');
  await store.buy(await store.product({ price: 1 })); // The debt is collected with it.
  await store.advance('P3D');
  for (const one of [by_card, paid_later]) {
    assert.deepEqual(
      [await statusOf(one.subscription_id), await stateOf(one.key)],
      ['active', 'valid'],
    );
  }
  store = await shop.openStore();
  await withCredit();
  const daily = await subscribeFor({ billing_interval: 'day' });
  await store.advance('P3D'); // Three days more are paid by card, with what is owed.
  assert.equal(await statusOf(daily.subscription_id), 'active');
  store = await shop.openStore();
  await withCredit(cards.disputed_won);
  const won = await subscribeFor();
  await store.advance('P3D');
  assert.deepEqual([await statusOf(won.subscription_id), await store.balances()], ['active', {}]);
  await shop.assertRight();
});
