import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

/** Ada on Pro, whose next period is to be of Basic. */
async function adaWithBasicToCome() {
  const store = await openVisitedStore(shop);
  const basic = await store.plan({ name: 'Basic', price: 10, tier: 1 });
  const pro = await store.plan({ name: 'Pro', price: 20, tier: 2 });
  const subscription_id = await store.subscribe(pro);
  await store.update(subscription_id, { plan_id: basic, effective: 'period_end' });
  const ada = await store.visit('ada');
  const subscription = () => store.get(subscription_id);
  return { ada, address: `/subscription/${subscription_id}`, subscription, basic, pro };
}

test('a change that the seller has put off is shown, and taken back by choosing what is', async () => {
  const { ada, address, subscription, pro } = await adaWithBasicToCome();
  const page = readable((await ada.get(address)).text);
  assert.match(page, /Planned change Basic from 14 December 2026/);
  assert.match(page, /Next payment €10\.00 on 14 December 2026/);
  const chosen = await ada.post(`${address}/change`, { plan_id: pro, quantity: '1' });
  const at = `${address}/change/${pro}/1`;
  assert.equal(chosen.headers.location, ada.home + at);
  await ada.follow(await ada.post(at, await ada.hidden(at)));
  const { pending_change, plan_id } = await subscription();
  assert.deepEqual([pending_change, plan_id], [null, pro]);
});

test('more seats keep the plan that is to come, although the form names the present one', async () => {
  const { ada, address, subscription, pro, basic } = await adaWithBasicToCome();
  await ada.post(`${address}/change`, { plan_id: pro, quantity: '3' });
  const at = `${address}/change/${pro}/3`;
  assert.match(readable((await ada.get(at)).text), /14 December 2026 .*Basic .*€30\.00/);
  await ada.follow(await ada.post(at, await ada.hidden(at)));
  const { pending_change, plan_id, quantity } = await subscription();
  assert.deepEqual([plan_id, quantity], [pro, 3]);
  assert.deepEqual([pending_change.plan_id, pending_change.quantity], [basic, 3]);
});
