import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turn.ts';

/** Requests that take so long each, by a clock that nothing else moves. */
function performing() {
  let now = 0;
  const done: string[] = [];
  /** How many were performed in each turn, and how long they took. */
  const turns: { count: number; ms: number }[] = [];
  const nextTurn = createTurns(() => {
    if (turns.at(-1)?.count !== 0) turns.push({ count: 0, ms: 0 }); // Nobody may be left for it.
    return now;
  });
  const request = async (by: string, ms: number) => {
    await nextTurn(by);
    now += ms;
    done.push(by);
    const turn = turns.pop() ?? { count: 0, ms: 0 };
    turns.push({ count: turn.count + 1, ms: turn.ms + ms });
  };
  const many = (by: string, count: number, ms: number) =>
    Array.from({ length: count }, () => request(by, ms));
  return { request, many, done, turns };
}

test('requests that come together are performed together', async () => {
  const { many, turns } = performing();
  await Promise.all([...many('a', 20, 0.1), ...many('b', 12, 0.1)]);
  assert.deepEqual(
    turns.map(({ count }) => count),
    [32],
  );
});

test('who sends one request does not wait for all of those who send hundreds', async () => {
  const { request, many, done } = performing();
  await Promise.all([...many('a', 200, 15), ...many('b', 200, 15), request('c', 1)]);
  assert.equal(done.length, 401);
  assert.equal(done.indexOf('c'), 2);
});

test('after the first turn, none takes long, whatever is asked for', async () => {
  const { request, many, done, turns } = performing();
  const all = many('a', 500, 15);
  const later = new Promise((resolve) => setImmediate(resolve)).then(() => request('c', 1));
  await Promise.all([...all, later]);
  assert.equal(turns[0]?.count, 64);
  assert.ok(
    turns.slice(1).every(({ ms }) => ms <= 61),
    JSON.stringify(turns),
  );
  assert.ok(done.indexOf('c') < 70, `${done.indexOf('c')}`);
  await Promise.all(many('a', 300, 0.01));
  assert.equal(turns.at(-2)?.count, 64, 'and when it is over, many are performed together again');
});
