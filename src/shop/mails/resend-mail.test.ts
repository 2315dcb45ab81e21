import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { turnInto } from '../../../test/harness/visits/mails.ts';

const shop = await startShop();
const send = async (key = shop.api_key): Promise<{ mail_id: string }> =>
  (await shop.call('POST /send-test-mail', { to: 'ada@example.com' }, { key })).body;
const resend = (input: object, key = shop.api_key) =>
  shop.call('POST /resend-mail', input, { key });

test('200: the same mail once more, with a Message-ID of its own, also to another address', async () => {
  const first = await send();
  const { mail_id } = first;
  const again = (await resend({ mail_id })).body;
  assert.notEqual(again.mail_id, mail_id);
  assert.equal(again.message_id, `<${again.mail_id}@localhost>`);
  assert.deepEqual(again, {
    ...first,
    mail_id: again.mail_id,
    message_id: again.message_id,
    resend_of: mail_id,
  });
  const elsewhere = (await resend({ mail_id, to: 'ada@example.org' })).body;
  assert.equal(elsewhere.to, 'ada@example.org');
  const said = async (id: string) => (await shop.call('GET /get-mail', { mail_id: id })).body.text;
  assert.equal(await said(elsewhere.mail_id), await said(mail_id));
  assertRefused(await resend({ mail_id, to: 'a,b@example.org' }), 400, 'invalid_parameters', [
    'to',
  ]);
});

test('404 mail_not_found: an unknown mail', async () => {
  assertRefused(await resend({ mail_id: 'mail_nobody' }), 404, 'mail_not_found');
});

test('400 mail_pending: one that is still waiting is not queued twice', async () => {
  const { api_key } = await shop.makeStore('live');
  const { mail_id } = await send(api_key);
  const before = await shop.everything();
  assertRefused(await resend({ mail_id }, api_key), 400, 'mail_pending');
  assert.equal(await shop.everything(), before);
});

test('400 mail_outdated: its link is forgotten or has expired', async () => {
  const { mail_id } = await send();
  await turnInto(shop, mail_id, 'sign_in', { secret_names: ['link_url'] });
  assertRefused(await resend({ mail_id }), 400, 'mail_outdated');
  await turnInto(shop, mail_id, 'sign_in', { send_before: shop.now });
  assertRefused(await resend({ mail_id }), 400, 'mail_outdated');
  await turnInto(shop, mail_id, 'sign_in', { send_before: shop.now + 1 });
  assert.equal((await resend({ mail_id })).status, 200);
});

test('400 mail_switched_off: such mails are switched off', async () => {
  const { mail_id } = await send();
  await turnInto(shop, mail_id, 'renewal');
  await shop.call('POST /update-mail-settings', { kinds: { renewal: { enabled: false } } });
  assertRefused(await resend({ mail_id }), 400, 'mail_switched_off');
});
