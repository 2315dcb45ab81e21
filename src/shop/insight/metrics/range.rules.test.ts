import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayText } from '../../figures/day.rules.ts';
import { type Interval, rangeOf } from './range.rules.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');

/** `first to last, number of them; previous first to last`. */
function inShort(interval: Interval, from?: string, to?: string): string {
  const range = rangeOf({ interval, ...(from && { from }), ...(to && { to }) }, NOW);
  if ('param' in range) return `${range.param} ${range.message}`;
  const { previous, starts } = range;
  const [first, last] = [dayText(range.from), dayText(range.to)];
  return `${first} ${last} ${starts.length}; ${dayText(previous.from)} ${dayText(previous.to)}`;
}

test('what is asked for becomes whole weeks or months up to the last day, and as many before', () => {
  const table: [string, Interval, string?, string?][] = [
    ['2026-10-18 2026-11-16 30; 2026-09-18 2026-10-17', 'day'],
    // Monday is the first day of a week, and 16 November 2026 is one.
    ['2026-08-31 2026-11-16 12; 2026-06-08 2026-08-24', 'week'],
    ['2025-12-01 2026-11-16 12; 2024-12-01 2025-11-16', 'month'],
    ['2026-11-01 2026-11-16 1; 2026-10-01 2026-10-16', 'month', '2026-11-05'],
    ['2026-11-16 2026-11-16 1; 2026-11-15 2026-11-15', 'day', '2026-11-16'],
    ['2026-11-09 2026-11-15 1; 2026-11-02 2026-11-08', 'week', '2026-11-12', '2026-11-15'],
    ['2026-02-01 2026-02-28 1; 2026-01-01 2026-01-31', 'month', '2026-02-01', '2026-02-28'],
    ['2026-03-01 2026-03-30 1; 2026-02-01 2026-02-28', 'month', '2026-03-01', '2026-03-30'],
    ['2024-02-01 2024-04-29 3; 2023-11-01 2024-01-29', 'month', '2024-02-29', '2024-04-29'],
    ['2026-01-01 2027-02-04 400; 2024-11-27 2025-12-31', 'day', '2026-01-01', '2027-02-04'],
    ['1970-01-01 1970-01-01 1; 1969-12-01 1969-12-01', 'month', '1970-01-01', '1970-01-01'],
  ];
  for (const [expected, ...asked] of table) assert.equal(inShort(...asked), expected);
});

test('what is too long, or ends before it begins, is refused', () => {
  assert.equal(inShort('day', '2026-01-01', '2027-02-05'), 'to must be within 400 days of from');
  assert.equal(inShort('month', '2020-01-01', '2025-01-01'), 'to must be within 60 months of from');
  assert.equal(inShort('week', '2026-11-17', '2026-11-16'), 'to must not be before from');
  assert.equal(inShort('week', '2026-11-17'), 'from must not be after today');
});
