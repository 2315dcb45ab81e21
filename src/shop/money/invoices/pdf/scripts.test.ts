import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADDRESS, BUYER, invoiceOf } from '../../../../../test/harness/invoices/documents.ts';
import { nameOf } from '../../../../../test/harness/invoices/pdf-objects.ts';
import { readDocument } from '../../../../../test/harness/invoices/pdf-pages.ts';
import { charactersIn } from './font-file.rules.ts';
import { fontsWith } from './fonts.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { prepareText } from './text-runs.rules.ts';

const fonts = fontsWith();

/** How the name of a buyer is shown: the pieces from left to right, their fonts, what was meant. */
async function shownName(name: string, set = fonts) {
  const address = { ...ADDRESS, line1: null, city: null, postal_code: null };
  const buyer = { ...BUYER, name, contact: null, email: null, address };
  const file = await invoicePdf(invoiceOf({ buyer }), { fonts: set });
  const read = readDocument(file);
  const shown = read.pages[0]?.shown ?? [];
  const from = shown.findIndex(({ text }) => text === 'Bill to') + 1;
  const to = shown.findIndex(({ text }, at) => at > from && text === 'Germany');
  const pieces = shown.slice(from, to);
  assert.ok(pieces.every(({ glyphs }) => glyphs.length > 0 && !glyphs.includes(0)));
  return {
    text: pieces.map(({ text }) => text).join(''),
    fonts: [
      ...new Set(
        pieces.map(({ font }) => nameOf(read.fonts.get(font)?.BaseFont)?.replace(/.*\+/, '')),
      ),
    ],
    meant: pieces.flatMap(({ marks }) => marks.flatMap(({ actual }) => actual ?? []))[0],
    has_note: shown.some(({ text }) => text.startsWith('◇ stands for')),
    size: file.length,
  };
}

const INTER = ['Inter-SemiBold'];
const DEJAVU = ['DejaVuSans-Bold'];

describe('names in the scripts of Europe, Turkey and Vietnam are shown as they are', () => {
  for (const [script, name] of Object.entries({
    Polish: 'Zażółć Gęślą Jaźń Sp. z o.o.',
    Greek: 'Ξεσκεπάζω Ψυχοφθόρα ΑΕ',
    Cyrillic: 'ООО Съешь ещё, Київ ґанок',
    Vietnamese: 'Nguyễn Thị Ánh Tuyết Đặng',
    Turkish: 'Çağdaş Işıl İğneada Şirketi',
  })) {
    test(script, async () => {
      const shown = await shownName(name);
      assert.deepEqual([shown.text, shown.fonts], [name, INTER]);
      assert.deepEqual([shown.meant, shown.has_note], [undefined, false]);
    });
  }

  test('letters with accents apart are put together first', async () => {
    assert.equal((await shownName('Łódź Tuyết'.normalize('NFD'))).text, 'Łódź Tuyết');
  });
});

describe('names from right to left are drawn from right to left, in the second font', () => {
  test('Hebrew', async () => {
    const { text, fonts: used } = await shownName('חברה');
    assert.deepEqual([text, used], ['הרבח', DEJAVU]);
  });

  test('Arabic letters take the forms that their neighbours demand', async () => {
    const { text, fonts: used } = await shownName('شركة');
    assert.deepEqual([[...text].length, used], [4, DEJAVU]);
    const [isolated] = await Promise.all(['ش'].map((letter) => shownName(letter)));
    assert.equal(isolated?.text, 'ش');
  });

  test('with a number, brackets and Latin words among them', async () => {
    const { text } = await shownName('חברה (2026) Ltd');
    assert.equal(text, 'Ltd (2026) הרבח');
    assert.equal((await shownName('Ada (שלום) Ltd')).text, 'Ada (םולש) Ltd');
  });
});

