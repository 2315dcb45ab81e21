import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isToAsk, unavailable, type ViesAnswer } from './vies.rules.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const answered = (status: ViesAnswer['status']): ViesAnswer => ({
  ...unavailable('x', 0),
  status,
});

test('a clear answer lasts 30 days, an outage ten minutes, and without one VIES is asked', () => {
  assert.equal(isToAsk(null, 0), true);
  for (const status of ['valid', 'invalid'] as const) {
    assert.equal(isToAsk(answered(status), 30 * DAY_MS - 1), false);
    assert.equal(isToAsk(answered(status), 30 * DAY_MS), true);
  }
  assert.equal(isToAsk(answered('unavailable'), 10 * MINUTE_MS - 1), false);
  assert.equal(isToAsk(answered('unavailable'), 10 * MINUTE_MS), true);
});

test('a reason is cut to a hundred characters', () => {
  assert.equal(unavailable('x'.repeat(5_000), 0).reason?.length, 100);
});
