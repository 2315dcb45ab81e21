import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { idPrefixAt, newId } from './ids.ts';

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

test('idPrefixAt: what every identifier of that millisecond begins with', () => {
  for (const now of [0, 1, 31, 32, 1_000, Date.UTC(2026, 10, 14), Date.UTC(2999, 11, 31)]) {
    assert(newId('txn', now).startsWith(idPrefixAt('txn', now)));
  }
  assert.match(idPrefixAt('txn', 0), /^txn_0{9}$/);
  assert.match(idPrefixAt('cs', 33), /^cs_0{7}11$/);
});

test('idPrefixAt: a range of time is a range of identifiers, to the millisecond', () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(2999, 11, 31) });
  fc.assert(
    fc.property(instant, instant, (from, made) => {
      const id = newId('txn', made);
      assert.equal(id >= idPrefixAt('txn', from), made >= from);
      assert.equal(id < idPrefixAt('txn', from + 1), made <= from);
    }),
  );
  for (const now of [0, 31, 1023, Date.UTC(2026, 10, 14)]) {
    const id = newId('txn', now);
    assert(id >= idPrefixAt('txn', now) && id < idPrefixAt('txn', now + 1));
  }
});

test('idPrefixAt: after the last instant that fits it stays the last', () => {
  const last = idPrefixAt('txn', Date.UTC(9999, 11, 31));
  assert.equal(last, `txn_${'z'.repeat(9)}`);
  assert.equal(idPrefixAt('txn', Number.MAX_SAFE_INTEGER), last);
  assert(newId('txn', Date.UTC(2999, 11, 31)) < last);
  assert.throws(() => idPrefixAt('txn', -1));
});
