import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();
const send = async (to: string) => (await shop.call('POST /send-test-mail', { to })).body;

test('200: mails of the store, newest first, by kind and status and in pages', async () => {
  const mails = [];
  for (const name of ['ada', 'bob', 'eve']) mails.unshift(await send(`${name}@example.com`));
  const list = async (input: object) => (await shop.call('GET /list-mails', input)).body;
  const all = await list({});
  assert.deepEqual(all.data, mails);
  assert.equal(all.has_more, false);
  assert.deepEqual((await list({ kind: 'test', status: 'kept' })).data, mails);
  assert.deepEqual((await list({ status: 'sent' })).data, []);
  assert.deepEqual((await list({ to: 'bob@example.com' })).data, [mails[1]]);
  assert.deepEqual((await list({ to: 'bob@example.com', kind: 'test' })).data, [mails[1]]);
  assert.deepEqual((await list({ to: 'bob' })).data, []);
  assert.deepEqual((await list({ customer_id: 'user_42' })).data, []);
  const first = await list({ limit: 2 });
  assert.deepEqual(first.data, mails.slice(0, 2));
  const rest = await list({ limit: 2, cursor: first.next_cursor });
  assert.deepEqual(rest.data, mails.slice(2));
});

test('200: what was sent is forgotten after 90 days', async () => {
  await send('ada@example.com');
  const status = async () => (await shop.call('GET /list-mails', {})).body.data.length;
  shop.now += 89 * 24 * 3600_000;
  await shop.runJob('tidy');
  assert.notEqual(await status(), 0);
  shop.now += 24 * 3600_000;
  await shop.runJob('tidy');
  assert.equal(await status(), 0);
});