describe('what no font has is never a box', () => {
  test('Chinese, Japanese, Korean, Thai, Hindi: a mark, a note, and the text for those who copy it', async () => {
    for (const name of ['株式会社サンプル', '北京软件', '한국전자', 'สวัสดี', 'नमस्ते']) {
      const shown = await shownName(name);
      assert.deepEqual([shown.text, shown.meant, shown.has_note], ['◇', name, true]);
    }
    assert.equal((await shownName('株式会社 Sony 東京')).text, '◇ Sony ◇');
  });

  test('emoji are left out, unless there is nothing else', async () => {
    const shown = await shownName('Ada 🚀👩‍💻 Lovelace 🇩🇪👍🏽');
    assert.deepEqual([shown.text, shown.has_note], ['Ada Lovelace', false]);
    assert.equal(shown.meant, 'Ada 🚀👩‍💻 Lovelace 🇩🇪👍🏽');
    assert.equal((await shownName('🎉🎉')).text, '◇');
  });

  test('letters of another width or style become plain ones', async () => {
    assert.equal((await shownName('Ｋａｓｓａ 𝐁𝐨𝐥𝐝')).text, 'Kassa Bold');
  });

  test('what is invisible, broken or private does no harm', async () => {
    const shown = await shownName('A\u200bd\u00ada\u0000\ud800\ue000\u202e!\ufe0f');
    assert.equal(shown.text, 'Ada ◇!');
  });

  test('any text of Unicode can be prepared', () => {
    for (let code = 0; code <= 0x10ffff; code += 7) {
      const { runs } = prepareText(`a${String.fromCodePoint(code)}`, fonts.regular);
      const text = runs.map((run) => run.text).join('');
      for (const { text: piece, font } of runs) {
        for (const letter of piece) {
          assert.ok(fonts.regular[font]?.covers.has(letter.codePointAt(0) ?? 0), code.toString(16));
        }
      }
      assert.ok(text.length > 0);
    }
  });
});

describe('more fonts', () => {
  const [inter, dejavu] = [fonts.bold[0], fonts.bold[1]];
  assert.ok(inter && dejavu);

  test('are asked in their order', async () => {
    const only_inter = { regular: fonts.regular.slice(0, 1), bold: [inter] };
    assert.equal((await shownName('Ada אב', only_inter)).text, 'Ada ◇');
    assert.equal((await shownName('Ada אב')).text, 'Ada בא');
  });

  test('are refused, with the reason, if they cannot be embedded', () => {
    const letters = (text: string) => Buffer.from(text, 'latin1');
    for (const kind of ['wOF2', 'ttcf', '%PDF']) {
      assert.throws(
        () => charactersIn(letters(`${kind}${'\0'.repeat(40)}`)),
        /not a single TrueType/,
      );
    }
    assert.throws(() => charactersIn(letters('')), /cut off/);
    assert.throws(() => charactersIn(letters('\0\x01\0\0\0\x05')), /cut off/);
    assert.throws(() => charactersIn(letters('\0\x01\0\0\0\0')), /which characters/);
    const restricted = Buffer.alloc(60);
    restricted.write('\0\x01\0\0\0\x01', 'latin1');
    restricted.write('OS/2', 12, 'latin1');
    restricted.writeUInt32BE(40, 20);
    restricted.writeUInt16BE(2, 48);
    assert.throws(() => charactersIn(restricted), /license/);
  });
});

test('the signs of an amount are as far apart as the font says, with and without letters beside them', () => {
  const advances = (text: string) => {
    const { parsed } = fonts.regular[0] ?? assert.fail();
    return parsed.layout(text).positions.map(({ xAdvance }) => xAdvance);
  };
  // What HarfBuzz, which browsers use, says for the same font.
  assert.deepEqual(advances('167,15'), [833, 1270, 903, 413, 833, 1215]);
  assert.deepEqual(advances('€7,1'), [1365, 903, 413, 833]);
  assert.deepEqual(advances('V,'), [1216, 590]);
});
