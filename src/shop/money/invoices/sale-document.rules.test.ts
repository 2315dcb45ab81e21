import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BUYER, SELLER } from '../../../../test/harness/invoices/documents.ts';
import { seed } from '../../../../test/harness/seed.ts';
import { calculateTax, type TaxableLine } from '../../tax/calculate-tax.rules.ts';
import { NO_TAX, type TaxDecision } from '../../tax/decide-tax.rules.ts';
import { refundTax } from '../../tax/refund-tax.rules.ts';
import { creditRefund } from './credit-note.rules.ts';
import { dueMinor, type InvoiceDocument, whyNotInvoice } from './invoice.rules.ts';
import {
  isSale,
  type SaleTerms,
  type SettledSale,
  saleDocument,
  taxGroupsOf,
} from './sale-document.rules.ts';

const TERMS: Omit<SaleTerms, 'preceding'> = {
  ...{ mode: 'test', language: 'en', currency: 'EUR', number: 'INV-0001' },
  ...{ issued_on: '2026-11-16', due_on: '2026-11-16', paid_on: '2026-11-16' },
  ...{ seller: SELLER, buyer: BUYER, tax_in_currency: null, notes: [] },
  ...{ customer_id: 'ada', transaction_id: 'txn_1', buyer_reference: null },
};

const CREDITED = { relation: 'credits', number: 'INV-0000', issued_on: '2026-11-01' } as const;

const rate = (tax: string, rate_ppm: number, region: string | null = null) => ({
  ...{ tax, rate_ppm, rate_type: 'standard' as const, region },
});
const charged = (country: string, ...rates: TaxDecision['rates']): TaxDecision => ({
  ...{ kind: 'charged', country, region: null, scheme: 'standard', note: null, rates },
});
const DECISIONS: TaxDecision[] = [
  NO_TAX,
  charged('DE', rate('VAT', 190_000)),
  charged('HU', rate('VAT', 270_000)),
  charged('CA', rate('GST', 50_000), rate('QST', 99_750, 'QC')),
  { ...NO_TAX, kind: 'reverse_charge', country: 'FR', note: 'reverse_charge' },
  { ...NO_TAX, kind: 'exempt', country: 'DE', note: 'exempt' },
];

/** A sale of these lines, with what is paid from the balance or added to it. */
function soldOf(given: TaxableLine[], balance_change_minor = 0): SettledSale {
  const bill = calculateTax(given);
  const row = (line: TaxableLine) =>
    bill.rows.findIndex(
      ({ kind, country, corrects }) =>
        kind === line.tax.kind && country === line.tax.country && corrects === line.corrects,
    );
  const lines = given.map((line, at) => ({
    ...{ description: `Line ${at}`, quantity: (at % 3) + 1 },
    amount_minor: bill.lines[at]?.amount_minor ?? 0,
    tax_minor: bill.lines[at]?.tax_minor ?? 0,
    kind: line.is_discount
      ? ('discount' as const)
      : line.corrects
        ? ('unused' as const)
        : ('sale' as const),
    tax_row: row(line),
  }));
  return {
    lines,
    tax_rows: bill.rows,
    total_minor: bill.total_minor + balance_change_minor,
    balance_change_minor,
    ...{ card_brand: 'visa', card_last_four: '4242', period: null, prices_include_tax: true },
  };
}

const lineOf = (amount_minor: number, more: Partial<TaxableLine> = {}): TaxableLine => ({
  ...{ amount_minor, includes_tax: true, is_discount: false, tax: NO_TAX, corrects: null },
  ...more,
});

const anyTax = fc.constantFrom(...DECISIONS);

/** A price and a discount on it, and perhaps time of another price that is given back. */
const anyBill = fc
  .record({
    price: fc.integer({ min: 1, max: 10_000_000 }),
    percent: fc.integer({ min: 0, max: 100 }),
    unused: fc.integer({ min: 0, max: 9_000_000 }),
    includes_tax: fc.boolean(),
    tax: anyTax,
    old_tax: anyTax,
  })
  .map(({ price, percent, unused, includes_tax, tax, old_tax }) => {
    const off = Math.floor((price * percent) / 100);
    return [
      ...(unused > 0 ? [lineOf(-unused, { tax: old_tax, corrects: '2026-11-01' })] : []),
      lineOf(price, { tax, includes_tax }),
      ...(off > 0 ? [lineOf(-off, { tax, includes_tax, is_discount: true })] : []),
    ];
  });

