import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FIRST_SERIES,
  type NumberSeries,
  numberText,
  seriesAfterRestore,
  whyNotSeries,
} from './numbering.rules.ts';

test('numbers are filled with zeros, so that they sort', () => {
  const written = [1, 9_999, 10_000].map((next_number) =>
    numberText({ ...FIRST_SERIES, next_number }),
  );
  assert.deepEqual(written, ['INV-0001', 'INV-9999', 'INV-10000']);
});

test('a series goes forward only, under another prefix too', () => {
  const before = { prefix: 'A-', next_number: 42 };
  const why = (wanted: Partial<NumberSeries>) =>
    whyNotSeries(before, { ...before, ...wanted })?.parameter;
  assert.equal(why({}), undefined);
  assert.equal(why({ next_number: 1_000 }), undefined);
  assert.equal(why({ prefix: '2027/' }), undefined);
  assert.equal(why({ prefix: '' }), undefined);
  assert.equal(why({ next_number: 41 }), 'next_number');
  assert.equal(why({ prefix: 'B-', next_number: 1 }), 'next_number');
});

test('after each restore another series begins, also of the same backup', () => {
  const before = { ...FIRST_SERIES, next_number: 42, last_position: 41, last_issued_on: '' };
  const at = Date.UTC(2026, 10, 17, 5, 2, 33);
  const first = seriesAfterRestore(before, at);
  assert.equal(numberText(first), 'INV-R261117050233-2001');
  assert.equal(numberText(seriesAfterRestore(before, at + 1000)), 'INV-R261117050234-2001');
  assert.equal(numberText(seriesAfterRestore(first, at + 1000)), 'INV-R261117050234-4001');
  const long = seriesAfterRestore({ ...before, prefix: 'ABCDEFGHIJKLMNOPQRS-' }, at);
  assert.equal(long.prefix, 'ABCDEFR261117050233-');
  assert.equal(whyNotSeries(before, first) ?? whyNotSeries(before, long), undefined);
});

test('prefixes and numbers that cannot be printed or counted are refused', () => {
  const why = (wanted: Partial<NumberSeries>) =>
    whyNotSeries(FIRST_SERIES, { ...FIRST_SERIES, ...wanted })?.parameter;
  for (const prefix of ['x'.repeat(21), 'a b', '<a>', '-a', '-', 'INV-1', '7', 'é', 'a\n', '株']) {
    assert.equal(why({ prefix }), 'prefix', prefix);
  }
  const counted = { ...FIRST_SERIES, next_number: 1_000_000_000 };
  assert.equal(whyNotSeries(counted, { ...counted, prefix: 'B-' }), undefined);
  for (const next_number of [0, -1, 1.5, Number.NaN, 1e15]) {
    assert.equal(why({ next_number }), 'next_number', String(next_number));
  }
});
