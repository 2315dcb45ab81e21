import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUYER, invoiceOf, lineOf } from '../../../test/harness/invoices/documents.ts';
import { readDocument } from '../../../test/harness/invoices/pdf-pages.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';
import { LANGUAGES } from '../../shop/money/invoices/invoice.rules.ts';
import { fontsWith } from '../../shop/money/invoices/pdf/fonts.ts';
import { invoicePdf } from '../../shop/money/invoices/pdf/invoice-pdf.ts';
import { invoicePage } from './invoice-page.ts';

const nowhere = { base_path: '/shop', pdf_url: null, xml_url: null };

test('the page says everything that the PDF says, in each language', async () => {
  const lines = [lineOf(10_000, 19_000, { quantity: 3, discount_minor: 500 }), lineOf(700, 7_000)];
  const document = invoiceOf({ lines, notes: ['Thank you!'], buyer_reference: 'PO 7' });
  for (const language of LANGUAGES) {
    const page = invoicePage({ document, language, ...nowhere });
    const text = readable(String(page.body)).replaceAll('\u00a0', ' ');
    const pdf = readDocument(await invoicePdf(document, { fonts: fontsWith(), language }));
    for (const { text: said, marks } of pdf.pages.flatMap(({ shown }) => shown)) {
      if (marks[0]?.tag === 'Artifact') continue;
      assert.ok(text.includes(said), `${language}: ${said}`);
    }
    assert.match(String(page.body), new RegExp(`<html lang="${language}">`));
  }
});

test('what others wrote is text, never markup, and nothing is loaded from elsewhere', () => {
  const name = '<script>alert(1)</script>"\'&';
  const lines = [lineOf(100, 19_000, { description: name })];
  const document = invoiceOf({ lines, notes: [name], buyer: { ...BUYER, name, contact: name } });
  const { body, headers = {} } = invoicePage({ document, ...nowhere });
  assert.doesNotMatch(String(body), /<script/);
  assert.doesNotMatch(String(body), /(src|href)="(https?:)?\/\//);
  assert.match(headers['Content-Security-Policy'] ?? '', /default-src 'none'; style-src 'self'/);
  assert.equal(headers['Cache-Control'], 'no-store');
});

test('files are linked where there are some', () => {
  const document = invoiceOf();
  const linked = invoicePage({ document, base_path: '', pdf_url: '/a.pdf', xml_url: null });
  assert.match(String(linked.body), /<a href="\/a\.pdf">Download PDF<\/a>/);
  assert.doesNotMatch(String(linked.body), /Download XML/);
  assert.doesNotMatch(String(invoicePage({ document, ...nowhere }).body), /Download/);
});
