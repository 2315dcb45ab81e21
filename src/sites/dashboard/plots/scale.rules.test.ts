import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelEvery, roundTicks } from './scale.rules.ts';

test('ticks are round numbers from zero to beyond the highest value', () => {
  const table: [number, number, number[]][] = [
    [0, 0, [0, 1]],
    [0, 1, [0, 0.25, 0.5, 0.75, 1]],
    [0, 0.3, [0, 0.1, 0.2, 0.3]],
    [0, 7, [0, 2, 4, 6, 8]],
    [0, 1_011, [0, 500, 1_000, 1_500]],
    [0, 98_765, [0, 25_000, 50_000, 75_000, 100_000]],
    [-20, 100, [-50, 0, 50, 100]],
    [-5, 0, [-6, -4, -2, 0]],
  ];
  for (const [lowest, highest, expected] of table) {
    assert.deepEqual(roundTicks(lowest, highest), expected, `${lowest} to ${highest}`);
  }
});

test('whatever the values are, the ticks hold them, are at most seven, and one is zero', () => {
  for (let at = 1; at < 2_000; at++) {
    const highest = at ** 3.1 / 7;
    const lowest = at % 3 === 0 ? -highest / (1 + (at % 11)) : 0;
    const ticks = roundTicks(lowest, highest);
    assert.ok(ticks.length >= 2 && ticks.length <= 7, `${lowest} to ${highest}: ${ticks}`);
    assert.ok((ticks[0] ?? 0) <= lowest && (ticks.at(-1) ?? 0) >= highest);
    assert.ok(ticks.includes(0));
  }
});

test('labels have the room that they need', () => {
  for (const count of [1, 7, 28, 31, 90, 366]) {
    const every = labelEvery(count, 700, 48);
    assert.ok((700 / count) * every >= 48, `${count}: every ${every}`);
  }
});
