import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromUnits, toMinor, toUnits } from './money.ts';

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
