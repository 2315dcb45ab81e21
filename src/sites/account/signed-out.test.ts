import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import {
  type Browser,
  makeOwner,
  OWNER,
  openBrowser,
  ownerLink,
} from '../../../test/harness/visits/account.ts';

const NEW = 'driehoek-sloot-9';

const signIn = (shop: Shop, password = OWNER.password) => {
  const browser = openBrowser(shop);
  return { browser, answer: browser.post('/account/sign-in', { email: OWNER.email, password }) };
};

const areSignedIn = async (browsers: Browser[]): Promise<boolean[]> =>
  Promise.all(browsers.map((browser) => browser.isSignedIn()));

test('whoever signs in with the old password while it is changed is not signed in after that', async () => {
  const shop = await startShop();
  const owner = await makeOwner(shop);
  const before = Array.from({ length: 5 }, () => signIn(shop));
  const changed = owner.post('/account/password', { password: NEW });
  const all = [...before, ...Array.from({ length: 5 }, () => signIn(shop))];
  assert.equal((await changed).status, 303);
  await Promise.all(all.map(({ answer }) => answer));
  const still = await areSignedIn(all.map(({ browser }) => browser));
  assert.ok(!still.includes(true), still.join());
  assert.ok(await owner.isSignedIn());
});

test('nor while the owner comes back by a link from the server', async () => {
  const shop = await startShop();
  await makeOwner(shop);
  const link = await ownerLink(shop);
  const owner = openBrowser(shop);
  const before = Array.from({ length: 5 }, () => signIn(shop));
  const back = owner.post(link, { password: NEW });
  const all = [...before, ...Array.from({ length: 5 }, () => signIn(shop))];
  assert.equal((await back).status, 303);
  await Promise.all(all.map(({ answer }) => answer));
  const still = await areSignedIn(all.map(({ browser }) => browser));
  assert.ok(!still.includes(true), still.join());
  assert.ok(await owner.isSignedIn());
});

test('of two browsers that change the password at once, only one does: it signs out the other', async () => {
  const shop = await startShop();
  const owner = await makeOwner(shop);
  const { browser: other, answer } = signIn(shop);
  assert.equal((await answer).status, 303);
  const [by_owner, by_other] = await Promise.all([
    owner.post('/account/password', { password: NEW }),
    other.post('/account/password', { password: `${NEW}-too` }),
  ]);
  const to_sign_in = '/account/sign-in?back=%2Faccount%2Fpassword&lost=form';
  const went = [by_owner, by_other].map(({ headers }) => String(headers.location)).toSorted();
  assert.deepEqual(went, ['/account/done/password', to_sign_in]);
  const is_owners = by_owner.headers.location === '/account/done/password';
  const tried = await signIn(shop, is_owners ? NEW : `${NEW}-too`).answer;
  assert.equal(tried.status, 303, 'the password is the one of the browser that is signed in');
  assert.deepEqual(await areSignedIn([owner, other]), [is_owners, !is_owners]);
});
