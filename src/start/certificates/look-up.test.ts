import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { oneAtATime } from './look-up.ts';

test('a thousand look-ups at once are two reads, and nobody is told what was there before they asked', async () => {
  let [reads, at_once, most, value] = [0, 0, 0, 'old'];
  const look = oneAtATime(async () => {
    reads += 1;
    at_once += 1;
    most = Math.max(most, at_once);
    const found = value;
    await setImmediate();
    at_once -= 1;
    return found;
  });
  const first = look();
  value = 'new';
  const others = Array.from({ length: 999 }, () => look());
  assert.equal(await first, 'old');
  assert.deepEqual(new Set(await Promise.all(others)), new Set(['new']));
  assert.deepEqual([reads, most], [2, 1]);
  assert.equal(await look(), 'new');
  assert.equal(reads, 3);
});

test('a read that fails is told to those who waited for it, and the next one works', async () => {
  let fails = true;
  const look = oneAtATime(async () => {
    await setImmediate();
    if (fails) throw new Error('away');
    return 'there';
  });
  const [first, second] = [look(), look()];
  await assert.rejects(first, /away/);
  fails = false;
  assert.equal(await second, 'there');
});
