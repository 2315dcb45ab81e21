import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HITS_OF_KIND, inOrder, lastFourIn, NO_WORTH, type ShownHit } from './hit.rules.ts';

const hit = (kind: ShownHit['kind'], record_id: string, is_exact = false): ShownHit => ({
  ...{ kind, record_id, is_exact, label: record_id, detail: null, customer_id: null, ...NO_WORTH },
});

test('exact hits come first, then kind by kind, each record once', () => {
  const found = inOrder([
    hit('product', 'a'),
    hit('customer', 'b'),
    hit('product', 'c', true),
    hit('customer', 'b', true),
  ]);
  assert.deepEqual(
    found.map(({ record_id, is_exact }) => `${record_id} ${is_exact}`),
    ['b true', 'c true', 'a false'],
  );
});

test('no kind takes the place of the others', () => {
  const many = Array.from({ length: 50 }, (_, at) => hit('customer', String(at)));
  const found = inOrder([...many, hit('product', 'a')]);
  assert.equal(found.length, HITS_OF_KIND + 1);
});

test('the last four digits of a card are read as people write them', () => {
  for (const text of ['4242', 'visa 4242', '•••• 4242', 'Visa •••• 4242', '**** 4242']) {
    assert.equal(lastFourIn(text), '4242', text);
  }
  for (const text of ['424', '42424', 'INV-4242', '4242x', 'a@b4242']) {
    assert.equal(lastFourIn(text), undefined, text);
  }
});
