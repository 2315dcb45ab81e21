import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { makeStore } from './make-store.ts';

const OP = 'POST /create-store';
const shop = await startShop();

test('200: an empty store beside this one, which its own audit log begins with', async () => {
  const { must, store_id } = await shop.openStore();
  const made = await must(OP, { name: 'Lumen Labs' });
  assert.deepEqual([made.object, made.name, made.mode], ['store', 'Lumen Labs', 'test']);
  assert.notEqual(made.store_id, store_id);
  assert.match(made.dashboard_url, /^https:\/\/localhost:\d+\/dashboard\/\d+$/);
  const [entry] = (await must('GET /list-audit-entries')).data;
  assert.deepEqual([entry.action, entry.target], ['/create-store', made.store_id]);
  const rows = await shop.db
    .reader({ store_id: made.store_id })
    .all<{ action: string }>('SELECT action FROM audit_entries WHERE store_id = :store_id');
  assert.deepEqual(rows, [{ action: '/create-store' }]);
  await shop.assertRight();
});

test('403 owners_only: no key makes a live store, that of a live one neither, and nothing is stored', async () => {
  for (const mode of ['test', 'live'] as const) {
    const { ask } = await shop.openStore(await shop.makeStore(mode));
    const before = await shop.everything();
    assertRefused(await ask(OP, { name: 'Mine', mode: 'live' }), 403, 'owners_only');
    assert.equal(await shop.everything(), before);
  }
});

test('200: two stores may have one name, as no key learns which names others have', async () => {
  const { must } = await shop.openStore();
  const made = await Promise.all([1, 2, 3].map(() => must(OP, { name: 'Twins' })));
  assert.equal(new Set(made.map(({ store_id }) => store_id)).size, 3);
  await shop.assertRight();
});

test('400 invalid_parameters: a name of nothing, and a mode that is none', async () => {
  const { ask } = await shop.openStore();
  const answer = await ask(OP, { name: ' ', mode: 'demo' });
  assertRefused(answer, 400, 'invalid_parameters', ['name', 'mode']);
});

test('400 store_limit: with 100 stores there is no further one', async () => {
  const { ask } = await shop.openStore();
  await shop.db.write(null, async (tx) => {
    const found = await tx.maybe<{ stores: number }>('SELECT COUNT(*) AS stores FROM stores');
    for (let at = found?.stores ?? 0; at < 100; at++) {
      await makeStore(tx, { name: `Number ${at}`, mode: 'test', now: shop.now });
    }
  });
  assertRefused(await ask(OP, { name: 'One more' }), 400, 'store_limit');
});