describe('the document of a sale', () => {
  test('has the total and the tax of the payment, whatever was sold, given back and paid how', () => {
    const property = fc.property(anyBill, fc.integer({ min: -900, max: 900 }), (given, balance) => {
      const bill = calculateTax(given);
      const is_back = bill.total_minor < 0;
      const sale = soldOf(
        given,
        is_back ? 0 - bill.total_minor : Math.max(balance, -bill.total_minor),
      );
      const document = saleDocument(sale, { ...TERMS, preceding: is_back ? CREDITED : null });
      const sign = is_back ? -1 : 1;
      assert.deepEqual(whyNotInvoice(document), []);
      assert.equal(document.kind, is_back ? 'credit_note' : 'invoice');
      assert.equal(document.total_minor, sign * bill.total_minor);
      assert.equal(document.tax_minor, 0 + sign * bill.tax_minor || 0);
      assert.equal(document.subtotal_minor, sign * bill.subtotal_minor || 0);
      assert.equal(document.discount_minor, sign * bill.discount_minor || 0);
      assert.equal(dueMinor(document), 0);
    });
    fc.assert(property, { numRuns: 1_000, seed: seed('INVOICE_SEED') });
  });

  test('credit notes of refunds have the tax that the refund has, and add up to the whole', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 4 });
    const property = fc.property(anyBill, parts, (given, percents) => {
      const sale = soldOf(given);
      if (sale.total_minor <= 0) return;
      const invoice = saleDocument(sale, { ...TERMS, preceding: null });
      const notes: InvoiceDocument[] = [];
      const given_back: (typeof sale.tax_rows)[] = [];
      let left = sale.total_minor;
      for (const percent of [...percents, 100]) {
        const amount_minor = Math.floor((left * percent) / 100);
        if (amount_minor === 0) continue;
        const paid_on = '2026-11-16';
        const share = refundTax({ paid: sale.tax_rows, given_back, amount_minor, paid_on });
        const note = creditRefund(invoice, notes, {
          ...{ number: 'INV-0002', issued_on: '2026-11-17', transaction_id: 'txn_2' },
          ...{ payments: [], amount_minor, taxes: taxGroupsOf(share.rows) },
        });
        assert.deepEqual(whyNotInvoice(note), []);
        assert.deepEqual([note.total_minor, note.tax_minor], [amount_minor, share.tax_minor]);
        notes.push(note);
        given_back.push(share.rows);
        left -= amount_minor;
      }
      const sum = (field: 'tax_minor' | 'net_minor') =>
        notes.reduce((all, note) => all + note[field], 0);
      assert.deepEqual(
        [sum('net_minor'), sum('tax_minor')],
        [invoice.net_minor, invoice.tax_minor],
      );
    });
    fc.assert(property, { numRuns: 1_000, seed: seed('INVOICE_SEED') });
  });

  test('a discount is on the line before it; two taxes that are charged together keep their sums', () => {
    const tax = charged('CA', rate('GST', 50_000), rate('QST', 99_750, 'QC'));
    const sale = soldOf([
      lineOf(10_000, { tax, includes_tax: false }),
      lineOf(-1_000, { tax, includes_tax: false, is_discount: true }),
    ]);
    const { lines, taxes } = saleDocument(sale, { ...TERMS, preceding: null });
    const [line, ...more] = lines;
    assert.equal(more.length, 0);
    assert.deepEqual(
      [line?.subtotal_minor, line?.discount_minor, line?.net_minor, line?.tax_minor],
      [10_000, 1_000, 9_000, 1_348],
    );
    assert.deepEqual(taxes[0]?.rate_taxes_minor, [450, 898]);
  });

  test('what has no lines but of the balance is no sale, nor is what costs nothing', () => {
    const line = { description: 'x', quantity: 1, tax_minor: 0, tax_row: null };
    const is = (...lines: { kind: 'sale' | 'balance' | 'discount'; amount_minor: number }[]) =>
      isSale({ lines: lines.map((one) => ({ ...line, ...one })) });
    assert.equal(is({ kind: 'balance', amount_minor: 500 }), false);
    assert.equal(is({ kind: 'sale', amount_minor: 0 }), false);
    assert.equal(
      is({ kind: 'sale', amount_minor: 0 }, { kind: 'balance', amount_minor: 5 }),
      false,
    );
    const free = [
      { kind: 'sale', amount_minor: 500 },
      { kind: 'discount', amount_minor: -500 },
    ] as const;
    assert.equal(is(...free), true);
  });
});

test('lines of a change are in the language of the document; older ones keep their description', () => {
  const [from, to] = [Date.parse('2026-11-24'), Date.parse('2026-12-14')];
  const line = (amount_minor: number, more: object) => ({
    ...{ description: 'As it was', quantity: 1, amount_minor, tax_minor: 0, tax_row: null },
    ...more,
  });
  const sale: SettledSale = {
    lines: [
      line(-1_000, { kind: 'unused', about: { reason: 'unused_time', name: 'Pro', from, to } }),
      line(5_000, { kind: 'sale', about: { reason: 'remaining_time', name: 'Team', from, to } }),
      line(2_000, { kind: 'sale', about: { reason: 'period', name: 'Plus', from, to } }),
      line(500, { kind: 'sale' }),
    ].map((one) => ({ kind: 'sale', ...one })),
    ...{ tax_rows: [], total_minor: 6_500, balance_change_minor: 0, period: null },
    ...{ card_brand: null, card_last_four: null, prices_include_tax: false },
  };
  const said = (language: 'de' | 'en') =>
    saleDocument(sale, { ...TERMS, preceding: null, language }).lines.map((one) => one.description);
  assert.deepEqual(said('de'), [
    'Nicht genutzte Zeit von Pro, 24. November 2026 bis 14. Dezember 2026',
    'Restlaufzeit von Team',
    'Plus',
    'As it was',
  ]);
  assert.equal(said('en')[0], 'Unused time on Pro, 24 November 2026 to 14 December 2026');
});
