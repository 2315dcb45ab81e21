import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: the settings of a store that never changed them: each mail on, in our words, in the language of the buyer', async () => {
  const { status, body } = await shop.call('GET /get-mail-settings', {});
  assert.equal(status, 200);
  const { kinds, ...rest } = body;
  assert.deepEqual(rest, {
    object: 'mail_settings',
    can_send: false,
    enabled: true,
    from_name: null,
    reply_to: null,
    language: null,
    renewal_notice_days: 14,
  });
  assert.equal(Object.keys(kinds).length, 13);
  for (const kind of Object.values(kinds)) {
    assert.deepEqual(kind, { enabled: true, subject: {}, greeting: {} });
  }
});
