import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentLanguageFor, LANGUAGES, preferredOf } from './languages.ts';

test('the language of a browser is the one it likes best among ours', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['ko,fr;q=0.4,nl;q=0.8', 'nl'],
    ['en;q=0, pl;q=0.1', 'pl'],
    ['zh-Hant-TW', 'zh'],
    ['ko-KR', undefined],
    ['sv-FI', 'sv'],
    ['ar-EG', 'ar'],
    ['ja', 'ja'],
    ['deutsch', undefined],
    [`${'x,'.repeat(200)}de`, undefined],
    ['it;q=banana,es;q=0.5', 'es'],
  ];
  for (const [header, language] of cases)
    assert.equal(preferredOf(LANGUAGES, header), language, String(header));
});

test('documents are in the language of their reader; Japanese, Chinese and Arabic readers get English', () => {
  for (const language of LANGUAGES) {
    const is_written = !['ja', 'zh', 'ar'].includes(language);
    assert.equal(documentLanguageFor(language), is_written ? language : 'en');
  }
});
