import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Answer } from '../../../../test/harness/answer.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { makeOwner, OWNER, openBrowser } from '../../../../test/harness/visits/account.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const FORM = { email: 'grace@example.com', role: 'support', refund_max: '50' };

const linkIn = ({ text }: Answer): string =>
  /https:[^<]*(\/account\/invitation\/[0-9a-z]{32})/.exec(text)?.[1] ?? text;

test('an owner invites, the invited makes an account and enters with the role, and the link is dead', async () => {
  const owner = await signedIn(shop);
  const sent = await owner.post('/team/invite', { ...FORM, attempt: 'one' });
  assert.equal(sent.status, 200, sent.text);
  const path = linkIn(sent);
  const again = await owner.post('/team/invite', { ...FORM, attempt: 'one' });
  assert.equal(linkIn(again), path, 'a reload makes no second link');
  assert.match(readable(await owner.page('/team')), /grace@example\.com Support Up to 50 Invited/);

  const grace = openBrowser(shop);
  assert.match(readable(await grace.page(path)), /invites grace@example\.com as support/);
  const weak = await grace.post(path, { name: 'Grace', password: 'grace@example.com' });
  assert.equal(weak.status, 400);
  const joined = await grace.post(path, {
    name: 'Grace',
    password: 'vierkant-molen-7',
    email: 'x@y.z',
  });
  assert.equal(joined.headers.location, owner.home);
  const page = await grace.page(`${owner.home}/team`);
  assert.match(readable(page), /Grace grace@example\.com Support/);
  assert.doesNotMatch(page, /Invite somebody|\/team\/person_/, 'support changes no team');
  assert.equal((await grace.post(`${owner.home}/team/invite`, FORM)).status, 403);
  assert.equal((await openBrowser(shop).get(path)).status, 404);
});

test('whoever has an account signs in to join; nobody else joins with their invitation', async () => {
  const second = await shop.makeStore('live');
  const owner = await signedIn(shop, { store_id: second.store_id });
  const path = linkIn(await owner.post('/team/invite', { ...FORM, role: 'admin' }));
  const grace = openBrowser(shop);
  const shown = await grace.page(path);
  assert.match(shown, /account\/sign-in\?back=%2Faccount%2Finvitation/);
  const taken = await grace.post(path, { name: '', password: 'anderes-passwort-5' });
  assert.match(readable(taken.text), /Sign in to join/);
  assert.equal(await grace.isSignedIn(), false);
  const other = await makeOwnerBrowser();
  assert.match(readable(await other.page(path)), /You are signed in as ada@example\.com/);
  assert.match(readable((await other.post(path, {})).text), /Sign out/);
  const entered = await grace.post('/account/sign-in', {
    ...{ email: FORM.email, password: 'vierkant-molen-7', back: path },
  });
  assert.equal(entered.headers.location, path);
  assert.equal((await grace.post(path, {})).headers.location, owner.home);
  assert.match(readable(await grace.page(`${owner.home}/team`)), /Admin/);
  assert.equal((await grace.post(path, {})).status, 404);
});

async function makeOwnerBrowser() {
  await shop.db.write(null, async (tx) => tx.run('UPDATE people SET is_owner = 0'));
  return makeOwner(shop, OWNER);
}

test('an admin sees no way to make or change owners', async () => {
  const owner = await signedIn(shop);
  const admin = await signedIn(shop, { role: 'admin' });
  const form = await admin.page('/team/invite');
  assert.doesNotMatch(form, /value="owner"/);
  assert.match(await owner.page('/team/invite'), /value="owner"/);
  assert.ok(!(await admin.page('/team')).includes(`/team/${owner.person_id}`));
  const forged = await admin.post('/team/invite', {
    ...FORM,
    email: 'eve@example.com',
    role: 'owner',
  });
  assert.notEqual(forged.status, 200);
  assert.equal(
    (await admin.get(`/team/${owner.person_id}`)).headers.location,
    `${admin.home}/team`,
  );
});

test('what changes the team asks again who it is, after ten minutes', async () => {
  const owner = await signedIn(shop);
  const member = await signedIn(shop, { role: 'viewer' });
  shop.now += 600_000;
  for (const path of [
    '/team/invite',
    `/team/${member.person_id}`,
    `/team/${member.person_id}/remove`,
  ]) {
    const back = encodeURIComponent(owner.home + path);
    for (const answer of [await owner.get(path), await owner.post(path, FORM)]) {
      assert.equal(answer.headers.location, `/account/confirm?back=${back}`);
    }
  }
  assert.equal((await owner.get('/team')).status, 200, 'looking does not');
  assert.equal((await member.get()).status, 200);
});
