import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CURRENCY_DECIMALS } from './currencies.ts';
import {
  AMOUNT_MAX,
  fromMinor,
  fromUnits,
  maxMinor,
  percentOf,
  toMinor,
  toUnits,
} from './money.ts';

test('toUnits: exact to the digit, or undefined', () => {
  const cases: [number, number, number | undefined][] = [
    [19.99, 2, 1999],
    [0.1, 2, 10],
    [0.07, 2, 7],
    [1.005, 2, undefined],
    [1.005, 3, 1005],
    [-0, 2, 0],
    [0.1 + 0.2, 2, undefined],
    [999_999_999.99, 2, 99_999_999_999],
    [1500, 0, 1500],
    [1.5, 0, undefined],
    [1e21, 2, undefined],
    [1e-7, 4, undefined],
    [-5.5, 2, -550],
    [8.2, 2, 820],
    [1.15, 2, 115],
    [9_007_199_254_740_991, 0, 9_007_199_254_740_991],
    [90_071_992_547_409.92, 2, undefined],
  ];
  for (const [amount, decimals, units] of cases)
    assert.equal(toUnits(amount, decimals), units, `${amount}`);
});

test('fromUnits and toUnits are each other’s reverse, and print as the decimal they are', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 13 }),
      fc.constantFrom(0, 2, 3, 4),
      (units, decimals) => {
        const amount = fromUnits(units, decimals);
        assert.equal(toUnits(amount, decimals), units);
        const digits = String(units).padStart(decimals + 1, '0');
        const whole = digits.slice(0, digits.length - decimals);
        const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
        assert.equal(JSON.stringify(amount), fraction === '' ? whole : `${whole}.${fraction}`);
      },
    ),
    { numRuns: 20_000 },
  );
});

test('toMinor: by the decimals of the currency', () => {
  assert.equal(toMinor(1500, 'JPY'), 1500);
  assert.equal(toMinor(1.234, 'BHD'), 1234);
  assert.equal(toMinor(1.2345, 'CLF'), 12_345);
  assert.equal(toMinor(1.234, 'USD'), undefined);
  assert.throws(() => toMinor(1, 'XXX'), /ISO 4217/);
});

test('maxMinor: the largest amount that is not above AMOUNT_MAX, exact in every currency', () => {
  for (const currency of Object.keys(CURRENCY_DECIMALS)) {
    const most = maxMinor(currency);
    assert(Number.isSafeInteger(most), currency);
    assert(fromMinor(most, currency) <= AMOUNT_MAX, currency);
    assert(fromMinor(most + 1, currency) > AMOUNT_MAX, currency);
    assert.equal(toMinor(fromMinor(most, currency), currency), most);
  }
  assert.equal(maxMinor('JPY'), 999_999_999);
  assert.equal(maxMinor('USD'), 99_999_999_999);
  assert.equal(maxMinor('BHD'), 999_999_999_990);
  assert.throws(() => maxMinor('XXX'), /ISO 4217/);
});

test('percentOf: half to even', () => {
  const cases: [minor: number, percent_bps: number, share: number][] = [
    [0, 5_000, 0],
    [1, 5_000, 0],
    [3, 5_000, 2],
    [5, 5_000, 2],
    [7, 5_000, 4],
    [2, 2_500, 0],
    [6, 2_500, 2],
    [10, 2_500, 2],
    [14, 2_500, 4],
    [1, 1, 0],
    [5_000, 1, 0],
    [5_001, 1, 1],
    [15_000, 1, 2],
    [14_999, 1, 1],
    [1999, 3_333, 666],
    [1999, 10_000, 1999],
    [99_999_999_999, 9_999, 99_989_999_999],
    [9_999_999_999_900, 10_000, 9_999_999_999_900],
  ];
  for (const [minor, percent_bps, share] of cases) {
    assert.equal(percentOf(minor, percent_bps), share, `${percent_bps} of ${minor}`);
  }
});

const minor_and_percent = [
  fc.integer({ min: 0, max: maxMinor('CLF') }),
  fc.integer({ min: 1, max: 10_000 }),
] as const;

test('percentOf: as one rounds a decimal by hand, from its digits', () => {
  fc.assert(
    fc.property(...minor_and_percent, (minor, percent_bps) => {
      const digits = String(BigInt(minor) * BigInt(percent_bps)).padStart(5, '0');
      const [whole, fraction] = [digits.slice(0, -4), digits.slice(-4)];
      const is_odd = '13579'.includes(whole.slice(-1));
      const up = fraction > '5000' || (fraction === '5000' && is_odd);
      assert.equal(BigInt(percentOf(minor, percent_bps)), BigInt(whole) + (up ? 1n : 0n));
    }),
    { numRuns: 20_000 },
  );
});

test('percentOf: never more than the whole, all of it at 100 %, and more for a larger percentage', () => {
  fc.assert(
    fc.property(...minor_and_percent, (minor, percent_bps) => {
      const share = percentOf(minor, percent_bps);
      assert(Number.isSafeInteger(share) && share >= 0 && share <= minor);
      assert.equal(percentOf(minor, 10_000), minor);
      if (percent_bps < 10_000) assert(percentOf(minor, percent_bps + 1) >= share);
    }),
  );
});

test('percentOf: what is taken off and what is left are the whole, to half a unit', () => {
  fc.assert(
    fc.property(...minor_and_percent, (minor, percent_bps) => {
      const left = minor - percentOf(minor, percent_bps);
      const twice_off =
        2n * (BigInt(left) * 10_000n - BigInt(minor) * BigInt(10_000 - percent_bps));
      assert(twice_off >= -10_000n && twice_off <= 10_000n);
    }),
  );
});
