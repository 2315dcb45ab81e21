import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';

const OP = 'POST /update-member';
const shop = await startShop();
const owner = await signedIn(shop);

test('200: another role and limit count from the next request of the member on', async () => {
  const { must } = await shop.openStore(shop);
  const member = await signedIn(shop, { role: 'admin' });
  assert.equal((await member.get('/team/invite')).status, 200);
  const changed = await must(OP, { member_id: member.person_id, role: 'support', refund_max: 20 });
  assert.deepEqual([changed.role, changed.refund_max], ['support', 20]);
  assert.equal((await member.get('/team/invite')).status, 403);
  const viewer = await must(OP, { member_id: member.person_id, role: 'viewer' });
  assert.deepEqual([viewer.role, viewer.refund_max], ['viewer', null]);
});

test('200: an owner who becomes a viewer is one in this store, and nothing in others', async () => {
  const other = await shop.makeStore('test');
  const second = await signedIn(shop, { role: 'admin', store_id: other.store_id });
  await owner.post(`${second.home}/team/${second.person_id}`, { role: 'owner', refund_max: '' });
  assert.equal((await second.get('/team/invite')).status, 200);
  await owner.post(`/team/${second.person_id}`, { role: 'viewer', refund_max: '' });
  assert.equal((await second.get('/team/invite')).status, 303);
  assert.equal((await second.get(owner.home)).status, 200);
  assert.equal((await second.get(`${owner.home}/team/invite`)).status, 403);
});

test('200: an invitation is changed before it is used', async () => {
  const { must } = await shop.openStore();
  const { member_id } = await must('POST /invite-member', {
    email: 'b@example.com',
    role: 'viewer',
  });
  const changed = await must(OP, { member_id, role: 'support', refund_max: 5 });
  assert.deepEqual([changed.status, changed.role, changed.refund_max], ['invited', 'support', 5]);
});

test('404 member_not_found: of another store, or of nobody', async () => {
  const other = await shop.openStore();
  const member = await signedIn(shop, { role: 'viewer' });
  for (const member_id of [member.person_id, 'person_x', 'x'.repeat(300)]) {
    assertRefused(await other.ask(OP, { member_id, role: 'admin' }), 404, 'member_not_found');
  }
});

test('403 owners_only: neither an API key nor an admin makes or changes owners', async () => {
  const { ask } = await shop.openStore(shop);
  const member = await signedIn(shop, { role: 'viewer' });
  const admin = await signedIn(shop, { role: 'admin' });
  for (const [member_id, role] of [
    [owner.person_id, 'viewer'],
    [member.person_id, 'owner'],
  ] as const) {
    assertRefused(await ask(OP, { member_id, role }), 403, 'owners_only');
    const sent = await admin.post(`/team/${member_id}`, { role, refund_max: '' });
    assert.notEqual(sent.headers.location, `${admin.home}/team?done=saved`);
  }
  const { data } = (await ask('GET /list-members', {})).body;
  const roleOf = (id: string) =>
    data.find((one: { member_id: string }) => one.member_id === id)?.role;
  assert.deepEqual([roleOf(owner.person_id), roleOf(member.person_id)], ['owner', 'viewer']);
});

test('400 last_owner: two owners who lower each other at once leave one', async () => {
  const alone = await owner.post(`/team/${owner.person_id}`, { role: 'admin', refund_max: '' });
  assert.equal(alone.status, 400);
  assert.match(alone.text, /only owner/);
  const second = await signedIn(shop);
  const answers = await Promise.all([
    owner.post(`/team/${second.person_id}`, { role: 'viewer', refund_max: '' }),
    second.post(`/team/${owner.person_id}`, { role: 'viewer', refund_max: '' }),
  ]);
  const sql = 'SELECT person_id FROM people WHERE is_owner = 1';
  assert.equal(
    (await shop.db.reader(null).all(sql)).length,
    1,
    answers.map((one) => one.status).join(),
  );
});
