import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backupsToKeep, parseKeep } from './backup-keep.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

const NOON = Date.parse('2026-11-17T12:00:00.000Z'); // A Tuesday.
const days = (count: number, from = NOON) =>
  Array.from({ length: count }, (_, n) => from - n * DAY_MS);
const kept = (made_at: number[], keep: string) =>
  [...backupsToKeep(made_at, parseKeep(keep) ?? {})]
    .toSorted((a, b) => b - a)
    .map((at) => new Date(at).toISOString().slice(0, 13));

test('what is kept is numbers of hours, days, weeks, months and years, each once', () => {
  assert.deepEqual(parseKeep('7d,4w,12m'), { d: 7, w: 4, m: 12 });
  assert.deepEqual(parseKeep(' 24h, 2y '), { h: 24, y: 2 });
  for (const wrong of ['', 'all', '7', '7d,7d', '0d', '1001d', '7 d', '-1d', '1.5d', '7d,', '7s']) {
    assert.equal(parseKeep(wrong), undefined, wrong);
  }
});

test('the newest of each period stays, and each of the last days, weeks and months', () => {
  const table: [string, number[], string, string[]][] = [
    ['nothing', [], '7d', []],
    ['one', [NOON], '1d', ['2026-11-17T12']],
    ['three days', days(10), '3d', ['2026-11-17T12', '2026-11-16T12', '2026-11-15T12']],
    [
      'the last of a day',
      [NOON, NOON - HOUR_MS, NOON - DAY_MS, NOON - DAY_MS - HOUR_MS],
      '2d',
      ['2026-11-17T12', '2026-11-16T12'],
    ],
    ['weeks end on Sunday', days(20), '3w', ['2026-11-17T12', '2026-11-15T12', '2026-11-08T12']],
    ['months', days(70), '3m', ['2026-11-17T12', '2026-10-31T12', '2026-09-30T12']],
    ['years', days(400), '2y', ['2026-11-17T12', '2025-12-31T12']],
    ['together', days(40), '2d,2m', ['2026-11-17T12', '2026-11-16T12', '2026-10-31T12']],
  ];
  for (const [what, made_at, keep, expected] of table) {
    assert.deepEqual(kept(made_at, keep), expected, what);
    assert.deepEqual(kept(made_at.toReversed(), keep), expected, `${what}, in any order`);
  }
});

test('a daily run for three years leaves what was asked for, whenever it is looked at', () => {
  let made: number[] = [];
  for (const at of days(3 * 365).reverse()) {
    const all = [...made, at];
    made = [...backupsToKeep(all, { d: 7, w: 4, m: 12 })];
    assert.ok(made.includes(at), 'the newest stays');
  }
  assert.ok(made.length >= 20 && made.length <= 23, String(made.length));
  assert.ok(Math.min(...made) < NOON - 300 * DAY_MS);
});

test('a clock that was wrong, or a shop that stood still, loses no backups', () => {
  const ahead = NOON + 3_650 * DAY_MS;
  assert.equal(kept([ahead, ...days(5)], '7d,4w,12m').length, 6);
  const still = days(3, NOON - 3_650 * DAY_MS);
  assert.equal(kept([NOON, ...still], '7d').length, 4);
});
