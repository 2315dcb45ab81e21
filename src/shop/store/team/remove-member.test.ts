import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { openBrowser } from '../../../../test/harness/visits/account.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { SESSION_COOKIE, startSession } from './session.ts';

const OP = 'POST /remove-member';
const shop = await startShop();
const owner = await signedIn(shop);

test('200: a removed member is signed out at once, and an open form of theirs does nothing', async () => {
  const { must } = await shop.openStore(shop);
  const admin = await signedIn(shop, { role: 'admin' });
  assert.equal((await admin.get()).status, 200);
  const removed = await must(OP, { member_id: admin.person_id });
  assert.equal(removed.role, 'admin');
  const form = { email: 'x@example.com', role: 'viewer', refund_max: '' };
  for (const answer of [await admin.get(), await admin.post('/team/invite', form)]) {
    assert.equal(answer.status, 303);
    assert.match(String(answer.headers.location), /^\/account\/sign-in/);
  }
});

test('200: a removed owner enters no store any more, not even where they were an admin before', async () => {
  const other = await shop.makeStore('test');
  const second = await signedIn(shop, { role: 'admin', store_id: other.store_id });
  const path = `${second.home}/team/${second.person_id}`;
  const made = await owner.post(path, { role: 'owner', refund_max: '' });
  assert.equal(made.headers.location, `${second.home}/team?done=saved`);
  assert.equal((await second.get(owner.home)).status, 200);
  await owner.post(`/team/${second.person_id}/remove`, {});
  assert.equal((await signedInAgain(second)).status, 303);
});

test('200: an invitation that a removed or lowered member has made does not work any more', async () => {
  const { must } = await shop.openStore(shop);
  for (const lose of [
    (member_id: string) => must(OP, { member_id }),
    (member_id: string) => must('POST /update-member', { member_id, role: 'support' }),
  ]) {
    const admin = await signedIn(shop, { role: 'admin' });
    const form = { email: `friend-of-${admin.person_id}@example.com`, refund_max: '' };
    const { text } = await admin.post('/team/invite', { ...form, role: 'admin' });
    const path = new URL(/https:[^<]*\/account\/invitation\/[^<]*/.exec(text)?.[0] ?? '').pathname;
    assert.equal((await shop.send({ method: 'GET', path })).status, 200);
    await lose(admin.person_id);
    assert.equal((await shop.send({ method: 'GET', path })).status, 404);
  }
});

test('200: who was removed from their last store and is invited again makes a new account', async () => {
  const store = await shop.openStore();
  const other = await shop.openStore();
  const email = 'lost@example.com';
  /** Uses an invitation; undefined when it asks for the account that is there already. */
  const join = async ({ must }: typeof store, password: string): Promise<string | undefined> => {
    const browser = openBrowser(shop);
    const { invitation_url } = await must('POST /invite-member', { email, role: 'viewer' });
    const path = new URL(invitation_url).pathname;
    if ((await browser.get(path)).text.includes('Sign in to join')) return undefined;
    const answer = await browser.post(path, { name: 'Grace', password });
    assert.equal(answer.status, 303, answer.text);
    const { data } = await must('GET /list-members');
    return data.find((one: { email: string }) => one.email === email).member_id;
  };
  const first = await join(store, 'quite long and nobody knows it');
  assert.equal(await join(other, 'of somebody else perhaps'), undefined);
  await store.must(OP, { member_id: first });
  const second = await join(store, 'another one, since that was lost');
  assert.match(String(second), /^person_/);
  assert.notEqual(second, first);
});

/** What somebody sees of their own store who signs in anew. */
async function signedInAgain({ person_id, home }: Awaited<ReturnType<typeof signedIn>>) {
  const session = { person_id, address: '127.0.0.1', browser: 'test', now: shop.now };
  const token = await shop.db.write(null, async (tx) => startSession(tx, session));
  const headers = { cookie: `${SESSION_COOKIE}=${token}` };
  return shop.send({ method: 'GET', path: home, headers });
}

test('200: an invitation is withdrawn, and its link is dead', async () => {
  const { must } = await shop.openStore();
  const invited = { email: 'c@example.com', role: 'viewer' };
  const { member_id, invitation_url } = await must('POST /invite-member', invited);
  assert.equal((await must(OP, { member_id })).status, 'invited');
  const path = new URL(invitation_url).pathname;
  assert.equal((await shop.send({ method: 'GET', path })).status, 404);
});

test('404 member_not_found: of another store, or removed already', async () => {
  const { ask, must } = await shop.openStore();
  const member = await signedIn(shop, { role: 'viewer' });
  assertRefused(await ask(OP, { member_id: member.person_id }), 404, 'member_not_found');
  const { member_id } = await must('POST /invite-member', {
    email: 'd@example.com',
    role: 'viewer',
  });
  await must(OP, { member_id });
  assertRefused(await ask(OP, { member_id }), 404, 'member_not_found');
});

test('403 owners_only: neither an API key nor an admin removes an owner', async () => {
  const { ask } = await shop.openStore(shop);
  assertRefused(await ask(OP, { member_id: owner.person_id }), 403, 'owners_only');
  const admin = await signedIn(shop, { role: 'admin' });
  const sent = await admin.post(`/team/${owner.person_id}/remove`, {});
  assert.equal(sent.status, 403);
  assert.equal((await owner.get()).status, 200);
});

test('400 last_owner: the only owner is not removed, one of two is', async () => {
  const alone = await owner.post(`/team/${owner.person_id}/remove`, {});
  assert.equal(alone.status, 400);
  const second = await signedIn(shop);
  const sent = await owner.post(`/team/${second.person_id}/remove`, {});
  assert.equal(sent.headers.location, `${owner.home}/team?done=removed`);
  assert.equal((await second.get()).status, 303);
});
