import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { BUYER, invoiceOf, lineOf } from '../../../../../test/harness/invoices/documents.ts';
import {
  isDictionary,
  nameOf,
  Ref,
  type Value,
} from '../../../../../test/harness/invoices/pdf-objects.ts';
import { readDocument, textString } from '../../../../../test/harness/invoices/pdf-pages.ts';
import { everyElement, readXml } from '../../../../../test/harness/invoices/xml-reader.ts';
import { fontsWith } from './fonts.ts';
import { invoicePdf } from './invoice-pdf.ts';

// What PDF/A-3b (ISO 19005-3) and a tagged PDF demand, read with a parser that shares no code with
// the writer. `readDocument` has itself checked the cross-reference table and all lengths.

const lines = Array.from({ length: 40 }, (_, at) =>
  lineOf(1_000 + at, 19_000, { description: `Łódź שלום 東京 ${at}` }),
);
const document = invoiceOf({ lines, buyer: { ...BUYER, name: 'A & B <株式会社> "Ω"' } });
const file = await invoicePdf(document, { fonts: fontsWith() });
const read = readDocument(file);
const { pdf, catalog, pages, fonts, follow, dictionary, stream } = read;

describe('PDF/A-3b', () => {
  test('version, binary mark, file identifier, and nothing that is encrypted or runs', () => {
    assert.match(pdf.header, /^%PDF-1\.7\n%[\x80-\xff]{4}\n/);
    const { ID } = pdf.trailer;
    assert.ok(Array.isArray(ID) && ID.length === 2);
    assert.equal(pdf.trailer.Encrypt, undefined);
    assert.doesNotMatch(file.toString('latin1'), /\/(JavaScript|Launch|OpenAction|AA|XFA|Movie)\b/);
  });

  test('its metadata are plain XMP that says so, and agree with the other metadata', () => {
    const metadata = stream(catalog.Metadata);
    assert.equal(metadata.head.Filter, undefined);
    const xmp = readXml(metadata.data.toString('utf8').trim());
    const said = new Map(everyElement(xmp).map(({ name, text }) => [name, text.trim()]));
    assert.deepEqual([said.get('part'), said.get('conformance')], ['3', 'B']);
    const info = dictionary(pdf.trailer.Info);
    const infoText = (key: string) => textString(String(follow(info[key])));
    assert.equal(said.get('Producer'), infoText('Producer'));
    assert.equal(said.get('CreatorTool'), infoText('Creator'));
    assert.equal(infoText('Title'), 'Invoice INV-0042');
    const titles = everyElement(xmp).filter(({ name }) => name === 'li');
    assert.ok(titles.some(({ text }) => text === infoText('Title')));
    assert.ok(
      titles.some(({ text }) => text === document.seller.name),
      'escaped where needed',
    );
    assert.equal(said.get('CreateDate'), '2026-11-16T00:00:00Z');
    assert.equal(infoText('CreationDate'), 'D:20261116000000Z');
  });

  test('Factur-X is announced in the metadata, with the description of its schema', () => {
    const elements = everyElement(readXml(stream(catalog.Metadata).data.toString('utf8').trim()));
    const textsOf = (wanted: string) =>
      elements.filter(({ name }) => name === wanted).map(({ text }) => text);
    assert.deepEqual(textsOf('ConformanceLevel'), ['EN 16931']);
    assert.deepEqual(textsOf('DocumentFileName'), ['factur-x.xml']);
    assert.deepEqual(textsOf('DocumentType'), ['INVOICE']);
    assert.deepEqual(textsOf('prefix'), ['fx']);
    const properties = ['ConformanceLevel', 'DocumentFileName', 'DocumentType', 'Version'];
    assert.deepEqual(textsOf('name').toSorted(), properties);
  });

  test('the attachment has a name, a type, a day and a relation to the document', () => {
    const [spec] = Array.isArray(catalog.AF) ? catalog.AF : [];
    const { F, UF, EF, AFRelationship, Desc } = dictionary(spec);
    assert.deepEqual(
      [F, UF, nameOf(AFRelationship)],
      ['factur-x.xml', 'factur-x.xml', 'Alternative'],
    );
    assert.ok(Desc);
    const params = dictionary(stream(dictionary(EF).F).head.Params);
    assert.equal(params.ModDate, 'D:20261116000000Z');
    const names = dictionary(dictionary(catalog.Names).EmbeddedFiles).Names;
    assert.ok(Array.isArray(names) && names[0] === 'factur-x.xml');
  });

  test('colours are those of an embedded profile', () => {
    const [intent] = Array.isArray(catalog.OutputIntents) ? catalog.OutputIntents : [];
    const { S, DestOutputProfile } = dictionary(intent);
    assert.equal(nameOf(S), 'GTS_PDFA1');
    const profile = stream(DestOutputProfile);
    assert.equal(profile.head.N, 3);
    assert.equal(profile.data.toString('latin1', 36, 40), 'acsp');
  });

  test('every font is embedded in parts, with the characters of its glyphs and right widths', () => {
    assert.ok(fonts.size >= 3);
    for (const font of fonts.values()) {
      assert.equal(nameOf(font.Subtype), 'Type0');
      assert.match(nameOf(font.BaseFont) ?? '', /^[A-Z]{6}\+/);
      const [descendant] = Array.isArray(font.DescendantFonts) ? font.DescendantFonts : [];
      const cid = dictionary(descendant);
      assert.equal(nameOf(cid.CIDToGIDMap), 'Identity');
      const program = stream(dictionary(cid.FontDescriptor).FontFile2).data;
      const [, said] = Array.isArray(cid.W) ? cid.W : [];
      assert.ok(Array.isArray(said));
      // Without the first, which stands for what is missing; the last ones are parts of others.
      assert.deepEqual(widthsIn(program).slice(1, said.length), said.slice(1));
    }
  });

  test('no glyph that stands for a missing one is shown', () => {
    for (const { glyphs, text } of pages.flatMap(({ shown }) => shown)) {
      assert.ok(!glyphs.includes(0), text);
      assert.doesNotMatch(text, /[\ufffd\0]/);
    }
  });
});

