import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsToWait } from './waiting.rules.ts';

test('after five wrong tries of an account the waits double, to fifteen minutes at most', () => {
  const waits = [0, 4, 5, 6, 7, 8, 12, 13, 100, 100_000].map((failures) =>
    secondsToWait('account', { failures, failed_at: 1000 }, 1000),
  );
  assert.deepEqual(waits, [0, 0, 5, 10, 20, 40, 640, 900, 900, 900]);
});

test('a wait ends, and tries are forgotten', () => {
  const found = { failures: 7, failed_at: 1000 };
  assert.equal(secondsToWait('account', found, 1000 + 19_999), 1);
  assert.equal(secondsToWait('account', found, 1000 + 20_000), 0);
  assert.equal(secondsToWait('address', { failures: 30, failed_at: 0 }, 3_600_000), 0);
  assert.equal(secondsToWait('account', undefined, 1000), 0);
});
