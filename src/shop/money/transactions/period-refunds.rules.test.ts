import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  afterCounting,
  afterReversal,
  afterUndoneInChange,
  afterUndoneReversal,
  countAllRefunds,
  failedSinceCounted,
  NO_REFUNDS,
  type PaidPeriod,
  paidBackAtEndMinor,
  withFailedRefunds,
} from './period-refunds.rules.ts';

/** A month that was paid with 20. */
const MONTH: PaidPeriod = {
  current_period_start: 0,
  paid_since: 0,
  rest_refunded_minor: 0,
  period_paid_minor: 2000,
  period_refunds: NO_REFUNDS,
  end_refund: null,
};
const RE_1 = { of: 're_1', payment_id: 'txn_1', rest_minor: 500 };
const REFUNDED = afterReversal(MONTH, RE_1);

/** The change to a larger plan: 8 for unused time, less the 5 that were refunded, and 16. */
const CHANGE = {
  ...countAllRefunds(REFUNDED, 800),
  current_period_start: 0,
  period_paid: { add_minor: 1600 - 300 },
};
const CHANGED: PaidPeriod = { ...REFUNDED, ...afterCounting(REFUNDED, CHANGE) };

test('a refund of 5 leaves 15 of 20; if it fails, 20 are paid again', () => {
  assert.equal(REFUNDED.period_paid_minor, 1500);
  assert.equal(REFUNDED.rest_refunded_minor, 500);
  assert.deepEqual(afterUndoneReversal(REFUNDED, RE_1), { period: MONTH, left_minor: 0 });
});

test('a part of a refund that fails leaves the other part, and two refunds are undone alone', () => {
  const part = afterUndoneReversal(REFUNDED, { of: 're_1', rest_minor: 200 }).period;
  assert.equal(part.period_paid_minor, 1700);
  assert.equal(part.rest_refunded_minor, 300);
  const twice = afterReversal(REFUNDED, { ...RE_1, of: 're_2', rest_minor: 700 });
  assert.equal(afterUndoneReversal(twice, RE_1).period.period_paid_minor, 1300);
});

test('a change that counts a refund of 5 returns 3 of 8 unused: with 16 for the new plan, 28 are paid', () => {
  assert.equal(CHANGED.period_paid_minor, 2800);
  assert.equal(CHANGED.rest_refunded_minor, 0);
  assert.equal(CHANGED.period_refunds, NO_REFUNDS);
});

test('if that refund fails later, the change has withheld 5 and counts none any more', () => {
  assert.equal(afterUndoneReversal(CHANGED, RE_1).left_minor, 500);
  const undone = afterUndoneInChange(CHANGED, CHANGE, RE_1);
  assert.equal(undone.withheld_minor, 500);
  assert.equal(undone.left_minor, 0);
  assert.equal(undone.change.counted_refunds_minor, 0);
  assert.deepEqual(undone.change.counted_refunds, []);
  // 20 and 13 were paid, and 5 of it became credit.
  assert.equal(undone.period.period_paid_minor, 2800);
});

test('a change withholds no more than the unused time it would have returned', () => {
  const change = { ...CHANGE, unused_minor: 200 };
  assert.equal(afterUndoneInChange(CHANGED, change, RE_1).withheld_minor, 200);
});

test('of a new period of 120, 5 were refunded while it was being paid for: 115 are paid', () => {
  const none = countAllRefunds(MONTH, 0);
  const year = afterCounting(REFUNDED, { ...none, period_paid: { new_minor: 12_000 } });
  assert.equal(year.period_paid_minor, 11_500);
  assert.equal(year.rest_refunded_minor, 500);
  const counted = afterCounting(REFUNDED, { ...CHANGE, period_paid: { new_minor: 12_000 } });
  assert.equal(counted.period_paid_minor, 12_000);
});

test('of a counted refund of 5, of which the period knows 2, 3 have failed', () => {
  const { period } = afterUndoneReversal(REFUNDED, { of: 're_1', rest_minor: 300 });
  const failed = failedSinceCounted(period, CHANGE);
  assert.deepEqual(
    failed.map(({ of, rest_minor, paid_minor }) => ({ of, rest_minor, paid_minor })),
    [{ of: 're_1', rest_minor: 300, paid_minor: 300 }],
  );
  const { period_paid_minor, rest_refunded_minor } = withFailedRefunds(period, failed);
  assert.deepEqual([period_paid_minor, rest_refunded_minor], [1500, 500]);
});

test('a cancel pays 3 of 8 unused, and 8 once the refund of 5 has failed; records keep their form', () => {
  const end_refund = JSON.stringify({ how: 'prorated', unused_minor: 800 });
  assert.equal(paidBackAtEndMinor({ ...REFUNDED, end_refund }), 300);
  assert.equal(paidBackAtEndMinor({ ...MONTH, end_refund }), 800);
  assert.equal(paidBackAtEndMinor({ ...REFUNDED, end_refund: '{"how":"full"}' }), 1500);
  assert.equal(paidBackAtEndMinor(REFUNDED), 0);
});
