import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const OP = 'GET /list-api-keys';
const shop = await startShop();

test('200: the keys of this store alone, newest first and in pages; never a key itself', async () => {
  const { must, key } = await shop.openStore();
  const made = await must('POST /create-api-key', { name: 'Web shop', scope: 'read' });
  await shop.makeStore('live');
  const { data } = await must(OP);
  const { api_key, ...shown } = made;
  assert.deepEqual(data[0], shown);
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['Web shop', ''],
  );
  const text = JSON.stringify(data);
  assert.ok(!(text.includes(api_key) || text.includes(key)));
  const first = await must(OP, { limit: 1 });
  const second = await must(OP, { limit: 1, cursor: first.next_cursor });
  assert.deepEqual([...first.data, ...second.data], data);
  assert.equal(second.has_more, false);
});

test('200: a key says whether it has ended, by real time', async () => {
  const { must, advance } = await shop.openStore();
  const expires_at = new Date(shop.now + 60_000).toISOString();
  const { key_id } = await must('POST /create-api-key', { name: 'Short', expires_at });
  const statusOf = async () =>
    (await must(OP)).data.find((one: { key_id: string }) => one.key_id === key_id).status;
  await advance('P1D');
  assert.equal(await statusOf(), 'good');
  shop.now += 60_000;
  assert.equal(await statusOf(), 'expired');
  shop.now -= 60_000;
});

test('200: the day of the last use is known, and written once a day', async () => {
  const { must, key } = await shop.openStore();
  const mine = async () => (await must(OP)).data[0].last_used_on;
  assert.equal(await mine(), null);
  await shop.runJob('key-use');
  assert.equal(await mine(), '2026-11-14');
  shop.now += 86_400_000;
  await shop.call('GET /get-store', {}, { key });
  await shop.runJob('key-use');
  assert.equal(await mine(), '2026-11-15');
  shop.now -= 86_400_000;
  await shop.call('GET /get-store', {}, { key });
  await shop.runJob('key-use');
  assert.equal(await mine(), '2026-11-15', 'it does not go back');
});
