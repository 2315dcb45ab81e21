import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalForm, withoutCrowds } from './normal-form.ts';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

test('a text is put into a form of Unicode, unless it is longer than it may be', () => {
  for (const form of FORMS) {
    assert.equal(normalForm('Am\u00e9lie', form, 7), 'Am\u00e9lie'.normalize(form));
    assert.equal(normalForm('Am\u00e9lie', form, 5), undefined);
  }
});

test('a crowd of marks becomes thirty, and what languages write stays as it is', () => {
  assert.equal(withoutCrowds(`a${'\u0323\u0301'.repeat(500)}b`), `a${'\u0323\u0301'.repeat(15)}b`);
  assert.equal(withoutCrowds(`a${'\u0323'.repeat(30)}`), `a${'\u0323'.repeat(30)}`);
  const texts = ['Việt Nam', 'שָׁלוֹם', 'ཧྐྵྨླྺྼྻྂ', 'ﾊﾞｯｸﾞﾊﾟｯｸ', '👩🏽‍💻', 'e\u0301'];
  for (const text of texts) assert.equal(withoutCrowds(text), text);
});

test('whatever becomes marks is counted as one', () => {
  const is_mark = /^\p{M}+$/u;
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (!is_mark.test(character.normalize('NFKD'))) continue;
    assert.ok(withoutCrowds(character.repeat(31)).length < 31 * character.length, `U+${code}`);
  }
});
