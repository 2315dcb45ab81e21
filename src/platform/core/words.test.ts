import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/harness/any-character.ts';
import { queryWords, words } from './words.ts';

test('words are folded and split alike in every script', () => {
  const table: [string, string][] = [
    ['', ''],
    [' \t\n.,;-_!? ', ''],
    ['Kassa Pro 2.0: the till, the shop', 'kassa pro 2 0 the till shop'],
    ["Don't 'quote' rock'n'roll or the dogs' bones", 'dont quote rocknroll or the dogs bones'],
    ['l’été, l‘hiver; Hawaiʻi мʼята', 'lete l hiver hawaii мята'],
    ['snake_case e-mail a/b', 'snake case e mail a b'],
    ['CAFÉ café cafe\u0301 Ünïcödé', 'cafe unicode'],
    ['ﬁne Ｆｕｌｌ ①② m² ½', 'fine full 12 m2 1 2'],
    ['İSTANBUL Straße', 'istanbul straße'],
    ['ΟΔΟΣ οδός', 'οδοσ'],
    ['Ёлка Йод', 'елка иод'],
    ['한국어 검색', '한국어 검색'],
    ['हिन्दी शब्द', 'हिन्दी शब्द'],
    ['שלום עולם', 'שלום עולם'],
    ['data\u00adbase می\u200cخواهم', 'database میخواهم'],
    ['❤️ 1️⃣ 👩‍💻', '1'],
  ];
  for (const [text, expected] of table) assert.equal(words(text).join(' '), expected, text);
});

test('scripts without spaces become characters and pairs of neighbours', () => {
  const table: [string, string][] = [
    ['東京都', '東 京 都 東京 京都'],
    ['店', '店'],
    ['𠮷野家', '𠮷 野 家 𠮷野 野家'],
    ['iPhoneケース', 'iphone ケ ー ス ケー ース'],
    ['がｶﾞ', 'が ガ がガ'],
    ['東京、大阪', '東 京 東京 大 阪 大阪'],
    ['人人', '人 人人'],
    ['葛\u{e0100}飾', '葛 飾 葛飾'],
    ['ไทย', 'ไ ท ย ไท ทย'],
    ['ລາວ', 'ລ າ ວ ລາ າວ'],
    ['ខ្មែរ', 'ខ ្ ម ែ រ ខ្ ្ម មែ ែរ'],
    ['မြန်', 'မ ြ န ် မြ ြန န်'],
  ];
  for (const [text, expected] of table) assert.equal(words(text).join(' '), expected, text);
});

test('a word is cut to 40 characters, never inside one', () => {
  assert.deepEqual(words('x'.repeat(41)), ['x'.repeat(40)]);
  assert.deepEqual(words('é'.repeat(40)), ['e'.repeat(40)]);
  assert.deepEqual(words('𐐀'.repeat(41)), ['𐐨'.repeat(40)]);
  assert.deepEqual(words(`a${'𐐀'.repeat(41)}`), [`a${'𐐨'.repeat(39)}`]);
});

test('words are distinct, well-formed, short, and found again from themselves', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (text) => {
      const found = words(text);
      assert.equal(new Set(found).size, found.length);
      for (const word of found) {
        assert.ok(word.isWellFormed() && [...word].length <= 40 && !/\s/.test(word), word);
      }
      const { words: wanted } = queryWords(text);
      assert.ok(wanted.length <= 8);
      for (const word of wanted) assert.ok(found.includes(word), word);
    }),
    { numRuns: 2000 },
  );
});

test('plain ASCII gives the same words as it does beside other scripts', () => {
  const text = fc.string({ unit: fc.constantFrom(..."abXYZ019'-_. \n"), maxLength: 120 });
  fc.assert(
    fc.property(text, (ascii) => {
      assert.deepEqual(words(`${ascii} ж`), [...words(ascii), 'ж']);
    }),
    { numRuns: 1000 },
  );
});

test('a query has pairs only, at most eight words, and says if the last is still typed', () => {
  const table: [string, string, boolean][] = [
    ['', '', false],
    ['   ', '', false],
    ['Kassa P', 'kassa p', true],
    ['kassa pro ', 'kassa pro', false],
    ['kassa pro.', 'kassa pro', false],
    ['café', 'cafe', true],
    ['cafe\u0301', 'cafe', true],
    ['𐐀', '𐐨', true],
    ['東京都', '東京 京都', true],
    ['東', '東', true],
    ['東京。', '東京', false],
    ['tea 茶', 'tea 茶', true],
    ['pro kassa pro', 'pro kassa', false],
    ['pro kassa p', 'pro kassa p', true],
    ['a b c d e f g h', 'a b c d e f g h', true],
    ['a b c d e f g h i', 'a b c d e f g h', false],
    ['ice cream ❤️', 'ice cream', false],
  ];
  for (const [text, expected, last_is_prefix] of table) {
    assert.deepEqual(queryWords(text), {
      words: expected.split(' ').filter(Boolean),
      last_is_prefix,
    });
  }
});

test('a long text takes time in proportion to its length', () => {
  const start = performance.now();
  for (const piece of ["a'", 'é', '東', 'a ', '\u0301', 'ab1 ', "'"]) words(piece.repeat(100_000));
  assert.ok(performance.now() - start < 3000);
});
