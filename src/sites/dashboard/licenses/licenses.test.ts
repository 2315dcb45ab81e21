import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type CastStore, openStore } from '../../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { act, ask, wordsOn } from '../../../../test/harness/visits/dashboard-actions.ts';

let shop: Shop;
let store: CastStore;
let owner: Awaited<ReturnType<typeof signedIn>>;
before(async () => {
  shop = await startShop();
  store = await openStore(shop);
  owner = await signedIn(shop, { store_id: store.store_id });
});

let customers = 0;
async function licensed() {
  const customer_id = `customer-${++customers}`;
  const key = await store.newKey({ activation_limit: 2, valid_days: 365 }, { customer_id });
  const license = await store.licenseOf(key);
  return { key, license, customer_id, at: `/licenses/${license.license_id}` };
}

test('a license is found by any part of its key, and the list shows no whole key', async () => {
  const one = await licensed();
  const other = await licensed();
  for (const part of [one.key, one.key.slice(8, 16), one.key.slice(-5).toLowerCase()]) {
    const text = await owner.page(`/licenses?query=${encodeURIComponent(part)}`);
    assert.ok(text.includes(one.at), part);
    assert.equal(text.includes(other.at), false, part);
    assert.equal(text.slice(text.indexOf('<table')).includes(one.key), false);
  }
  assert.match(await owner.page('/licenses?query=ZZZZZZZZZ'), /Nothing fits/);
  const short = await owner.get('/licenses?query=abc');
  assert.equal(short.status, 400);
  assert.match(wordsOn(short.text), /cannot be looked for.*Any part of the key: must be at least/s);
  assert.match(short.text, /name="query"[^>]*value="abc"/);
  const mine = await owner.page(`/licenses?customer_id=${other.customer_id}`);
  assert.ok(mine.includes(other.at) && !mine.includes(one.at));
  const { text } = await owner.get(`/licenses.csv?customer_id=${one.customer_id}`);
  assert.match(text, new RegExp(`,${one.key},inactive,2027[^,]*,0,.*,${one.customer_id},lic_`));
});

test('a license shows its key, its devices, its purchase, and how long certificates last', async () => {
  const { key, at, customer_id, license } = await licensed();
  await store.activate(key, 'Ada’s laptop', 'print-1');
  const text = await owner.page(at);
  const said = wordsOn(text);
  assert.match(said, new RegExp(`Key ${key}`));
  assert.match(said, /Devices: 1 of 2.*Ada’s laptop.*print-1.*Deactivate…/s);
  assert.match(said, /Purchase.*Paid.*€20\.00/s);
  assert.match(said, /without a network for\s+up to 30 days/);
  assert.ok(said.includes(customer_id) && text.includes(`/payments/${license.transaction_id}`));
});

test('a device is deactivated once, and a second click says the same', async () => {
  const { key, at } = await licensed();
  const { instance } = await store.activate(key, 'Laptop', 'print');
  const { said, confirm } = await ask(owner, `${at}/devices/${instance.instance_id}/deactivate`);
  assert.match(said, /Laptop, last seen on.*1 of 2 are in use now/s);
  for (let n = 0; n < 2; n++) {
    assert.match(wordsOn(await owner.follow(await confirm())), /deactivated.*used on no device/s);
  }
  assert.equal((await store.licenseOf(key)).activation_usage, 0);
});

test('disabled, enabled again by the way back, and a new key that is shown', async () => {
  const { key, at } = await licensed();
  assert.match(await act(owner, `${at}/disable`), /is disabled.*Enable it again/s);
  assert.equal((await store.validate(key)).code, 'disabled');
  assert.match(await act(owner, `${at}/enable`), /works again/);
  assert.equal((await store.validate(key)).code, 'valid');
  assert.match(wordsOn(await owner.page(`${at}/reissue`)), /and no device was using it\. /);
  const said = await act(owner, `${at}/reissue`);
  const [, fresh = ''] = /Key (KASSA(?:-\w{5}){5})/.exec(said) ?? [];
  assert.notEqual(fresh, key);
  assert.equal((await store.validate(fresh)).code, 'valid');
});

test('extended: a later end and more devices, as it was said; refusals keep what was typed', async () => {
  const { key, at, license } = await licensed();
  const form = { expires_at: '2031-01-31', activation_limit: '5' };
  const { said, confirm } = await ask(owner, `${at}/extend`, form);
  assert.match(said, /ends on 31 January 2031 instead of on.*works on 5 devices instead of 2/s);
  await owner.follow(await confirm());
  const after = await store.licenseOf(key);
  assert.deepEqual([after.expires_at, after.activation_limit], ['2031-01-31T23:59:59.999Z', 5]);
  const stored = await shop.everything();
  for (const [sent, why] of [
    [{ ...form, expires_at: '2020-01-01' }, /must be in the future/],
    [{ ...form, expires_at: 'soon' }, /must be a day/],
    [{ ...form, expires_at: '2031-02-30' }, /must be a day/],
    [form, /Nothing is to be changed/],
    [{ expires_at: '2031-01-31', activation_limit: '1', confirmed: 'yes' }, /so many were bought/],
    [{ expires_at: '2031-01-31', activation_limit: 'x', confirmed: 'yes' }, /Devices: /],
  ] as const) {
    const answer = await owner.post(`${at}/extend`, sent);
    assert.equal(answer.status, 400);
    assert.match(wordsOn(answer.text), why);
    assert.ok(answer.text.includes(`value="${sent.expires_at}"`));
  }
  assert.equal(await shop.everything(), stored);
  await store.refund(license.transaction_id);
  const late = await owner.post(`${at}/extend`, {
    ...form,
    activation_limit: '9',
    confirmed: 'yes',
  });
  assert.match(wordsOn(late.text), /was not extended.*is disabled/s);
});

test('the license of a subscription has no end of its own', async () => {
  const { license_keys } = await store.buy(await store.licensedPlan(), { customer_id: 'sue' });
  const { license_id } = await store.licenseOf(license_keys[0]);
  const text = await owner.page(`/licenses/${license_id}/extend`);
  assert.match(wordsOn(text), /ends with the subscription/);
  assert.doesNotMatch(text, /name="expires_at"/);
  assert.match(
    await act(owner, `/licenses/${license_id}/extend`, { activation_limit: '4' }),
    /0 of 4/,
  );
});
