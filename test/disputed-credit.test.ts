import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CastStore, cards } from './cast.ts';
import { type Shop, startShop } from './harness.ts';

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
