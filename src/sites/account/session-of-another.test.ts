import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import {
  type Browser,
  makeOwner,
  OWNER,
  openBrowser,
  ownerLink,
} from '../../../test/harness/visits/account.ts';
import { formsOf } from '../../../test/harness/visits/dashboard-tour.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

// What is done in a browser in which somebody is signed in: it asks who that is, and no link of
// somebody else takes their session.

let shop: Shop;
let ada: Browser;
const { email, password } = OWNER;
const BEN = { name: 'Ben', password: 'windmolen-vierkant-8' };
before(async () => {
  shop = await startShop();
  ada = await makeOwner(shop);
});

const invite = async (to: string): Promise<string> => {
  const made = await shop.call('POST /invite-member', { email: to, role: 'viewer' });
  return new URL(made.body.invitation_url).pathname;
};
const whoIsIn = async (browser: Browser) => readable(await browser.page('/account'));

test('an invitation of somebody else takes nobody’s session: it says who is signed in, and waits', async () => {
  const path = await invite('ben@example.com');
  const page = await ada.page(path);
  assert.match(
    readable(page),
    /signed in as ada@example\.com, and this link is for ben@example\.com/,
  );
  assert.doesNotMatch(page, /name="password"/);
  const before = await shop.everything();
  const sent = await ada.post(path, BEN);
  assert.equal(sent.status, 200);
  assert.match(readable(sent.text), /signed in as ada@example\.com/);
  assert.equal(await shop.everything(), before, 'nothing is made');
  assert.match(await whoIsIn(ada), /ada@example\.com/);
  // With a word: signing out leads back to it.
  const [out] = formsOf([{ text: page }], '').filter(({ path }) => path === '/account/sign-out');
  assert.ok(out);
  const answer = await ada.post(out.path, out.fields);
  assert.equal(answer.headers.location, path);
  assert.match(await ada.page(path), /name="password"/);
  assert.equal((await ada.post(path, BEN)).status, 303);
  assert.match(await whoIsIn(ada), /ben@example\.com/);
});

test('nor does a link with which an owner gets back in', async () => {
  const browser = openBrowser(shop);
  await browser.post('/account/sign-in', { email: 'ben@example.com', password: BEN.password });
  const path = await ownerLink(shop);
  assert.match(readable(await browser.page(path)), /signed in as ben@example\.com, and this link/);
  const sent = await browser.post(path, { password: 'molen-vierkant-99' });
  assert.match(readable(sent.text), /signed in as ben@example\.com/);
  assert.match(await whoIsIn(browser), /ben@example\.com/);
  // In her own browser she goes on, signed in or not.
  const own = openBrowser(shop);
  assert.equal((await own.post('/account/sign-in', { email, password })).status, 303);
  assert.match(await own.page(path), /name="password"/);
  assert.equal((await own.post(path, { password })).status, 303);
  ada = own;
});

test('a way out leads back to pages of ours alone', async () => {
  const browser = openBrowser(shop);
  await browser.post('/account/sign-in', { email, password });
  const answer = await browser.post('/account/sign-out', { back: 'https://evil.example/' });
  assert.equal(answer.headers.location, '/account/sign-in');
});

test('every form of the account asks who it is, if that was long ago, and does nothing before', async () => {
  await openBrowser(shop).post('/account/sign-in', { email, password });
  const pages = ['', '/password', '/authenticator', '/passkeys/new', '/recovery-codes'];
  const texts = await Promise.all(pages.map((path) => ada.page(`/account${path}`)));
  const forms = formsOf(
    texts.map((text) => ({ text })),
    '',
  );
  const paths = forms.map((form) => form.path);
  for (const path of ['/account/name', '/account/sessions/end', '/account/sessions/end-others']) {
    assert.ok(paths.includes(path), path);
  }
  shop.now += 11 * 60_000;
  await ada.page('/account');
  const before = await shop.everything();
  for (const { path, fields } of forms) {
    if (/sign-out|confirm$/.test(path)) continue;
    const answer = await ada.post(path, { ...fields, name: 'Mallory' });
    assert.match(String(answer.headers.location), /^\/account\/confirm\?back=/, path);
  }
  assert.equal(await shop.everything(), before);
  const proved = await ada.post('/account/confirm', { password, back: '/account' });
  assert.equal(proved.headers.location, '/account');
  const renamed = await ada.post('/account/name', { name: 'Ada King' });
  assert.equal(renamed.headers.location, '/account/done/name');
});
