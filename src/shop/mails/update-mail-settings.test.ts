import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { turnInto } from '../../../test/harness/visits/mails.ts';

const shop = await startShop();
const update = (input: object) => shop.call('POST /update-mail-settings', input);

test('200: what is sent changes and the rest stays; null takes the built-in words again', async () => {
  const own = { subject: { en: 'Your {product}', de: '{product} ist da' } };
  const first = await update({ reply_to: 'help@example.com', kinds: { purchase: own } });
  assert.equal(first.status, 200, first.text);
  const { body } = await update({
    from_name: 'The Shop',
    kinds: {
      purchase: { subject: { de: null }, greeting: { en: 'Hi {name}!' } },
      renewal: { enabled: false },
    },
  });
  assert.equal(body.reply_to, 'help@example.com');
  assert.equal(body.from_name, 'The Shop');
  assert.deepEqual(body.kinds.purchase, {
    enabled: true,
    subject: { en: 'Your {product}' },
    greeting: { en: 'Hi {name}!' },
  });
  assert.equal(body.kinds.renewal.enabled, false);
  assert.equal(body.kinds.refunded.enabled, true);
  assert.deepEqual((await shop.call('GET /get-mail-settings', {})).body, body);
});

test('400: gaps that nobody can fill, line breaks and addresses that are none are named, and nothing is stored', async () => {
  const before = await shop.everything();
  const purchase = { subject: { en: 'For {email}' }, greeting: { fr: 'Bonjour {}' } };
  assertRefused(
    await update({ kinds: { purchase }, reply_to: 'a,b@example.com' }),
    ...([400, 'invalid_parameters'] as const),
    ['kinds.purchase.subject.en', 'kinds.purchase.greeting.fr', 'reply_to'],
  );
  for (const subject of ['a\r\nBcc: eve@example.com', '\u2028', 'x'.repeat(151), '']) {
    const answer = await update({ kinds: { purchase: { subject: { en: subject } } } });
    assert.equal(answer.status, 400, subject);
  }
  for (const input of [
    { kinds: { test: {} } },
    { kinds: { purchase: { subject: { xx: 'a' } } } },
  ]) {
    assertRefused(await update(input), 400, 'unknown_parameter');
  }
  for (const input of [{ from_name: 'a\nb' }, { language: 'xx' }, { renewal_notice_days: 0 }]) {
    assertRefused(await update(input), 400, 'invalid_parameters', Object.keys(input));
  }
  assert.equal(await shop.everything(), before);
});

test('200: the language of the store, if it has one, is that of its mails', async () => {
  await update({ language: 'de' });
  const { body } = await shop.call('POST /send-test-mail', { to: 'a@example.com', language: 'fr' });
  assert.equal(body.language, 'de');
  await update({ language: null });
});

test('200: the own words are used where their gaps can be filled in', async () => {
  const { mail_id } = (await shop.call('POST /send-test-mail', { to: 'a@example.com' })).body;
  await turnInto(shop, mail_id, 'purchase');
  const greeting = { en: 'Hi {name}!' };
  await update({ kinds: { purchase: { subject: { en: '{product} <3' }, greeting } } });
  const { subject, text, html } = (await shop.call('GET /get-mail', { mail_id })).body;
  assert.equal(subject, 'Photo editor Pro <3');
  assert.ok(html.includes('Photo editor Pro &lt;3'));
  assert.match(text, /^Hello,/, 'this customer has no name');
});
