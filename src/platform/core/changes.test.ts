import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangedColumns, isChanged } from './changes.ts';

interface Row {
  book_id: string;
  title: string;
  price_minor: number;
  updated_at: number;
}

test('a row is changed when anything but its time differs', () => {
  const before: Row = { book_id: 'a', title: 'A', price_minor: 1, updated_at: 1 };
  assert.equal(isChanged(before, { ...before, updated_at: 2 }), false);
  assert.equal(isChanged(before, { ...before, title: 'B' }), true);
});

// Checked by the compiler: where an error is missing, the type check fails.
test('a change that forgets a field does not compile', () => {
  type Change = { title?: string; price?: number };
  const whole: ChangedColumns<Row, Change> = { title: 'B', price_minor: 2, updated_at: 2 };
  // @ts-expect-error price_minor is missing
  const forgotten: ChangedColumns<Row, Change> = { title: 'B', updated_at: 2 };
  // @ts-expect-error no column keeps the pages
  const homeless: ChangedColumns<Row, Change & { pages?: number }> = { ...whole };
  assert.deepEqual([forgotten.title, homeless.title], ['B', 'B']);
});
