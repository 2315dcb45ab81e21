import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amongNewest, COUNTED_MAX, countOf, LOOKED_AT_MAX, sumOf, without } from './count.rules.ts';

test('up to a thousand are counted, and one more shows that there are more', () => {
  assert.deepEqual(countOf('paid', 1_000), { state: 'paid', count: 1_000, has_more: false });
  assert.deepEqual(countOf('paid', 1_001), { state: 'paid', count: 1_000, has_more: true });
  assert.equal(LOOKED_AT_MAX, COUNTED_MAX + 1);
});

test('a sum has more where a part has more, or where it is more than a thousand', () => {
  const parts = [countOf('paid', 900), countOf('refunded', 300)];
  assert.deepEqual(sumOf('all', parts), { state: 'all', count: 1_000, has_more: true });
  assert.deepEqual(sumOf('all', [countOf('paid', 7), countOf('refunded', 2)]), {
    ...{ state: 'all', count: 9, has_more: false },
  });
  assert.equal(sumOf('all', [countOf('paid', 1_001)]).has_more, true);
  assert.deepEqual(without(countOf('paid', 1_001), 40), {
    ...{ state: 'paid', count: 960, has_more: true },
  });
});

test('among the newest, a state may have more where there are older records', () => {
  const few = amongNewest([{ status: 'active', count: 3 }]);
  assert.deepEqual(few, [{ state: 'active', count: 3, has_more: false }]);
  const many = amongNewest([
    { status: 'active', count: 1_000 },
    { status: 'expired', count: 1 },
  ]);
  assert.deepEqual(
    many.map(({ count, has_more }) => [count, has_more]),
    [
      [1_000, true],
      [1, true],
    ],
  );
});
