import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /create-api-key';
const shop = await startShop();

test('200: the whole answer; the key works at once, and only a hash of it is kept', async () => {
  const { must } = await shop.openStore();
  const made = await must(OP, { name: 'Web shop', scope: 'read', expires_at: '2026-12-31' });
  const { api_key, key_id, ...rest } = made;
  assert.match(key_id, /^key_[0-9a-hjkmnp-tv-z]{28}$/);
  assert.match(api_key, /^kassa_test_[0-9a-hjkmnp-tv-z]{39}$/);
  assert.deepEqual(rest, {
    object: 'api_key',
    name: 'Web shop',
    hint: `${api_key.slice(0, 15)}…${api_key.slice(-4)}`,
    scope: 'read',
    status: 'good',
    last_used_on: null,
    expires_at: '2026-12-31T23:59:59.999Z',
    revoked_at: null,
    created_at: '2026-11-14T09:30:00.000Z',
  });
  const asked = await shop.call('GET /search-products', {}, { key: api_key });
  assert.equal(asked.status, 200);
  const refused = await shop.call(OP, { name: 'x' }, { key: api_key });
  assertRefused(refused, 403, 'api_key_scope');
  assert.ok(!(await shop.everything()).includes(api_key.slice(15, 40)));
});

test('200: sent twice with one Idempotency-Key, one key is made and answered both times', async () => {
  const { ask, must } = await shop.openStore();
  const headers = { 'idempotency-key': 'once' };
  const first = await ask(OP, { name: 'a' }, headers);
  const again = await ask(OP, { name: 'a' }, headers);
  assert.deepEqual(again.body, first.body);
  assert.equal((await must('GET /list-api-keys')).data.length, 2);
  assert.ok(!(await shop.everything()).includes(first.body.api_key));
});

test('400 invalid_parameters: no name, a scope that is none, an end that has passed', async () => {
  const { ask } = await shop.openStore();
  const before = await shop.everything();
  const refused = async (input: object, names: string[]) =>
    assertRefused(await ask(OP, input), 400, 'invalid_parameters', names);
  await refused({}, ['name']);
  for (const name of ['', ' ', 'a\nb', 'x'.repeat(101), 7, null]) await refused({ name }, ['name']);
  await refused({ name: 'x', scope: 'all' }, ['scope']);
  await refused({ name: 'x', expires_at: '2026-11-13' }, ['expires_at']);
  await refused({ name: 'x', expires_at: 'soon' }, ['expires_at']);
  assert.equal(await shop.everything(), before);
});

test('400 api_key_limit: a hundred can be used at a time, also when they are made at once', async () => {
  const { ask, must } = await shop.openStore();
  for (let n = 1; n < 98; n++) await must(OP, { name: `key ${n}` });
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(OP, { name: 'more' })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  const refused = await ask(OP, { name: 'one more' });
  assertRefused(refused, 400, 'api_key_limit', []);
  const [{ key_id }] = (await must('GET /list-api-keys')).data;
  await must('POST /revoke-api-key', { key_id });
  await must(OP, { name: 'one more' });
});
