import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createWorkLimit } from './work-limit.ts';

/** Work that ends when it is told to. */
function workers() {
  const running: { name: string; end: () => void }[] = [];
  const work = (name: string) => async () => {
    await new Promise<void>((end) => running.push({ name, end }));
    return name;
  };
  const names = () => running.map(({ name }) => name).join('');
  return { running, work, names };
}

test('so much at once, so much of each name, and each name has its turn', async () => {
  const limited = createWorkLimit({ at_once: 3, at_once_each: 2, waiting_each: 10 });
  const { running, work, names } = workers();
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((name) => limited(name, work(name)));
  await setImmediate();
  assert.equal(names(), 'aab');
  running.shift()?.end();
  await setImmediate();
  assert.equal(names(), 'abc', 'not the third of a');
  while (running.length > 0) {
    running.shift()?.end();
    await setImmediate();
  }
  assert.deepEqual(await Promise.all(all), ['a', 'a', 'a', 'a', 'b', 'c', 'b']);
});

test('what waits is limited for each name; the others are taken', async () => {
  const limited = createWorkLimit({ at_once: 1, at_once_each: 1, waiting_each: 2 });
  const { running, work } = workers();
  const taken = ['a', 'a', 'a', 'a', 'b'].map((name) => limited(name, work(name)));
  assert.deepEqual(
    taken.map((one) => one !== undefined),
    [true, true, true, false, true],
  );
  for (let ended = 0; ended < 4; ended++) {
    await setImmediate();
    running.shift()?.end();
  }
  await Promise.all(taken);
  assert.notEqual(
    limited('a', async () => 'again'),
    undefined,
  );
});

test('work that fails makes place for the next', async () => {
  const limited = createWorkLimit({ at_once: 1, at_once_each: 1, waiting_each: 5 });
  const fails = limited('a', async () => {
    throw new Error('it fails');
  });
  const next = limited('a', async () => 'next');
  await assert.rejects(async () => fails);
  assert.equal(await next, 'next');
});
