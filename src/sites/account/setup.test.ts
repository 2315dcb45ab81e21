import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticator } from '../../../test/harness/authenticator.ts';
import { startShop } from '../../../test/harness/shop.ts';
import {
  hiddenFields,
  makeOwner,
  OWNER,
  openBrowser,
  ownerLink,
  passkeyOptions,
} from '../../../test/harness/visits/account.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

test('the link makes the owner, signs them in, and is dead afterwards', async () => {
  const shop = await startShop();
  const path = await ownerLink(shop);
  const browser = openBrowser(shop);
  const shown = await browser.page(path);
  assert.match(readable(shown), /Welcome to Kassa/);
  const answer = await browser.post(path, OWNER);
  assert.equal(answer.status, 303, answer.text);
  assert.equal(answer.headers.location, '/dashboard');
  const [cookie = ''] = [answer.headers['set-cookie'] ?? []]
    .flat()
    .filter((line) => /-seat-\w+=/.test(line));
  assert.match(
    cookie,
    /^__Host-kassa-seat-[0-9a-f]{8}=\w{40,}; Path=\/; Secure; HttpOnly; SameSite=Lax/,
  );
  assert.match(await browser.page('/dashboard/1'), /Ada Lovelace/);
  const stranger = openBrowser(shop);
  for (const again of [await stranger.get(path), await stranger.post(path, OWNER)]) {
    assert.equal(again.status, 404);
    assert.match(readable(again.text), /not work any more.*npm run kassa -- dashboard link makes/);
  }
});

test('a link counts for an hour, and a newer one replaces it', async () => {
  const shop = await startShop();
  const [first, second] = [await ownerLink(shop), await ownerLink(shop)];
  const browser = openBrowser(shop);
  assert.equal((await browser.get(first)).status, 404);
  shop.now += 3_599_999;
  assert.equal((await browser.get(second)).status, 200);
  shop.now += 1;
  assert.equal((await browser.get(second)).status, 404);
  assert.equal((await browser.post(second, OWNER)).status, 404);
  const stored = await shop.everything();
  assert.doesNotMatch(stored, new RegExp(second.slice(-32)), 'only a hash is kept');
});

test('what was typed wrong is told at its field, and nothing is made', async () => {
  const shop = await startShop();
  const path = await ownerLink(shop);
  const browser = openBrowser(shop);
  const rows = [
    [{ ...OWNER, email: 'ada' }, /not an e-mail address/],
    [{ ...OWNER, password: 'short' }, /at least 10/],
    [{ ...OWNER, password: 'password1234' }, /first that are tried/],
    [{ ...OWNER, password: 'ada@example.com' }, /name of the shop/],
    [{ ...OWNER, name: 'x'.repeat(101) }, /at most 100/],
    [{ ...OWNER, name: 'a\u0007b' }, /visible/],
    [{}, /not an e-mail address/],
  ] as const;
  for (const [form, message] of rows) {
    const { status, text } = await browser.post(path, form);
    assert.equal(status, 400, text);
    assert.match(readable(text), message);
    assert.match(text, /role="alert"/);
    if ('password' in form && form.password !== form.email)
      assert.ok(!text.includes(`value="${form.password}"`));
  }
  assert.equal((await browser.get(path)).status, 200, 'the link still counts');
  assert.equal((await browser.get('/dashboard')).status, 303);
});

test('an owner may have a passkey and no password', async () => {
  const shop = await startShop();
  const browser = openBrowser(shop);
  const path = await ownerLink(shop);
  const shown = await browser.page(path);
  const { challenge, person_id = '' } = passkeyOptions(shown);
  const own = authenticator();
  const site = { origin: shop.app.base_url, challenge, person_id };
  const form = { ...hiddenFields(shown), name: '', email: OWNER.email };
  // Of another person than the page has named.
  const other = { ...form, person_id: person_id.replace(/.{4}$/, '0000') };
  const refused = await browser.post(path, { ...other, credential: own.register(site) });
  assert.equal(refused.status, 400);
  const unverified = own.register(site, { flags: 0x01 });
  assert.equal((await browser.post(path, { ...form, credential: unverified })).status, 400);
  const made = await browser.post(path, { ...form, credential: own.register(site) });
  assert.equal(made.status, 303, made.text);
  assert.ok(await browser.isSignedIn());
  const at_home = openBrowser(shop);
  const asked = passkeyOptions(await at_home.page('/account/sign-in'));
  const credential = own.sign({ ...site, challenge: asked.challenge });
  const entered = await at_home.post('/account/sign-in', {
    challenge: asked.challenge,
    credential,
  });
  assert.equal(entered.status, 303, entered.text);
  assert.ok(await at_home.isSignedIn());
});

test('when there is an owner, the link lets them in again and ends all their seats', async () => {
  const shop = await startShop();
  const before = await makeOwner(shop);
  const path = await ownerLink(shop);
  const browser = openBrowser(shop);
  assert.match(readable(await browser.page(path)), /Back into your account.*ada@example\.com/);
  assert.equal((await browser.post(path, { password: 'password1234' })).status, 400);
  const answer = await browser.post(path, {
    password: 'andere-molen-88',
    email: 'evil@example.com',
  });
  assert.equal(answer.status, 303, answer.text);
  assert.ok(await browser.isSignedIn());
  assert.equal(await before.isSignedIn(), false);
  const entered = await before.post('/account/sign-in', {
    email: OWNER.email,
    password: 'andere-molen-88',
  });
  assert.equal(entered.status, 303);
  assert.equal((await browser.get(path)).status, 404);
});
