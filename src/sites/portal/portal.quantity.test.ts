import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

/** A store where customers do not change quantities, with Ada on three seats of Pro. */
async function withoutQuantities() {
  const store = await openVisitedStore(shop);
  await store.must('POST /update-store-settings', { portal_quantity_changes: false });
  const pro = await store.plan({ name: 'Pro', tier: 1 });
  const team = await store.plan({ name: 'Team', tier: 2, price: 50 });
  const subscription_id = await store.subscribe(pro, { quantity: 3 });
  const ada = await store.visit('ada');
  return { ...store, pro, team, ada, at: `/subscription/${subscription_id}`, subscription_id };
}

test('where the seller has switched them off, there is no quantity to change, and plans still are', async () => {
  const { ada, at, team, get, subscription_id } = await withoutQuantities();
  const { text } = await ada.get(at);
  assert.match(readable(text), /Change plan Plan Pro/);
  assert.doesNotMatch(text, /name="quantity"/);
  const chosen = await ada.post(`${at}/change`, { plan_id: team });
  assert.match(await ada.follow(chosen), /Change to Team × 3/);
  const preview = `${at}/change/${team}/3`;
  await ada.follow(await ada.post(preview, await ada.hidden(preview)));
  const { plan_id, quantity } = await get(subscription_id);
  assert.deepEqual([plan_id, quantity], [team, 3]);
});

test('a quantity that is sent all the same is refused, and nothing changes', async () => {
  const { ada, at, pro, team, get, subscription_id } = await withoutQuantities();
  const before = await get(subscription_id);
  for (const plan_id of [pro, team]) {
    const posted = await ada.post(`${at}/change`, { plan_id, quantity: '4' });
    assert.equal(posted.status, 400);
    assert.match(posted.text, /The quantity cannot be changed here/);
    const address = `${at}/change/${plan_id}/4`;
    assert.equal((await ada.get(address)).status, 404);
    const form = { attempt: 'x', total: '20', price: '20' };
    assert.equal((await ada.post(address, form)).status, 404);
  }
  assert.deepEqual(await get(subscription_id), before);
});

test('with nothing to change there is no form; switched on again, it is there', async () => {
  const { ada, must, plan, subscribe } = await withoutQuantities();
  const subscription_id = await subscribe(await plan({ name: 'Special' }));
  const page = async () => (await ada.get(`/subscription/${subscription_id}`)).text;
  assert.doesNotMatch(await page(), /Review change/);
  await must('POST /update-store-settings', { portal_quantity_changes: true });
  assert.match(await page(), /Change quantity[\s\S]*name="quantity"/);
});
