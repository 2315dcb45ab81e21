import assert from 'node:assert/strict';
import { test } from 'node:test';
import { row } from '../../../test/harness/sales/subscription-row.ts';
import { isRenewalNoticeDue, renewalNoticeAt } from './renewal-notice.rules.ts';

const DAY = 86_400_000;
const END = Date.parse('2027-11-14T09:30:00.000Z');
const yearly = row({ billing_interval: 'year', current_period_end: END });

test('the renewal of a plan of a year or longer is announced, of others not', () => {
  const cases = [
    ['year', 1, true],
    ['year', 2, true],
    ['month', 12, true],
    ['month', 11, false],
    ['week', 52, true],
    ['week', 51, false],
    ['day', 365, true],
    ['day', 30, false],
  ] as const;
  for (const [billing_interval, billing_interval_count, is_told] of cases) {
    const other = { ...yearly, billing_interval, billing_interval_count };
    const at = is_told ? END - 60 * DAY : undefined;
    assert.equal(renewalNoticeAt(other), at, `${billing_interval_count} ${billing_interval}`);
  }
});

test('only what renews is announced: not what is paused, past due, on trial, canceled or ends', () => {
  for (const status of ['paused', 'past_due', 'trialing', 'canceled'] as const) {
    assert.equal(renewalNoticeAt({ ...yearly, status }), undefined, status);
  }
  assert.equal(renewalNoticeAt({ ...yearly, cancel_at_period_end: 1 }), undefined);
});

test('once told, it is told again only if the period ends later', () => {
  const waiting = { ...yearly, notice_after: END - 14 * DAY };
  assert.equal(isRenewalNoticeDue(waiting, END - 14 * DAY - 1), false);
  assert.equal(isRenewalNoticeDue(waiting, END - 14 * DAY), true);
  const told = { ...yearly, notice_after: END };
  assert.equal(renewalNoticeAt(told), undefined);
  assert.equal(renewalNoticeAt({ ...told, current_period_end: END + 90 * DAY }), END + 30 * DAY);
});
