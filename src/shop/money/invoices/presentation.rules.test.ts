import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ADDRESS,
  BUYER,
  CARD,
  invoiceOf,
  lineOf,
} from '../../../../test/harness/invoices/documents.ts';
import { textsIn } from '../../../../texts/invoices.ts';
import { creditRefund } from './credit-note.rules.ts';
import { amountIn, dayIn, decimalText, taxIn } from './format.rules.ts';
import { type InvoiceDocument, type InvoicePayment, LANGUAGES } from './invoice.rules.ts';
import { presentInvoice } from './presentation.rules.ts';

const NB = '\u00a0';

describe('texts', () => {
  const placesIn = (value: unknown): unknown =>
    typeof value === 'string' ? (value.match(/\{\w+\}/g) ?? []).toSorted() : [];

  for (const language of LANGUAGES) {
    test(`${language} says everything, and puts in what English puts in`, () => {
      const [texts, english] = [textsIn(language), textsIn('en')];
      for (const [name, text] of Object.entries(english)) {
        const other: unknown = Object.entries(texts).find(([key]) => key === name)?.[1];
        assert.notEqual(other, '', name);
        assert.deepEqual(placesIn(other), placesIn(text), name);
      }
      assert.equal(texts.format.months.length, 12);
      assert.equal(new Set(texts.format.months).size, 12);
      assert.match(texts.reverse_charge_note, /reverse charge/i);
    });
  }
});

describe('amounts, rates and days', () => {
  const cases: [number, string, (typeof LANGUAGES)[number], string][] = [
    [123_456_789, 'EUR', 'en', '€1,234,567.89'],
    [123_456_789, 'EUR', 'de', `1.234.567,89${NB}€`],
    [123_456_789, 'EUR', 'fr', `1${NB}234${NB}567,89${NB}€`],
    [123_456_789, 'EUR', 'nl', `€${NB}1.234.567,89`],
    [1_999, 'CHF', 'en', `CHF${NB}19.99`],
    [1_999, 'PLN', 'pl', `19,99${NB}PLN`],
    [1_000, 'JPY', 'en', `JPY${NB}1,000`],
    [12_345, 'KWD', 'en', `KWD${NB}12.345`],
    [5, 'USD', 'en', '$0.05'],
    [0, 'EUR', 'en', '€0.00'],
    [-5, 'EUR', 'en', '−€0.05'],
    [-1_000, 'JPY', 'de', `−1.000${NB}JPY`],
  ];
  for (const [minor, currency, language, expected] of cases) {
    test(`${minor} ${currency} in ${language} is ${expected}`, () => {
      assert.equal(amountIn(minor, currency, textsIn(language)), expected);
    });
  }

  test('for machines: a plain decimal, exact', () => {
    const all = [decimalText(-5, 'EUR'), decimalText(1_000, 'JPY'), decimalText(12_345, 'KWD')];
    assert.deepEqual(all, ['-0.05', '1000', '12.345']);
    assert.equal(decimalText(Number.MAX_SAFE_INTEGER, 'EUR'), '90071992547409.91');
  });

  test('rates and days are written as the language does', () => {
    const rates = [
      { tax: 'GST', rate_ppm: 50_000 },
      { tax: 'QST', rate_ppm: 99_750 },
    ];
    const quebec = { tax_kind: 'charged' as const, rates };
    assert.equal(taxIn(quebec, textsIn('en')), '14.975%');
    assert.equal(taxIn(quebec, textsIn('de')), `14,975${NB}%`);
    assert.equal(dayIn('2026-03-01', textsIn('de')), '1. März 2026');
    assert.equal(dayIn('2026-03-01', textsIn('pt')), '1 de março de 2026');
  });
});

