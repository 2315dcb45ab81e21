import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const OP = 'POST /get-webhook-secret';
const READABLE = { url: 'https://example.com/hook', format: 'creem', secret_readable: true };

const shop = await startShop();

test('200: the secret that signs now, each time, and the audit log says who asked, without it', async () => {
  const { must } = await shop.openStore();
  const { webhook_id, secret } = await must('POST /create-webhook', READABLE);
  const answer = { object: 'webhook_secret', webhook_id };
  assert.deepEqual(await must(OP, { webhook_id }), { ...answer, secret });
  assert.deepEqual(await must(OP, { webhook_id }), { ...answer, secret });
  const change = { webhook_id, rotate_secret: true };
  const { secret: newer } = await must('POST /update-webhook', change);
  assert.notEqual(newer, secret);
  assert.deepEqual(await must(OP, { webhook_id }), { ...answer, secret: newer });
  const { data } = await must('GET /list-audit-entries', { limit: 100 });
  const asked = data.filter(({ action }: { action: string }) => action === '/get-webhook-secret');
  assert.equal(asked.length, 3);
  assert.ok(JSON.stringify(asked).includes(webhook_id));
  const stored = await shop.everything();
  for (const one of [secret, newer]) assert.ok(!stored.includes(one.slice(6)));
});

test('404 webhook_not_found: none with this identifier, one that was deleted, or one of another store', async () => {
  const { ask, must } = await shop.openStore();
  const other = await shop.openStore();
  const { webhook_id } = await must('POST /create-webhook', READABLE);
  assertRefused(await other.ask(OP, { webhook_id }), 404, 'webhook_not_found');
  await must('DELETE /delete-webhook', { webhook_id });
  assertRefused(await ask(OP, { webhook_id }), 404, 'webhook_not_found');
  assertRefused(await ask(OP, { webhook_id: 'wh_none' }), 404, 'webhook_not_found');
});

test('400 secret_not_readable: of any that was not made so, whatever its format is or becomes', async () => {
  const { ask, must } = await shop.openStore();
  const { url } = READABLE;
  const { webhook_id } = await must('POST /create-webhook', { url });
  assertRefused(await ask(OP, { webhook_id }), 400, 'secret_not_readable');
  await must('POST /update-webhook', { webhook_id, format: 'creem' });
  assertRefused(await ask(OP, { webhook_id }), 400, 'secret_not_readable');
  const other = await must('POST /create-webhook', { url, format: 'creem' });
  assertRefused(await ask(OP, { webhook_id: other.webhook_id }), 400, 'secret_not_readable');
});

test('403 api_key_scope: only with a key that may do everything', async () => {
  const { must } = await shop.openStore();
  const { webhook_id } = await must('POST /create-webhook', READABLE);
  for (const scope of ['read', 'license']) {
    const { api_key } = await must('POST /create-api-key', { name: scope, scope });
    const answer = await shop.call(OP, { webhook_id }, { key: api_key });
    assertRefused(answer, 403, 'api_key_scope');
  }
});
