import assert from 'node:assert/strict';
import { test } from 'node:test';
import { licenseTermsJson, parseLicenseTerms } from './license-terms.rules.ts';

test('terms are read as they are kept; a product without a license has none', () => {
  const terms = { activation_limit: 3, valid_days: null, certificate_days: 90 };
  assert.deepEqual(parseLicenseTerms(licenseTermsJson(terms)), terms);
  assert.equal(parseLicenseTerms(null), null);
  for (const none of [null, undefined]) assert.equal(licenseTermsJson(none), null);
});

test('what is left out, or was kept before there were certificate_days, is the default', () => {
  const all = { activation_limit: null, valid_days: null, certificate_days: 30 };
  assert.deepEqual(parseLicenseTerms(licenseTermsJson({})), all);
  assert.deepEqual(parseLicenseTerms(licenseTermsJson({ certificate_days: null })), all);
  const old = '{"activation_limit":2,"valid_days":365}';
  assert.deepEqual(parseLicenseTerms(old), {
    activation_limit: 2,
    valid_days: 365,
    certificate_days: 30,
  });
});