describe('what a document says', () => {
  const labels = (document: InvoiceDocument) =>
    presentInvoice(document).sums.map(({ label, amount }) => `${label}: ${amount}`);
  const balance = (amount_minor: number): InvoicePayment => ({
    ...CARD,
    kind: 'balance',
    amount_minor,
    card_brand: null,
    card_last4: null,
  });

  test('discount, tax by rate, total and payments, so that they add up', () => {
    const lines = [lineOf(10_000, 19_000, { discount_minor: 1_500 }), lineOf(700, 7_000)];
    const payments = [{ ...CARD, amount_minor: 11_649 }, balance(1_000)];
    assert.deepEqual(labels(invoiceOf({ lines, payments })), [
      'Subtotal: €122.00',
      'Discount: −€15.00',
      'Total before tax: €107.00',
      'VAT 19% on €100.00: €19.00',
      'VAT 7% on €7.00: €0.49',
      'Total (EUR): €126.49',
      'Paid with Visa ending in 4242: €116.49',
      'Paid from your balance: €10.00',
    ]);
  });

  test('the rates of lines are headed VAT only where that is what the taxes are called', () => {
    const named = (...taxes: string[]) =>
      taxes.map((tax) => lineOf(20_000, 8_875, { rates: [{ tax, rate_ppm: 88_750 }] }));
    const label = (lines: InvoiceDocument['lines'], language: (typeof LANGUAGES)[number] = 'en') =>
      presentInvoice(invoiceOf({ lines, language })).tax_label;
    assert.equal(label(named('VAT', 'VAT')), 'VAT');
    assert.equal(label([lineOf(1_200, 0, { tax_kind: 'exempt', rates: [] })], 'de'), 'USt.');
    assert.equal(label(named('Sales tax')), 'Tax');
    assert.equal(label(named('GST', 'VAT'), 'de'), 'Steuer');
  });

  test('what was charged beyond the total went to the balance', () => {
    const payments = [{ ...CARD, amount_minor: 12_000 }, balance(-100)];
    assert.deepEqual(labels(invoiceOf({ payments })).slice(-2), [
      'Paid with Visa ending in 4242: €120.00',
      'Added to your balance: −€1.00',
    ]);
  });

  test('an open one says when it is due, and how much', () => {
    const open = invoiceOf({ payments: [], paid_on: null, due_on: '2026-12-16' });
    assert.equal(presentInvoice(open).statement, '€119.00 due by 16 December 2026');
    assert.equal(labels(open).at(-1), 'Amount due: €119.00');
  });

  test('a credit note says what it credits and where the money went', () => {
    const refund = { amount_minor: 5_950, number: 'INV-0043', issued_on: '2026-11-20' };
    const payments = [{ ...CARD, amount_minor: 5_000 }, balance(950)];
    const note = creditRefund(invoiceOf(), [], { ...refund, transaction_id: 'txn_2', payments });
    const { title, statement, notes, facts } = presentInvoice(note);
    assert.equal(title, 'Credit note');
    assert.equal(statement, '€59.50 credited on 20 November 2026');
    assert.deepEqual(notes, ['Credit for invoice INV-0042 of 16 November 2026']);
    assert.ok(!facts.some(({ label }) => label === 'Paid'));
    assert.deepEqual(labels(note).slice(-3), [
      'Total credited (EUR): €59.50',
      'Refunded to Visa ending in 4242: €50.00',
      'Added to your balance: €9.50',
    ]);
  });

  test('nothing is said of a tax that does not apply, but that it does not', () => {
    const document = invoiceOf({
      lines: [lineOf(10_000, 0, { tax_kind: 'out_of_scope', note: 'outside_seller_country' })],
    });
    assert.deepEqual(labels(document).slice(0, 1), ['Total (EUR): €100.00']);
    assert.deepEqual(presentInvoice(document).notes, [textsIn('en').outside_seller_country_note]);
  });

  test('a tax has its own name where it has one', () => {
    const lines = [lineOf(10_000, 10_000, { rates: [{ tax: 'GST', rate_ppm: 100_000 }] })];
    assert.ok(labels(invoiceOf({ lines })).includes('GST 10% on €100.00: €10.00'));
  });

  test('taxes that are charged together have a row each', () => {
    const rates = [
      { tax: 'GST', rate_ppm: 50_000 },
      { tax: 'QST', rate_ppm: 99_750 },
    ];
    const document = invoiceOf({ lines: [lineOf(10_000, 14_975, { rates })] });
    assert.deepEqual(labels(document).slice(1, 3), [
      'GST 5% on €100.00: €5.00',
      'QST 9.975% on €100.00: €9.98',
    ]);
    assert.equal(presentInvoice(document).lines[0]?.tax, '14.975%');
  });

  test('a seller who is not registered says nothing of a tax', () => {
    const lines = [lineOf(10_000, 0, { tax_kind: 'not_registered' })];
    const { sums, notes, lines: shown } = presentInvoice(invoiceOf({ lines }));
    assert.deepEqual([sums[0]?.label, notes, shown[0]?.tax], ['Total (EUR)', [], '–']);
  });

  test('reverse charge names the law of the Union only where it holds', () => {
    const lines = [lineOf(10_000, 0, { tax_kind: 'reverse_charge' })];
    const noteFor = (country: string) =>
      presentInvoice(
        invoiceOf({ lines, buyer: { ...BUYER, address: { ...ADDRESS, country } } }),
      ).notes.join();
    assert.match(noteFor('FR'), /^Reverse charge: .* 2006\/112\/EC/);
    assert.equal(noteFor('AU'), 'Reverse charge: the recipient is liable for the tax.');
  });

  test('addresses are written as in their country', () => {
    const place = { ...ADDRESS, city: 'Springfield', state: 'IL', postal_code: '62701' };
    const at = (country: string) =>
      presentInvoice(invoiceOf({ buyer: { ...BUYER, address: { ...place, country } } })).buyer;
    assert.ok(at('US').includes('Springfield IL 62701'));
    assert.ok(at('DE').includes('62701 Springfield'));
    assert.ok(at('US').includes('United States'));
  });
});
