import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './ids.ts';

test('newId: sorted in the order of making, within a millisecond and over centuries', () => {
  const ids: string[] = [];
  for (const now of [0, 1, 31, 32, 1_000, Date.UTC(2026, 0, 1), Date.UTC(2999, 0, 1)]) {
    for (let n = 0; n < 100; n++) ids.push(newId('prod', now));
  }
  assert.deepEqual(ids.toSorted(), ids);
});

test('newId: 100,000 are all different and look as documented', () => {
  const ids = new Set(Array.from({ length: 100_000 }, () => newId('cus', 1_700_000_000_000)));
  assert.equal(ids.size, 100_000);
  for (const id of ids) assert.match(id, /^cus_[0-9a-hjkmnp-tv-z]{28}$/);
});
