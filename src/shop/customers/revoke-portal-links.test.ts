import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore } from '../../../test/harness/visits/visiting.ts';
import { HOUR_MS } from '../../platform/core/time.ts';

const shop = await startShop();

test('200: every link of the customer stops working, those of others do not, and a new one works', async () => {
  const { visit, must } = await openVisitedStore(shop);
  const links = [await visit('ada'), await visit('ada')];
  const grace = await visit('grace');
  const revoke = () => must('POST /revoke-portal-links', { customer_id: 'ada' });
  assert.deepEqual(await revoke(), { customer_id: 'ada', revoked: 2 });
  for (const { get, post } of links) {
    const gone = await get();
    assert.equal(gone.status, 404);
    assert.match(gone.text, /This link no longer works/);
    const before = await shop.everything();
    assert.equal((await post('/billing', { email: 'eve@example.com' })).status, 404);
    assert.equal(await shop.everything(), before);
  }
  assert.equal((await grace.get()).status, 200);
  assert.equal((await (await visit('ada')).get()).status, 200);
  assert.deepEqual(await revoke(), { customer_id: 'ada', revoked: 1 });
  assert.deepEqual(await revoke(), { customer_id: 'ada', revoked: 0 });
});

test('200: a link whose hour is over is not counted', async () => {
  const { visit, must } = await openVisitedStore(shop);
  await visit('ada');
  shop.now += HOUR_MS;
  await visit('ada');
  const { revoked } = await must('POST /revoke-portal-links', { customer_id: 'ada' });
  assert.equal(revoked, 1);
});

test('404 customer_not_found: nobody of that name, also when another store has one', async () => {
  const [one, other] = [await openVisitedStore(shop), await openVisitedStore(shop)];
  const ada = await one.visit('ada');
  const answer = await other.ask('POST /revoke-portal-links', { customer_id: 'ada' });
  assertRefused(answer, 404, 'customer_not_found');
  assert.equal((await ada.get()).status, 200);
});
