import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GERMAN_SELLER } from '../../../test/harness/sales/taxed-plans.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

/** Ada in Estonia (24 %) on a plan of a German seller; the larger one has the tax in its price. */
async function adaInEstonia(settings: object = {}) {
  const store = await openVisitedStore(shop);
  await store.must('POST /update-tax-settings', { ...GERMAN_SELLER, ...settings });
  const pro = await store.plan({ name: 'Pro', price: 20, tier: 1, tax_behavior: 'exclusive' });
  const team = await store.plan({ name: 'Team', price: 62, tier: 2 });
  await store.visit('ada', { address: { country: 'EE' } });
  const subscription_id = await store.subscribe(pro);
  return { store, team, subscription_id, address: `/subscription/${subscription_id}` };
}

test('prices say whether tax is added, and payments what they come to with it', async () => {
  const { store, team, address, subscription_id } = await adaInEstonia();
  await store.advance('P15D');
  const ada = await store.visit('ada');
  const home = readable((await ada.get()).text);
  assert.match(home, /€20\.00 a month plus tax Next payment: €24\.80 including tax on 14/);
  const page = readable((await ada.get(address)).text);
  assert.match(page, /Price €20\.00 a month plus tax/);
  assert.match(page, /Pro Your plan €20\.00 a month plus tax Team €62\.00 a month /);
  const change = `${address}/change/${team}/1`;
  const preview = readable((await ada.get(change)).text);
  assert.match(preview, /Unused time on Pro \(29 November – 14 December 2026\) -€12\.40/);
  assert.match(preview, /Charged today €18\.60 Amounts include tax: €3\.60 VAT 24%\./);
  assert.match(preview, /Charged then €62\.00 Amounts include tax: €12\.00 VAT 24%\./);
  assert.match(preview, /Confirm and pay €18\.60/);
  await ada.follow(await ada.post(change, await ada.hidden(change)));
  const [made] = await store.transactions(subscription_id);
  assert.deepEqual([made.total, made.tax], [18.6, 3.6]);
  await shop.assertRight();
});

test('a change whose tax has changed since it was seen is shown again, and nothing is charged', async () => {
  const { store, address, subscription_id } = await adaInEstonia();
  const plus = { name: 'Plus', price: 50, tier: 3, tax_behavior: 'exclusive' };
  const change = `${address}/change/${await store.plan(plus)}/1`;
  const ada = await store.visit('ada');
  const form = await ada.hidden(change);
  const rate = { country: 'EE', tax: 'VAT', rate: 30, valid_from: '2026-11-14' };
  await store.must('POST /create-tax-rate', rate);
  const answer = await ada.post(change, form);
  assert.equal(answer.status, 400);
  assert.match(readable(answer.text), /The amount has changed/);
  assert.equal((await store.transactions(subscription_id)).length, 1);
});

test('a business reads that it accounts for the tax itself; without taxes nothing is said of them', async () => {
  const { store, team, address } = await adaInEstonia({ when_unverified: 'accept' });
  const details = { tax_id: 'EE100931558', address: { country: 'EE' } };
  const ada = await store.visit('ada', details);
  const change = `${address}/change/${team}/1`;
  const preview = readable((await ada.get(change)).text);
  assert.match(
    preview,
    /Charged then €62\.00 Reverse charge: no VAT is charged, your company accounts for it\./,
  );
  await store.must('POST /update-tax-settings', { registrations: [] });
  const page = readable((await ada.get(address)).text);
  assert.match(page, /Price €20\.00 a month /);
  assert.doesNotMatch(page, /tax/i);
});
