// Writes invoices of every kind into a folder, for programs that check them (docs/invoices.md):
//   node launch.cjs test/harness/invoices/write-samples.ts /tmp/invoices
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { creditRest, invoiceAnew } from '../../../src/shop/money/invoices/correction.rules.ts';
import { creditRefund } from '../../../src/shop/money/invoices/credit-note.rules.ts';
import type { InvoiceDocument } from '../../../src/shop/money/invoices/invoice.rules.ts';
import { fontsWith } from '../../../src/shop/money/invoices/pdf/fonts.ts';
import { invoicePdf } from '../../../src/shop/money/invoices/pdf/invoice-pdf.ts';
import { whyNotElectronic } from '../../../src/shop/money/invoices/xml/en16931.rules.ts';
import { facturX } from '../../../src/shop/money/invoices/xml/factur-x.ts';
import { ubl } from '../../../src/shop/money/invoices/xml/ubl.ts';
import { BUYER, CARD, invoiceOf, lineOf } from './documents.ts';
import { pngOf } from './pictures.ts';
import { anyInvoice } from './random.ts';

const RANDOM_ONES = 100;

const folder = process.argv[2];
if (folder === undefined) throw new Error('Into which folder?');
mkdirSync(folder, { recursive: true });

const plain = invoiceOf();
const buyer = { ...BUYER, name: 'Right Company SARL', vat_number: 'FR83404833048' };
const issued_on = '2026-12-01';
const refund = {
  amount_minor: 4_000,
  number: 'INV-0043',
  issued_on: '2026-11-20',
  transaction_id: 'txn_2',
  payments: [{ ...CARD, amount_minor: 4_000 }],
};
const samples: Record<string, InvoiceDocument> = {
  plain,
  refund: creditRefund(plain, [], refund),
  credit_note: creditRest(plain, [], { number: 'INV-0043', next: 'INV-0044', issued_on }),
  corrected: invoiceAnew(plain, [], {
    ...{ number: 'INV-0044', issued_on, buyer, credit_number: 'INV-0043', reversed: null },
  }),
  reverse_charge: invoiceOf({ buyer, lines: [lineOf(10_000, 0, { tax_kind: 'reverse_charge' })] }),
  out_of_scope: invoiceOf({ lines: [lineOf(10_000, 0, { tax_kind: 'out_of_scope' })] }),
  scripts: invoiceOf({
    lines: [
      'Łódź',
      'Ελλάδα',
      'Київ',
      'Đặng',
      'İğne',
      'חברה (2026)',
      'شركة',
      '株式会社',
      'Ada 🚀',
    ].map((description) => lineOf(1_000, 19_000, { description })),
  }),
  long: invoiceOf({ lines: Array.from({ length: 60 }, (_, at) => lineOf(1_000 + at)) }),
};
fc.sample(anyInvoice, { numRuns: RANDOM_ONES, seed: 1 }).forEach((document, at) => {
  samples[`random-${at}`] = document;
});

const logo = { data: pngOf([11, 87, 208, 200], { width: 40, height: 12 }) };
for (const [name, document] of Object.entries(samples)) {
  const pdf = await invoicePdf(document, { fonts: fontsWith(), logo });
  writeFileSync(join(folder, `${name}.pdf`), pdf);
  if (whyNotElectronic(document).length > 0) continue;
  writeFileSync(join(folder, `${name}.ubl.xml`), ubl(document));
  writeFileSync(join(folder, `${name}.cii.xml`), facturX(document));
}
