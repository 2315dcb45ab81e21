import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Interval, periodStart } from './periods.ts';
import { DAY_MS } from './time.ts';

const INTERVALS: Interval[] = [
  { interval: 'day', interval_count: 1 },
  { interval: 'week', interval_count: 1 },
  { interval: 'month', interval_count: 1 },
  { interval: 'month', interval_count: 3 },
  { interval: 'month', interval_count: 6 },
  { interval: 'year', interval_count: 1 },
];

/** The calendar of the language itself, asked in another way. */
function byTemporal(anchor: number, { interval, interval_count }: Interval, n: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor).toZonedDateTimeISO('UTC');
  return start.add({ [`${interval}s`]: interval_count * n }).epochMilliseconds;
}

test('every start day of four years, six intervals, 60 periods: as the calendar says', () => {
  const first = Date.UTC(2024, 0, 1, 23, 59, 59, 999);
  let checked = 0;
  for (let day = 0; day < 1461; day++) {
    const anchor = first + day * DAY_MS;
    for (const interval of INTERVALS) {
      let before = anchor - 1;
      for (let n = 0; n <= 60; n++) {
        const start = periodStart(anchor, interval, n);
        assert.ok(start > before, 'periods neither overlap nor stand still');
        assert.equal(start, byTemporal(anchor, interval, n));
        before = start;
        checked += 1;
      }
    }
  }
  assert.equal(checked, 1461 * 6 * 61);
});

test('the end of a month stays the end of a month', () => {
  const monthly = { interval: 'month', interval_count: 1 } as const;
  const starts = (anchor: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      new Date(periodStart(Date.parse(anchor), monthly, n)).toISOString().slice(0, 10),
    );
  assert.deepEqual(starts('2027-01-31T10:00:00Z', 5), [
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
  ]);
  assert.equal(starts('2028-01-30T10:00:00Z', 2)[1], '2028-02-29');
  const yearly = { interval: 'year', interval_count: 1 } as const;
  const leap = Date.parse('2028-02-29T10:00:00Z');
  assert.deepEqual(
    [1, 4].map((n) => new Date(periodStart(leap, yearly, n)).toISOString().slice(0, 10)),
    ['2029-02-28', '2032-02-29'],
  );
});
