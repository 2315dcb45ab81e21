import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BUYER, invoiceOf, lineOf } from '../../../test/invoices/documents.ts';
import { nameOf } from '../../../test/invoices/pdf-objects.ts';
import { allText, readDocument } from '../../../test/invoices/pdf-pages.ts';
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

  test('a thousand lines and very long names are drawn too', async () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => lineOf(at + 1));
    const many = await read(invoiceOf({ lines }));
    assert.ok(many.pages.length > 20 && many.pages.length < 80);
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

  test('are the same in another process', async () => {
    const script = `
      const { fontsWith } = await import(${JSON.stringify(import.meta.resolve('./fonts.ts'))});
      const { invoicePdf } = await import(${JSON.stringify(import.meta.resolve('./invoice-pdf.ts'))});
      const { createHash } = await import('node:crypto');
      const document = ${JSON.stringify(invoiceOf())};
      const made = await invoicePdf(document, { fonts: fontsWith() });
      console.log(createHash('sha256').update(made).digest('hex'));`;
    const cwd = fileURLToPath(new URL('../../..', import.meta.url));
    const options = { cwd, env: { ...process.env, TZ: 'Asia/Tokyo', LANG: 'pl_PL.UTF-8' } };
    const args = ['--input-type=module', '--eval', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, options);
    const here = createHash('sha256')
      .update(await make(invoiceOf()))
      .digest('hex');
    assert.equal(String(stdout).trim(), here, String(stderr));
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

test('how long one takes and how large it is', async (t) => {
  for (const [name, document] of Object.entries({
    one: invoiceOf(),
    sixty: invoiceOf({ lines: sixty }),
  })) {
    const runs = 5;
    const started = performance.now();
    let size = 0;
    for (let run = 0; run < runs; run++) size = (await make(document)).length;
    const took_ms = (performance.now() - started) / runs;
    t.diagnostic(`${name}: ${took_ms.toFixed(0)} ms, ${(size / 1000).toFixed(1)} kB`);
    assert.ok(size > 0);
  }
});
