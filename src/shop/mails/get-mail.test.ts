import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: a mail with what it says, as HTML and as plain text', async () => {
  const sent = (await shop.call('POST /send-test-mail', { to: 'ada@example.com' })).body;
  const { body } = await shop.call('GET /get-mail', { mail_id: sent.mail_id });
  const { subject, html, text, ...record } = body;
  assert.deepEqual(record, sent);
  assert.match(subject, /\w/);
  assert.match(html, /^<!doctype html>/i);
  assert.match(text, /\w/);
  assert.doesNotMatch(text, /<p>/);
});

test('404 mail_not_found: an unknown mail, and one of another store', async () => {
  const other = await shop.makeStore('test');
  const input = { to: 'ada@example.com' };
  const { mail_id } = (await shop.call('POST /send-test-mail', input, { key: other.api_key })).body;
  for (const asked of [mail_id, 'mail_nobody']) {
    assertRefused(await shop.call('GET /get-mail', { mail_id: asked }), 404, 'mail_not_found');
  }
});
