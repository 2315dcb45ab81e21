import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest } from '../../../test/harness/nearest.ts';
import { prorated } from './bill.rules.ts';

const cents = fc.integer({ min: 0, max: 99_999_999_999 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('a share is rounded half to even, as an independent model says', () => {
  fc.assert(
    fc.property(cents, fc.bigInt(1n, 10n ** 11n), share, (minor, whole, of) => {
      const part = BigInt(Math.floor(Number(whole) * of));
      const shown = prorated(minor, { part: Number(part), whole: Number(whole) });
      assert.equal(BigInt(shown), nearest(BigInt(minor), part, whole));
    }),
  );
  const halves: [minor: number, rounded: number][] = [
    [1, 0],
    [3, 2],
    [5, 2],
    [7, 4],
    [9, 4],
  ];
  for (const [minor, rounded] of halves) {
    assert.equal(prorated(minor, { part: 1, whole: 2 }), rounded);
  }
});

test('a full period prorates to the price, none of it to nothing, two parts to the whole or a cent off', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 1e11 }), share, (minor, whole, of) => {
      assert.equal(prorated(minor, { part: whole, whole }), minor);
      assert.equal(prorated(minor, { part: 0, whole }), 0);
      const part = Math.floor(whole * of);
      const both =
        prorated(minor, { part, whole }) + prorated(minor, { part: whole - part, whole });
      assert.ok(Math.abs(both - minor) <= 1);
    }),
  );
});
