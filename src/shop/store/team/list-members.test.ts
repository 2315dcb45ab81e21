import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';

const shop = await startShop();

test('200: owners, members and open invitations of this store, newest first, in pages', async () => {
  const { must } = await shop.openStore(shop);
  const owner = await signedIn(shop);
  shop.now += 1000;
  const viewer = await signedIn(shop, { role: 'viewer' });
  const elsewhere = await shop.makeStore('live');
  await signedIn(shop, { role: 'admin', store_id: elsewhere.store_id });
  shop.now += 1000;
  const invited = { email: 'Grace@example.com', role: 'support', refund_max: 50 };
  const { member_id } = await must('POST /invite-member', invited);
  const { data } = await must('GET /list-members');
  assert.deepEqual(
    data.map((one: { member_id: string }) => one.member_id),
    [member_id, viewer.person_id, owner.person_id],
  );
  assert.deepEqual(data[0], {
    ...{ member_id, object: 'member', email: 'Grace@example.com', name: null },
    ...{ role: 'support', refund_max: 50, status: 'invited' },
    invitation_expires_at: '2026-11-21T09:30:02.000Z',
    created_at: '2026-11-14T09:30:02.000Z',
  });
  assert.deepEqual([data[2].role, data[2].status], ['owner', 'active']);
  const first = await must('GET /list-members', { limit: 2 });
  assert.equal(first.has_more, true);
  const rest = await must('GET /list-members', { cursor: first.next_cursor });
  assert.deepEqual([...first.data, ...rest.data], data);
  shop.now += 7 * 86_400_000;
  assert.equal((await must('GET /list-members')).data.length, 2, 'the invitation has ended');
});
