import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { errorOf } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /revoke-api-key';
const shop = await startShop({ clock: Date.now });

test('200: it is refused within a second, on another server too; again changes nothing', async () => {
  const { must } = await shop.openStore();
  const { key_id, api_key } = await must('POST /create-api-key', { name: 'Old' });
  const use = () => shop.call('GET /get-store', {}, { key: api_key });
  assert.equal((await use()).status, 200);
  await shop.runJob('key-use');
  const revoked = await must(OP, { key_id });
  assert.equal(revoked.status, 'revoked');
  await setTimeout(1_000);
  assertRefused(await use(), 403, 'api_key_invalid');
  const before = await shop.everything();
  assert.deepEqual(await must(OP, { key_id }), revoked);
  assert.equal(await shop.everything(), before);
});

test('404 api_key_not_found: none, or one of another store, which is the same and goes on working', async () => {
  const { ask } = await shop.openStore();
  const other = await shop.openStore();
  const theirs = await other.must('POST /create-api-key', { name: 'Theirs' });
  const missing = await ask(OP, { key_id: 'key_nothing' });
  assertRefused(missing, 404, 'api_key_not_found', []);
  assert.deepEqual(errorOf(await ask(OP, { key_id: theirs.key_id })), errorOf(missing));
  assert.equal((await other.must('GET /list-api-keys')).data[0].status, 'good');
});

test('400 api_key_own: a key does not revoke itself; nothing is stored', async () => {
  const { ask, must } = await shop.openStore();
  const [{ key_id }] = (await must('GET /list-api-keys')).data;
  const before = await shop.everything();
  assertRefused(await ask(OP, { key_id }), 400, 'api_key_own', []);
  assert.equal(await shop.everything(), before);
  await must('GET /get-store');
});
