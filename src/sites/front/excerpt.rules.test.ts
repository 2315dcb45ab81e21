import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf } from './excerpt.rules.ts';

test('an excerpt is the first paragraph, without signs, up to the end of a word', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['Edits photos', 'Edits photos'],
    ['**Edits** [photos](https://example.com/a)\n*fast*', 'Edits photos fast'],
    ['# Title\ntext\n\nMore', 'Title text'],
    [`${'word '.repeat(50)}`, `${'word '.repeat(35)}word…`],
  ];
  for (const [description, excerpt] of cases) assert.equal(excerptOf(description), excerpt);
  const long = excerptOf('\u{1f600}'.repeat(200));
  assert.ok(long.isWellFormed() && long.length <= 181, 'no letter is cut in two');
});
