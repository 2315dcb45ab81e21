import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../../test/harness/answer.ts';
import { startShop } from '../../../../test/harness/shop.ts';
import { openBrowser } from '../../../../test/harness/visits/account.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';

const shop = await startShop();
const owner = await signedIn(shop);
const { must } = await shop.openStore(shop);

const linkIn = ({ text }: Answer): string[] => {
  const [found] = /https:[^<"]*\/account\/invitation\/[^<"]*/.exec(text) ?? [];
  return found === undefined ? [] : [new URL(found).pathname];
};

test('whoever is removed or lowered leaves no invitation, however many they send meanwhile', async () => {
  for (const [path, form] of [
    ['/remove', {}],
    ['', { role: 'support', refund_max: '' }],
  ] as const) {
    for (const role of ['admin', 'owner'] as const) {
      const leaving = await signedIn(shop, { role });
      const invite = (_: unknown, at: number) =>
        leaving.post('/team/invite', {
          ...{ email: `${leaving.person_id}.${at}@example.com`, role: 'admin', refund_max: '' },
        });
      const before = Array.from({ length: 8 }, invite);
      const lost = owner.post(`/team/${leaving.person_id}${path}`, form);
      const answers = await Promise.all([...before, ...Array.from({ length: 8 }, invite)]);
      assert.equal((await lost).status, 303);
      for (const link of answers.flatMap(linkIn)) {
        assert.equal((await shop.send({ method: 'GET', path: link })).status, 404, role + path);
      }
    }
  }
});

test('of two admins who remove each other at once, one remains', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, other] = [
      await signedIn(shop, { role: 'admin' }),
      await signedIn(shop, { role: 'admin' }),
    ];
    const answers = await Promise.all([
      one.post(`/team/${other.person_id}/remove`, {}),
      other.post(`/team/${one.person_id}/remove`, {}),
    ]);
    const { data } = await must('GET /list-members');
    const left = data.filter(({ member_id }: { member_id: string }) =>
      [one.person_id, other.person_id].includes(member_id),
    );
    assert.equal(left.length, 1, answers.map(({ status }) => status).join());
  }
});

test('an invitation that is lowered while it is used gives the lower role', async () => {
  for (let round = 0; round < 3; round++) {
    const email = `invited${round}@example.com`;
    const { member_id, invitation_url } = await must('POST /invite-member', {
      ...{ email, role: 'admin' },
    });
    const { pathname } = new URL(invitation_url);
    const using = openBrowser(shop).post(pathname, { name: '', password: 'vierkant-molen-7' });
    const lowered = await shop.call('POST /update-member', { member_id, role: 'viewer' });
    assert.equal((await using).status, 303);
    const { data } = await must('GET /list-members');
    const joined = data.find((member: { email: string }) => member.email === email);
    // It may have been used up before: then there is nothing to lower.
    assert.equal(joined.role, lowered.status === 200 ? 'viewer' : 'admin');
  }
});
