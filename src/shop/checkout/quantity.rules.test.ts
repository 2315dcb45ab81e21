import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { adjustableJson, QUANTITY_MAX, whyNotAdjustable } from './quantity.rules.ts';

test('limits: what is left out is 1 and the most there can be', () => {
  for (const [given, kept] of [
    [null, null],
    [undefined, null],
    [{}, { minimum: 1, maximum: QUANTITY_MAX }],
    [{ minimum: 5 }, { minimum: 5, maximum: QUANTITY_MAX }],
    [{ maximum: 9 }, { minimum: 1, maximum: 9 }],
  ] as const) {
    assert.equal(adjustableJson(given), kept && JSON.stringify(kept));
  }
});

test('the quantity to begin with lies within the limits, and the limits are in order', () => {
  const number = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(number, number, number, (quantity, minimum, maximum) => {
      const adjustable_quantity = adjustableJson({ minimum, maximum });
      const problems = whyNotAdjustable({ quantity, adjustable_quantity });
      const is_good = minimum <= quantity && quantity <= maximum;
      assert.equal(problems.length === 0, is_good);
      if (minimum > maximum) assert.equal(problems[0]?.param, 'adjustable_quantity.maximum');
    }),
  );
});
