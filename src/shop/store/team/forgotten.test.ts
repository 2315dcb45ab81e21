import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import { makeOwner, openBrowser, ownerLink } from '../../../../test/harness/visits/account.ts';

test('the hourly job removes seats, links, invitations and counts that have ended, and no others', async () => {
  const shop = await startShop();
  await makeOwner(shop);
  const { must } = await shop.openStore(shop);
  await must('POST /invite-member', { email: 'grace@example.com', role: 'viewer' });
  await openBrowser(shop).post('/account/sign-in', { email: 'x@example.com', password: 'x' });
  await ownerLink(shop);
  const sql = `INSERT INTO used_challenges (challenge_hash, expires_at) VALUES ('x', :at)`;
  await shop.db.write(null, async (tx) => tx.run(sql, { at: shop.now + 600_000 }));
  const tables = ['seats', 'sign_in_failures', 'used_challenges', 'owner_links', 'invitations'];
  const left = async () => {
    await shop.runJob('tidy');
    const counts: [string, number][] = [];
    for (const table of [...tables, 'known_devices']) {
      const rows = await shop.db.reader(null).all(`SELECT * FROM ${table}`);
      if (rows.length > 0) counts.push([table, rows.length]);
    }
    return Object.fromEntries(counts);
  };
  const all = { seats: 1, sign_in_failures: 2, used_challenges: 1, owner_links: 1 };
  assert.deepEqual(await left(), { ...all, invitations: 1, known_devices: 1 });
  shop.now += 3_600_000;
  const { used_challenges: _, owner_links: __, ...later } = all;
  assert.deepEqual(await left(), { ...later, invitations: 1, known_devices: 1 });
  shop.now += 24 * 3_600_000;
  assert.deepEqual(await left(), { invitations: 1, known_devices: 1 });
  shop.now += 7 * 24 * 3_600_000;
  assert.deepEqual(await left(), { known_devices: 1 });
  shop.now += 400 * 24 * 3_600_000;
  assert.deepEqual(await left(), {});
});
