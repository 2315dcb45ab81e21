import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../test/harness.ts';

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
