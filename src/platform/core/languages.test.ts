import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentLanguageFor, LANGUAGES, preferredOf, regionOf } from './languages.ts';

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

test('the country of a browser is the one it names beside the language it likes best', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['de', undefined],
    ['de-DE,de;q=0.9,en;q=0.8', 'DE'],
    ['DE-at', 'AT'],
    ['de,de-CH;q=0.9', 'CH'],
    // Firefox in German: nobody has said that they are in America.
    ['de,en-US;q=0.7,en;q=0.3', undefined],
    ['en-GB;q=0.5,fr-FR', 'FR'],
    ['zh-Hant-TW', 'TW'],
    ['sr-Latn', undefined],
    ['es-419,es;q=0.9', undefined],
    ['en-XX', undefined],
    ['de-DE;q=0', undefined],
    [`${'x,'.repeat(200)}de-DE`, undefined],
  ];
  for (const [header, country] of cases) assert.equal(regionOf(header), country, String(header));
});

test('documents are in the language of their reader; Japanese, Chinese and Arabic readers get English', () => {
  for (const language of LANGUAGES) {
    const is_written = !['ja', 'zh', 'ar'].includes(language);
    assert.equal(documentLanguageFor(language), is_written ? language : 'en');
  }
});
