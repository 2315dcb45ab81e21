import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: a test store without a mail server keeps the mail for reading', async () => {
  const { status, body } = await shop.call('POST /send-test-mail', { to: 'Ada@example.com' });
  assert.equal(status, 200);
  const { mail_id, message_id, created_at, ...rest } = body;
  assert.match(mail_id, /^mail_[0-9a-z]{28}$/);
  assert.equal(message_id, `<${mail_id}@localhost>`);
  assert.equal(created_at, '2026-11-14T09:30:00.000Z');
  assert.deepEqual(rest, {
    object: 'mail',
    kind: 'test',
    status: 'kept',
    customer_id: null,
    to: 'Ada@example.com',
    language: 'en',
    attachments: [],
    resend_of: null,
    attempts: 0,
    response: null,
    last_attempt_at: null,
    next_attempt_at: null,
    sent_at: null,
  });
});

test('200: a live store without a mail server waits three days for one, and then gives up', async () => {
  const { api_key: key } = await shop.makeStore('live');
  const { body } = await shop.call('POST /send-test-mail', { to: 'ada@example.com' }, { key });
  assert.equal(body.status, 'queued');
  await shop.runJob('mails');
  const { mail_id } = body;
  assert.equal((await shop.call('GET /get-mail', { mail_id }, { key })).body.status, 'queued');
  shop.now += 3 * 24 * 3600_000;
  await shop.runJob('mails');
  const after = (await shop.call('GET /get-mail', { mail_id }, { key })).body;
  assert.equal(after.status, 'failed');
  assert.match(after.response, /KASSA_SMTP_URL/);
});

test('400: an address that would mean something else in the header of a mail is refused, and nothing is stored', async () => {
  const before = await shop.everything();
  for (const to of [
    'a,b@example.com',
    '"a"@example.com',
    'a<b@example.com',
    'ada',
    'a\r\nb@x.de',
  ]) {
    const answer = await shop.call('POST /send-test-mail', { to });
    assertRefused(answer, 400, 'invalid_parameters', ['to']);
  }
  assert.equal(await shop.everything(), before);
});
