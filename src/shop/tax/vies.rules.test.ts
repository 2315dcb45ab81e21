import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerToKeep, isToAsk, pauseAfter, unavailable, type ViesAnswer } from './vies.rules.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const answered = (status: ViesAnswer['status']): ViesAnswer => ({
  ...unavailable('x', 0),
  status,
});

test('a number that is entered is asked about after 30 days, or ten minutes if the answer was no yes', () => {
  assert.equal(isToAsk(null, 0), true);
  assert.equal(isToAsk(answered('valid'), 30 * DAY_MS - 1), false);
  assert.equal(isToAsk(answered('valid'), 30 * DAY_MS), true);
  for (const status of ['unavailable', 'invalid'] as const) {
    assert.equal(isToAsk(answered(status), 10 * MINUTE_MS - 1), false);
    assert.equal(isToAsk(answered(status), 10 * MINUTE_MS), true);
  }
});

test('the job asks again after a month, or after an outage as long as it lasts, at most six hours', () => {
  const none = answered('unavailable');
  assert.equal(pauseAfter(null, answered('valid'), 0), 30 * DAY_MS);
  assert.equal(pauseAfter(none, answered('invalid'), 0), 30 * DAY_MS);
  assert.equal(pauseAfter(null, none, 0), 10 * MINUTE_MS);
  assert.equal(pauseAfter(none, none, 45 * MINUTE_MS), 45 * MINUTE_MS);
  assert.equal(pauseAfter(answered('valid'), none, 30 * DAY_MS), 360 * MINUTE_MS);
});

test('an answer that says nothing replaces no other', () => {
  const [none, yes, no] = [answered('unavailable'), answered('valid'), answered('invalid')];
  assert.equal(answerToKeep(null, none), none);
  assert.equal(answerToKeep(yes, none), yes);
  assert.equal(answerToKeep(yes, no), no);
  assert.equal(answerToKeep(none, yes), yes);
});

test('a reason is cut to a hundred characters', () => {
  assert.equal(unavailable('x'.repeat(5_000), 0).reason?.length, 100);
});
