import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripe_facts } from './facts.ts';

const { hintOfKey, modeOfKey, whyNotKey } = stripe_facts;

test('whyNotKey: secret and restricted keys of either mode, and nothing else', () => {
  for (const key of ['sk_test_4242424242', 'rk_live_42AB42ab42', 'sk_live_51H_abcdefgh']) {
    assert.equal(whyNotKey(key), undefined);
  }
  const others = ['', 'sk_test_', 'sk_test_short', 'pk_live_4242424242', 'whsec_4242424242'];
  const odd = [
    'rk_test_4242 4242',
    'rk_test_4242\n4242',
    'RK_TEST_4242424242',
    'kassa_test_42424242',
  ];
  for (const key of [...others, ...odd, `sk_test_${'4'.repeat(300)}`]) {
    assert.equal(typeof whyNotKey(key), 'string', key);
  }
});

test('hintOfKey and modeOfKey: the kind, the mode, and the last four characters', () => {
  assert.equal(hintOfKey('rk_live_51Pgaf1234ABCD'), 'rk_live_…ABCD');
  assert.equal(hintOfKey('sk_test_51Pgaf1234abcd'), 'sk_test_…abcd');
  assert.equal(modeOfKey('rk_live_51Pgaf1234ABCD'), 'live');
  assert.equal(modeOfKey('sk_test_51Pgaf1234abcd'), 'test');
});
