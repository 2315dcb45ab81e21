import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinRefundLimit } from './refund-limit.rules.ts';

const REFUND = { path: '/refund-transaction' };
const CANCEL = { path: '/cancel-subscription' };

test('whoever has no limit asks for what they want', () => {
  const input = { transaction_id: 't', refunded_max: 900 };
  assert.equal(withinRefundLimit(REFUND, input, null), input);
  const cancel = { subscription_id: 's', refund: 'full' };
  assert.equal(withinRefundLimit(CANCEL, cancel, null), cancel);
});

test('a refund is held to the limit, with or without an amount, whatever was sent', () => {
  for (const input of [{}, { amount: 5 }, { refunded_max: 900 }]) {
    assert.deepEqual(withinRefundLimit(REFUND, input, 50), { ...input, refunded_max: 50 });
  }
  assert.deepEqual(withinRefundLimit(REFUND, {}, 0), { refunded_max: 0 });
});

test('with a limit, a subscription is canceled without a refund or not at all', () => {
  for (const input of [{}, { refund: undefined }, { refund: 'none' }]) {
    assert.equal(withinRefundLimit(CANCEL, input, 50), input);
  }
  for (const refund of ['full', 'prorated']) {
    assert.equal(withinRefundLimit(CANCEL, { refund }, 50), undefined);
  }
});

test('other operations are left alone', () => {
  const input = { amount: 5 };
  assert.equal(withinRefundLimit({ path: '/get-transactions' }, input, 0), input);
});
