import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsIn } from '../../../texts/words.ts';
import { LINE_REASONS } from '../../shop/money/transactions/line-about.rules.ts';
import { lineText } from './line-text.ts';

const NOVEMBER = '2026-11-24T00:00:00.000Z';
const DECEMBER = '2026-12-14T00:00:00.000Z';
const line = {
  description: 'As it was',
  name: 'Pro',
  period_start: NOVEMBER,
  period_end: DECEMBER,
};

test('a line is said in words, with dates as people write them', async () => {
  const words = await wordsIn('en');
  const said = (reason: (typeof LINE_REASONS)[number] | null, more = {}) =>
    lineText(words, { ...line, reason, ...more });
  assert.equal(said('period'), 'Pro (24 November – 14 December 2026)');
  assert.equal(said('unused_time'), 'Unused time on Pro (24 November – 14 December 2026)');
  assert.equal(said('unused_time', { period_start: null }), 'Unused time on Pro');
  assert.equal(said('discount', { name: 'SAVE20' }), 'Discount SAVE20');
  assert.equal(said(null), 'As it was', 'lines from before this was kept');
  for (const reason of LINE_REASONS) {
    for (const more of [{}, { name: null }, { period_end: null }]) {
      assert.doesNotMatch(said(reason, more), /\d{4}-\d\d|undefined|null/, reason);
    }
  }
});
