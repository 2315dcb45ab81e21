import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type CastStore, openStore } from '../../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { act, wordsOn } from '../../../../test/harness/visits/dashboard-actions.ts';

let shop: Shop;
let store: CastStore;
before(async () => {
  shop = await startShop();
  store = await openStore(shop);
});

const SUBSCRIPTION_ACTIONS = [
  ...['change', 'cancel', 'pause', 'resume', 'coupon', 'extend-trial', 'credit', 'new-card'],
];
const LICENSE_ACTIONS = ['extend', 'reissue', 'disable', 'enable'];
const FORM = {
  ...{ plan_id: 'x', quantity: '2', effective: 'now', proration: '', how: 'now', comment: '' },
  ...{ trial_end: '2030-01-01', coupon_code: 'X', amount: '5', reason: '', resumes_at: '' },
  ...{ expires_at: '', activation_limit: '9', confirmed: 'yes', by: 'P1D' },
};

async function bought(inStore = store) {
  const plan_id = await inStore.licensedPlan();
  const { subscription_id, license_keys } = await inStore.buy(plan_id, { customer_id: 'ada' });
  const { license, instance } = await inStore.activate(license_keys[0], 'Laptop', 'print');
  const subscription = `/subscriptions/${subscription_id}`;
  const license_at = `/licenses/${license.license_id}`;
  const device = `${license_at}/devices/${instance.instance_id}/deactivate`;
  return {
    subscription_id,
    pages: [subscription, license_at, '/subscriptions', '/licenses'],
    subscription,
    device,
    license_at,
    actions: [
      ...SUBSCRIPTION_ACTIONS.map((name) => `${subscription}/${name}`),
      ...LICENSE_ACTIONS.map((name) => `${license_at}/${name}`),
      device,
    ],
  };
}

test('a viewer sees everything and no button, and is refused whatever they send', async () => {
  const viewer = await signedIn(shop, { role: 'viewer', store_id: store.store_id });
  const { pages, actions } = await bought();
  for (const path of [...pages, '/clock']) {
    const text = await viewer.page(path);
    const main = text.slice(text.indexOf('<main'));
    assert.doesNotMatch(main, /method="post"|…<\/a>/, path);
  }
  const stored = await shop.everything();
  for (const path of [...actions, '/clock']) {
    if (path !== '/clock') assert.equal((await viewer.get(path)).status, 403, path);
    const answer = await viewer.post(path, FORM);
    assert.equal(answer.status, 403, path);
    assert.match(wordsOn(answer.text), /Your role in this store, viewer, does not allow this/);
  }
  assert.equal(await shop.everything(), stored);
});

test('support cancels and deactivates devices, and may do nothing else', async () => {
  const support = await signedIn(shop, { role: 'support', store_id: store.store_id });
  const { actions, device, subscription } = await bought();
  const links = [subscription, device.split('/devices')[0] ?? ''];
  const shown = await Promise.all(links.map((path) => support.page(path)));
  assert.deepEqual(
    [...shown.join('').matchAll(/href="[^"]*\/([\w-]+)">\s*[\w ]+…</g)].map(([, name]) => name),
    ['cancel', 'deactivate'],
  );
  const stored = await shop.everything();
  for (const path of actions) {
    if (path === device || path.endsWith('/cancel')) continue;
    assert.equal((await support.post(path, FORM)).status, 403, path);
  }
  assert.equal(await shop.everything(), stored);
  assert.match(await act(support, device), /device was deactivated/);
  assert.match(await act(support, `${subscription}/cancel`, { how: 'now' }), /has ended/);
});

test('a cancel gives back no more of a payment than support may refund', async () => {
  const who = { role: 'support', refund_max: 10, store_id: store.store_id } as const;
  const support = await signedIn(shop, who);
  const { subscription, subscription_id } = await bought();
  for (const confirmed of [{}, { confirmed: 'yes' }]) {
    const answer = await support.post(`${subscription}/cancel`, { how: 'full', ...confirmed });
    assert.equal(answer.status, 400);
    assert.match(wordsOn(answer.text), /more of a payment than your role may: 10/);
  }
  assert.equal((await store.get(subscription_id)).status, 'active');
  assert.match(await act(support, `${subscription}/cancel`, { how: 'now' }), /has ended/);
});

test("another store's identifiers are not found, on every page and by every form", async () => {
  const other = await openStore(shop);
  const owner = await signedIn(shop, { store_id: store.store_id });
  const { actions, subscription, license_at } = await bought(other);
  const stored = await shop.everything();
  for (const path of [subscription, license_at, ...actions]) {
    const answer = await owner.get(path);
    assert.equal(answer.status, 404, path);
    assert.doesNotMatch(answer.text, /Laptop|KASSA-/);
  }
  for (const path of actions) assert.equal((await owner.post(path, FORM)).status, 404, path);
  assert.equal(await shop.everything(), stored);
});
