import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termsIn, termsText } from './license-terms.rules.ts';

test('terms are read as they are kept; a product without a license has none', () => {
  const terms = { activation_limit: 3, valid_days: null, certificate_days: 90 };
  assert.deepEqual(termsIn(termsText(terms)), terms);
  assert.equal(termsIn(null), null);
  for (const none of [null, undefined]) assert.equal(termsText(none), null);
});

test('what is left out, or was kept before there were certificate_days, is the default', () => {
  const all = { activation_limit: null, valid_days: null, certificate_days: 30 };
  assert.deepEqual(termsIn(termsText({})), all);
  assert.deepEqual(termsIn(termsText({ certificate_days: null })), all);
  const old = '{"activation_limit":2,"valid_days":365}';
  assert.deepEqual(termsIn(old), { activation_limit: 2, valid_days: 365, certificate_days: 30 });
});
