import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { accentColors } from '../store/accent.rules.ts';

const shop = await startShop();
const preview = (input: object) => shop.call('GET /preview-mail', input);

test('200: a mail with made-up data, in the words of the store or in those that are tried', async () => {
  const before = await shop.everything();
  const usual = (await preview({ kind: 'purchase' })).body;
  assert.equal(usual.subject, 'Your purchase: Photo editor Pro');
  assert.match(usual.text, /Hello Ada Lovelace/);
  assert.match(usual.text, /KASSA-/);
  assert.match(usual.html, /^<!doctype html>/);
  const german = (await preview({ kind: 'purchase', language: 'de' })).body;
  assert.match(german.html, /<html lang="de"/);
  const tried = { kind: 'purchase', subject: '{product} from {store}', greeting: 'Hey {name}!' };
  const { subject, text } = (await preview(tried)).body;
  assert.match(subject, /^Photo editor Pro from test \w+$/);
  assert.match(text, /^Hey Ada Lovelace!/);
  assert.equal((await preview({ kind: 'test', subject: 'Mine' })).status, 200);
  assert.equal(await shop.everything(), before);
});

test('400: an unknown kind, and gaps that nobody can fill', async () => {
  assertRefused(await preview({ kind: 'spam' }), 400, 'invalid_parameters', ['kind']);
  const wrong = { kind: 'purchase', subject: '{password}', greeting: '{key}' };
  assertRefused(await preview(wrong), 400, 'invalid_parameters', ['subject', 'greeting']);
});

test('200: buttons and links have the colour of the store, made legible, and no picture is loaded', async () => {
  const { must } = await shop.openStore();
  const usual = await must('GET /preview-mail', { kind: 'purchase' });
  await must('POST /update-store', { accent_color: '#ffe600' });
  const { html } = await must('GET /preview-mail', { kind: 'purchase' });
  const { light, dark } = accentColors('#ffe600');
  assert(html.includes(`background-color:${light.accent};color:${light.on_accent};`));
  assert(html.includes(`.link { color: ${dark.accent_text} !important; }`));
  assert.doesNotMatch(html, /<img|url\(|#1a56c4/);
  await must('POST /update-store', { accent_color: null });
  assert.deepEqual(await must('GET /preview-mail', { kind: 'purchase' }), usual);
});
