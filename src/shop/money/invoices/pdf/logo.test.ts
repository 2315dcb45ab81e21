import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invoiceOf, SELLER } from '../../../../../test/harness/invoices/documents.ts';
import { readDocument, textString } from '../../../../../test/harness/invoices/pdf-pages.ts';
import { jpegOf, pngOf } from '../../../../../test/harness/invoices/pictures.ts';
import { fontsWith } from './fonts.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { whyNotLogo } from './logo.ts';

describe('a logo', () => {
  for (const [name, data] of Object.entries({
    PNG: pngOf([11, 87, 208]),
    'PNG with transparency': pngOf([11, 87, 208, 128]),
    JPEG: jpegOf(3),
  })) {
    test(`${name} is shown, with the seller's name for those who cannot see it`, async () => {
      assert.equal(whyNotLogo(data), undefined);
      const make = () => invoicePdf(invoiceOf(), { fonts: fontsWith(), logo: { data } });
      const file = await make();
      const { pages, dictionary, pdf } = readDocument(file);
      const resources = dictionary(pages[0]?.dictionary.Resources);
      assert.equal(Object.keys(dictionary(resources.XObject)).length, 1);
      const alternatives = [...pdf.objects.values()].flatMap((value) => {
        const alt = value !== null && typeof value === 'object' && 'Alt' in value ? value.Alt : '';
        return typeof alt === 'string' && alt !== '' ? textString(alt) : [];
      });
      assert.deepEqual(alternatives, [SELLER.name]);
      assert.ok(file.equals(await make()), 'the same bytes again');
    });
  }

  test('is refused if it is large, of another kind, for printing presses or broken', () => {
    const cut = pngOf([1, 2, 3]).subarray(0, 40);
    const changed = (at: number, value: number) => {
      const data = pngOf([1, 2, 3, 4]);
      data.writeUInt8(value, at);
      return data;
    };
    for (const [data, why] of [
      [Buffer.alloc(60_000), /at most 50 kB/],
      [Buffer.from('<svg/>'), /PNG or JPEG/],
      [Buffer.from('GIF89a'), /PNG or JPEG/],
      [Buffer.alloc(0), /PNG or JPEG/],
      [jpegOf(4), /CMYK/],
      [jpegOf(3).subarray(0, 12), /cannot be read/],
      [pngOf([1, 2, 3], { bits: 16 }), /8 bits/],
      [pngOf([1, 2, 3], { width: 2_001, height: 1 }), /pixels/],
      [cut, /cannot be read/],
      [changed(43, 0), /cannot be read/],
      [changed(23, 2), /cannot be read/],
      [changed(23, 200), /cannot be read/],
      [changed(25, 9), /cannot be read/],
      [changed(25, 3), /cannot be read/],
      [changed(28, 1), /interlaced/],
      [pngOf([1, 2, 3, 4], { filter: 9 }), /cannot be read/],
    ] as const) {
      assert.match(whyNotLogo(data) ?? 'accepted', why);
    }
  });
});