describe('tags', () => {
  test('the document says its language and its title, and that it is tagged', () => {
    assert.equal(catalog.Lang, 'en');
    assert.equal(dictionary(catalog.MarkInfo).Marked, true);
    assert.equal(dictionary(catalog.ViewerPreferences).DisplayDocTitle, true);
  });

  test('everything that is shown belongs to an element or is a decoration', () => {
    for (const { marks, text } of pages.flatMap(({ shown }) => shown)) {
      const known = marks.some(({ tag, mcid }) => tag === 'Artifact' || mcid !== undefined);
      assert.ok(known, text);
    }
  });

  test('the tree leads to every piece of every page, once', () => {
    const found = piecesIn(catalog.StructTreeRoot);
    const drawn = pages.flatMap(({ dictionary: page, shown }) => {
      const ids = shown.flatMap(({ marks }) => marks.flatMap(({ mcid }) => mcid ?? []));
      return [...new Set(ids)].map((mcid) => `${page.StructParents}/${mcid}`);
    });
    assert.deepEqual(found.pieces.toSorted(), drawn.toSorted());
    const { types } = found;
    assert.equal(types.filter((type) => type === 'H1').length, 1);
    assert.equal(types.filter((type) => type === 'Table').length, 2);
    assert.ok(types.filter((type) => type === 'TR').length >= 41);
    assert.ok(types.includes('TH') && types.includes('TD') && types.includes('P'));
  });
});

/** The pieces of content below an element, as page/number, and the types of all elements. */
function piecesIn(root: Value | undefined) {
  const pieces: string[] = [];
  const types: string[] = [];
  const visit = (value: Value | undefined, page: Value | undefined): void => {
    const here = follow(value);
    if (Array.isArray(here)) for (const one of here) visit(one, page);
    else if (typeof here === 'number') pieces.push(`${dictionary(page).StructParents}/${here}`);
    else if (isDictionary(here)) {
      if (here.S) types.push(nameOf(here.S) ?? '');
      visit(here.MCID ?? here.K, here.Pg instanceof Ref ? here.Pg : page);
    }
  };
  visit(root, undefined);
  return { pieces, types };
}

/** The widths of all glyphs in a TrueType font, in thousandths of its size. */
function widthsIn(program: Buffer): number[] {
  const tables = new Map<string, number>();
  for (let at = 0; at < program.readUInt16BE(4); at++) {
    const entry = 12 + 16 * at;
    tables.set(program.toString('latin1', entry, entry + 4), program.readUInt32BE(entry + 8));
  }
  const [head = 0, hhea = 0, hmtx = 0] = ['head', 'hhea', 'hmtx'].map((name) => tables.get(name));
  const units = program.readUInt16BE(head + 18);
  const count = program.readUInt16BE(hhea + 34);
  return Array.from({ length: count }, (_, at) => {
    const width = (program.readUInt16BE(hmtx + 4 * at) * 1000) / units;
    return Math.round(width * 1e6) / 1e6;
  });
}

test('poppler and qpdf find nothing wrong, where they are installed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-invoice-'));
  const path = join(folder, 'invoice.pdf');
  writeFileSync(path, file);
  const checks: [string, string[], RegExp][] = [
    ['qpdf', ['--check', path], /No syntax or stream encoding errors found/],
    ['pdffonts', [path], /Inter-Regular +CID TrueType +Identity-H +yes yes yes/],
    ['pdftotext', ['-layout', path, '-'], /INV-0042[\s\S]*VAT 19% on/],
    ['pdfdetach', ['-list', path], /1: factur-x\.xml/],
    ['pdfinfo', [path], /Tagged: +yes/],
  ];
  for (const [program, args, expected] of checks) {
    try {
      assert.match(execFileSync(program, args, { encoding: 'utf8' }), expected);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      t.diagnostic(`${program} is not installed`);
    }
  }
  rmSync(folder, { recursive: true });
});
