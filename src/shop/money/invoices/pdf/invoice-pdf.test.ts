import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BUYER, invoiceOf, lineOf } from '../../../../../test/harness/invoices/documents.ts';
import { nameOf } from '../../../../../test/harness/invoices/pdf-objects.ts';
import { allText, readDocument } from '../../../../../test/harness/invoices/pdf-pages.ts';
import { type InvoiceDocument, LANGUAGES } from '../invoice.rules.ts';
import { facturX } from '../xml/factur-x.ts';
import { fontsWith } from './fonts.ts';
import { invoicePdf, type PdfOptions } from './invoice-pdf.ts';

const fonts = fontsWith();
const make = (document: InvoiceDocument, more: Partial<PdfOptions> = {}) =>
  invoicePdf(document, { fonts, ...more });
const read = async (document: InvoiceDocument, more: Partial<PdfOptions> = {}) =>
  readDocument(await make(document, more));

const sixty = Array.from({ length: 60 }, (_, at) =>
  lineOf(1_000 + 37 * at, at % 3 ? 19_000 : 7_000, {
    description: `Line ${at + 1}: ${'some words more '.repeat(at % 4)}`,
    quantity: (at % 5) + 1,
  }),
);

describe('an invoice as PDF', () => {
  test('has real text: number, days, parties, lines, taxes, sums and what was paid', async () => {
    const text = allText(await read(invoiceOf()));
    for (const words of [
      'Invoice',
      'INV-0042',
      '16 November 2026',
      'Kessler & Töchter Software GmbH',
      'VAT number DE136695976',
      'Analytical Engines Ltd',
      '12 St James’s Square',
      'Photo editor, yearly plan',
      'VAT 19% on €100.00',
      '€119.00',
      'Paid with Visa ending in 4242',
    ]) {
      assert.ok(text.split('\n').includes(words), words);
    }
  });

  test('calls a tax by its name, and by that of no other', async () => {
    const rates = [{ tax: 'Sales tax', rate_ppm: 88_750 }];
    const text = allText(await read(invoiceOf({ lines: [lineOf(20_000, 8_875, { rates })] })));
    assert.ok(text.split('\n').includes('Sales tax 8.875% on €200.00'), text);
    assert.doesNotMatch(text, /^VAT$/m);
  });

  test('says everything in each language, with its way to write amounts and days', async () => {
    const lines = [lineOf(123_456, 19_000, { discount_minor: 1_000, quantity: 2 })];
    const statements = await Promise.all(
      LANGUAGES.map(async (language) => {
        const text = allText(await read(invoiceOf({ lines }), { language }));
        assert.doesNotMatch(text, /[{}]|undefined/);
        return text.split('\n')[2];
      }),
    );
    assert.deepEqual(statements, [
      '€1,469.13 paid on 16 November 2026',
      '1.469,13 € bezahlt am 16. November 2026',
      '1.469,13 € pagados el 16 de noviembre de 2026',
      '1 469,13 € payés le 16 novembre 2026',
      '1.469,13 € pagati il 16 novembre 2026',
      '€ 1.469,13 betaald op 16 november 2026',
      '1 469,13 € – zapłacono 16 listopada 2026',
      '1 469,13 € pagos em 16 de novembro de 2026',
      '1 469,13 € betalades den 16 november 2026',
    ]);
  });

  test('reverse charge, exemption, references and the seller’s own notes are printed', async () => {
    const reverse = lineOf(10_000, 0, { tax_kind: 'reverse_charge' });
    const document = invoiceOf({
      lines: [reverse],
      buyer: { ...BUYER, vat_number: 'FR83404833048' },
      preceding: { relation: 'replaces', number: 'INV-0041', issued_on: '2026-11-01' },
      notes: ['Thank you!'],
      mode: 'test',
    });
    const text = allText(await read(document, { language: 'de' })).replaceAll('\n', ' ');
    assert.match(text, /Steuerschuldnerschaft des Leistungsempfängers – Reverse Charge/);
    assert.match(text, /USt-IdNr\. FR83404833048/);
    assert.match(text, /Ersetzt Rechnung INV-0041 vom 1\. November 2026/);
    assert.match(text, /Thank you!/);
    assert.match(text, /keine gültige Rechnung/);
  });

  test('a long one goes on over pages, each with its number, headings and no line lost', async () => {
    const { pages } = await read(invoiceOf({ lines: sixty }));
    assert.ok(pages.length >= 3);
    const texts = pages.map(({ shown }) => shown.map(({ text }) => text));
    texts.forEach((page, at) => {
      assert.ok(page.some((text) => text.endsWith(`Page ${at + 1} of ${pages.length}`)));
    });
    const headed = texts.filter((page) => page.includes('Description'));
    assert.ok(headed.length >= pages.length - 1, 'the last may have the sums alone');
    const all = texts.flat().join('\n');
    sixty.forEach((_, at) => {
      assert.ok(all.includes(`Line ${at + 1}:`), `line ${at + 1}`);
    });
  });

  test('hundreds of lines and very long names are drawn too', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => lineOf(at + 1));
    const many = await read(invoiceOf({ lines }));
    assert.ok(many.pages.length > 6 && many.pages.length < 24);
    const name = 'x'.repeat(3_000);
    const description = `${'word '.repeat(600)}${'y'.repeat(500)}`;
    const long = await read(
      invoiceOf({ lines: [lineOf(100, 19_000, { description })], buyer: { ...BUYER, name } }),
    );
    assert.ok(long.pages.length <= 4);
  });

  test('is under 100 kB, even with sixty lines', async () => {
    for (const document of [invoiceOf(), invoiceOf({ lines: sixty })]) {
      const { length } = await make(document);
      assert.ok(length < 100_000, `${length} bytes`);
    }
  });
});

describe('the bytes of an invoice', () => {
  test('are the same each time, and whatever was made before', async () => {
    const before = await make(invoiceOf());
    await make(invoiceOf({ lines: sixty, language: 'pl' }));
    const greek = { ...BUYER, name: 'Ωμέγα Ω µ Å ’ʼ -\u2010\u00ad Ltd', contact: 'ﬁ ½ (a) חברה' };
    await make(invoiceOf({ buyer: greek }));
    assert.ok(before.equals(await make(invoiceOf())));
  });

  test('are the same in another time zone', async () => {
    const here = await make(invoiceOf());
    const { TZ } = process.env;
    process.env.TZ = 'Asia/Tokyo';
    assert.ok(here.equals(await make(invoiceOf())));
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  test('differ with anything that the document says', async () => {
    const one = await make(invoiceOf());
    assert.ok(!one.equals(await make(invoiceOf({ number: 'INV-0043' }))));
    assert.ok(!one.equals(await make(invoiceOf(), { language: 'fr' })));
  });
});

test('the XML of EN 16931 is in it where one can be made, byte for byte', async () => {
  const document = invoiceOf();
  const { catalog, dictionary, stream } = await read(document);
  const [spec] = Array.isArray(catalog.AF) ? catalog.AF : [];
  const file = dictionary(spec);
  const embedded = stream(dictionary(file.EF).F);
  assert.equal(embedded.data.toString('utf8'), facturX(document));
  assert.equal(nameOf(embedded.head.Subtype), 'text/xml');
  assert.equal(nameOf(file.AFRelationship), 'Alternative');
  const nowhere = { ...BUYER, address: { ...BUYER.address, country: null } };
  const without = await read(invoiceOf({ buyer: nowhere }));
  assert.equal(without.catalog.AF, undefined);
});
