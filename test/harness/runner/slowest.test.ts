import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highestRate } from '../../bench/highest-rate.ts';
import { computingFiles, slowest, timedTests } from './slowest.ts';

const OUTPUT = `▶ a suite (of two)
  ✔ quick (one) (0.892226ms)
  ▶ with steps
    ✔ step (450.5ms)
  ✔ with steps (985.115ms)
✔ a suite (of two) (5040.878ms)
✖ bad (12000ms)
ℹ tests 4

✖ failing tests:

✖ bad (12000ms)
`;

test('every test is timed once, and what only holds tests is not', () => {
  assert.deepEqual(timedTests(OUTPUT), [
    { name: 'quick (one)', took_ms: 0.892226 },
    { name: 'step', took_ms: 450.5 },
    { name: 'bad', took_ms: 12_000 },
  ]);
});

test('ten of them are shown, the slowest first', () => {
  const many = Array.from({ length: 12 }, (_, n) => ({ name: `test ${n}`, took_ms: n * 1000 }));
  const lines = slowest(many);
  assert.equal(lines.length, 10);
  assert.deepEqual([lines[0], lines.at(-1)], ['   11.0 s  test 11', '    2.0 s  test 2']);
});

test('what the files of a step computed is told by themselves; the rest is of the step', () => {
  const output = `a.test.ts computed for 30 ms\nb.test.ts computed for 1200 ms\n`;
  assert.deepEqual(computingFiles(output, { name: 'a … b on SQLite', took_ms: 2000 }), [
    { name: 'a.test.ts on SQLite', took_ms: 30 },
    { name: 'b.test.ts on SQLite', took_ms: 1200 },
    { name: 'start, end and browser of a … b on SQLite', took_ms: 770 },
  ]);
});

test('npm run bench -- --open-loop finds the highest rate, although single tries fail by chance', async () => {
  const bears = 437;
  const tried: number[] = [];
  const attempt = async (offered: number) => {
    tried.push(offered);
    const is_chance = tried.length % 3 === 0;
    return { offered, is_fast: offered <= bears && !is_chance };
  };
  for (const first_rate of [50, 800, 3_000]) {
    const search = { attempt, first_rate, least_rate: 50, step: 1.06, tries_again: true };
    const { offered, is_fast } = await highestRate(search);
    assert.ok(is_fast && offered <= bears && offered * 1.06 > bears, `${offered}`);
  }
  const never = async (offered: number) => ({ offered, is_fast: false });
  const search = { attempt: never, first_rate: 800, least_rate: 50, step: 1.06 };
  const none = await highestRate({ ...search, tries_again: false });
  assert.deepEqual(none, { offered: 50, is_fast: false });
});
