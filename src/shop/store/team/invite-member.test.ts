import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';

const OP = 'POST /invite-member';
const shop = await startShop();

test('200: a link that is shown once; a second invitation makes the first link worthless', async () => {
  const { must } = await shop.openStore();
  const { invitation_url, ...member } = await must(OP, { email: 'a@example.com', role: 'admin' });
  assert.equal(member.refund_max, null);
  const path = new URL(invitation_url).pathname;
  assert.match(path, /^\/account\/invitation\/[0-9a-z]{32}$/);
  assert.ok(!(await shop.everything()).includes(path.slice(-32)));
  assert.equal((await shop.send({ method: 'GET', path })).status, 200);
  await must(OP, { email: 'A@Example.com', role: 'viewer' });
  assert.equal((await shop.send({ method: 'GET', path })).status, 404);
  assert.equal((await must('GET /list-members')).data.length, 1);
});

test('400 member_exists: who is in the team is not invited again', async () => {
  const store = await shop.makeStore('test');
  const { person_id } = await signedIn(shop, { role: 'viewer', store_id: store.store_id });
  const { ask } = await shop.openStore(store);
  const answer = await ask(OP, { email: `${person_id}@EXAMPLE.com`, role: 'admin' });
  assertRefused(answer, 400, 'member_exists');
});

test('400 member_limit: a store has at most 100, and several at once do not exceed it', async () => {
  const { ask, must } = await shop.openStore();
  for (let at = 0; at < 98; at++) await must(OP, { email: `m${at}@example.com`, role: 'viewer' });
  const tries = Array.from({ length: 5 }, (_, at) =>
    ask(OP, { email: `late${at}@example.com`, role: 'viewer' }),
  );
  const answers = await Promise.all(tries);
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  const refused = answers.find(({ status }) => status !== 200);
  assert.ok(refused);
  assertRefused(refused, 400, 'member_limit');
});

test('403 owners_only: an API key makes no owner, and replaces no invitation of one', async () => {
  const store = await shop.makeStore('test');
  const { ask, must } = await shop.openStore(store);
  assertRefused(await ask(OP, { email: 'a@example.com', role: 'owner' }), 403, 'owners_only');
  const owner = await signedIn(shop, { store_id: store.store_id });
  const email = 'second@example.com';
  const invited = await owner.post('/team/invite', { email, role: 'owner' });
  assert.equal(invited.status, 200, invited.text);
  const team = await must('GET /list-members');
  assertRefused(await ask(OP, { email, role: 'viewer' }), 403, 'owners_only');
  assert.deepEqual(await must('GET /list-members'), team);
});

test('400 invalid_parameters: an address, a role and a limit that are none', async () => {
  const { ask } = await shop.openStore();
  assertRefused(
    await ask(OP, { email: 'a', role: 'boss', refund_max: -1 }),
    400,
    'invalid_parameters',
    [...['email', 'role', 'refund_max']],
  );
});

test('400 invalid_parameters: a limit above every amount that can be refunded', async () => {
  const { ask, must } = await shop.openStore();
  const member = { email: 'limit@example.com', role: 'support' };
  const over = await ask(OP, { ...member, refund_max: 1_000_000_000 });
  assertRefused(over, 400, 'invalid_parameters', ['refund_max']);
  assert.equal((await must(OP, { ...member, refund_max: 999_999_999 })).refund_max, 999_999_999);
});

test('400 invalid_parameters: an address that looks like another one, by what nobody sees in it', async () => {
  const { ask, must } = await shop.openStore();
  await must(OP, { email: 'ada@example.com', role: 'viewer' });
  const before = await shop.everything();
  for (const sign of [
    '\u200b',
    '\u200d',
    '\u200e',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\ufffc',
    '\u{13441}',
    '\u{16fe4}',
    '\u{1d159}',
    '\ufe0f',
    '\u034f',
    '\u{e0061}',
    '\ue000',
  ]) {
    for (const email of [`a${sign}da@example.com`, `ada@exam${sign}ple.com`]) {
      const answer = await ask(OP, { email, role: 'viewer' });
      assertRefused(answer, 400, 'invalid_parameters', ['email']);
    }
  }
  assert.equal(await shop.everything(), before);
  for (const email of ['jürgen@bücher.example', '用户@例子.广告', "o'hara+x@example.com"]) {
    assert.equal((await must(OP, { email, role: 'viewer' })).email, email);
  }
});

test('200: one that was invited before there was this rule is still listed', async () => {
  const { must, store_id } = await shop.openStore();
  await must(OP, { email: 'ada@example.com', role: 'viewer' });
  await shop.db.write({ store_id }, async (tx) =>
    tx.run(`UPDATE invitations SET email = 'a' || '\u200b' || 'da@example.com'
      WHERE store_id = :store_id`),
  );
  const { data } = await must('GET /list-members');
  assert.ok(data.some(({ email }: { email: string }) => email === 'a\u200bda@example.com'));
});
