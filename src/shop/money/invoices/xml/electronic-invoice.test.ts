import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertGood } from '../../../../../test/harness/invoices/assert-good.ts';
import { brokenRules } from '../../../../../test/harness/invoices/business-rules.ts';
import {
  ADDRESS,
  BUYER,
  CARD,
  invoiceOf,
  lineOf,
  SELLER,
} from '../../../../../test/harness/invoices/documents.ts';
import { readModel } from '../../../../../test/harness/invoices/semantic-model.ts';
import { creditRefund } from '../credit-note.rules.ts';
import type { InvoiceDocument } from '../invoice.rules.ts';
import { whyNotElectronic } from './en16931.rules.ts';
import { facturX } from './factur-x.ts';
import { ubl } from './ubl.ts';

const OUTSIDE = lineOf(10_000, 0, { tax_kind: 'out_of_scope' });
const REVERSE = lineOf(10_000, 0, { tax_kind: 'reverse_charge' });
const KINDS = { ...BUYER, vat_number: 'FR83404833048' };

describe('an invoice in UBL and in Factur-X', () => {
  test('says the same in both, and what the document says', () => {
    const lines = [
      lineOf(10_000, 19_000, { quantity: 3, discount_minor: 1_500 }),
      lineOf(4_500, 7_000),
    ];
    const model = assertGood(invoiceOf({ lines, buyer_reference: 'PO 7' }));
    const { number, type, currency, issued_on, delivered_on, order } = model;
    assert.deepEqual(
      [number, type, currency, issued_on, delivered_on, order],
      ['INV-0042', '380', 'EUR', '2026-11-16', '2026-11-16', 'PO 7'],
    );
    assert.deepEqual(
      model.taxes.map(({ category, rate, net, tax }) => [category, rate, net, tax]),
      [
        ['S', '19', '100.00', '19.00'],
        ['S', '7', '45.00', '3.15'],
      ],
    );
    assert.deepEqual(
      [model.net, model.tax, model.total, model.paid, model.due],
      ['145.00', '22.15', '167.15', '167.15', '0.00'],
    );
    const [line] = model.lines;
    assert.deepEqual(
      [line?.quantity, line?.price, line?.base_quantity, line?.allowances[0]?.amount, line?.net],
      ['3', '115.00', '3', '15.00', '100.00'],
    );
    assert.deepEqual([model.payment_code, model.card], ['48', '4242']);
  });

  test('reverse charge is AE with both numbers, its reason in words and as a code', () => {
    const model = assertGood(invoiceOf({ lines: [REVERSE], buyer: KINDS }));
    const [tax] = model.taxes;
    assert.deepEqual([tax?.category, tax?.rate, tax?.reason_code], ['AE', '0', 'VATEX-EU-AE']);
    assert.match(tax?.reason ?? '', /Reverse charge/);
    assert.ok(model.notes.some((note) => note.includes('Reverse charge')));
    assert.deepEqual(
      [model.seller.vat_identifier, model.buyer.vat_identifier],
      ['DE136695976', 'FR83404833048'],
    );
  });

  test('outside of the tax there is no rate and no VAT number, but an identifier', () => {
    const model = assertGood(invoiceOf({ lines: [OUTSIDE], buyer: KINDS }));
    assert.deepEqual([model.taxes[0]?.category, model.taxes[0]?.rate], ['O', undefined]);
    assert.deepEqual(
      [model.seller.vat_identifier, model.seller.tax_registration, model.buyer.identifier],
      [undefined, 'DE136695976', 'FR83404833048'],
    );
  });

  test('zero-rated, exempt and taxed lines stand beside each other; reasons only where one is due', () => {
    const exempt = (exemption_reason: string) =>
      lineOf(700, 0, { tax_kind: 'exempt', exemption_reason });
    const zero = lineOf(500, 0, { tax_kind: 'zero' });
    const model = assertGood(
      invoiceOf({ lines: [exempt('§ 19'), exempt('§ 4'), zero, lineOf(300)] }),
    );
    assert.deepEqual(
      model.taxes.map(({ category, net, reason }) => [category, net, reason]),
      [
        ['E', '14.00', '§ 19 § 4'],
        ['Z', '5.00', undefined],
        ['S', '3.00', undefined],
      ],
    );
  });

  test('what is given back has a quantity below zero and a price above it', () => {
    const [back] = assertGood(invoiceOf({ lines: [lineOf(-2_500), lineOf(9_900)] })).lines;
    assert.deepEqual([back?.quantity, back?.price, back?.net], ['-1', '25.00', '-25.00']);
  });

  test('a credit note is type 381, with amounts above zero and the invoice it credits', () => {
    const refund = { amount_minor: 4_000, number: 'INV-0043', issued_on: '2026-11-20' };
    const payments = [{ ...CARD, amount_minor: 4_000 }];
    const note = creditRefund(invoiceOf(), [], { ...refund, transaction_id: 'txn_2', payments });
    const model = assertGood(note);
    assert.match(ubl(note), /<CreditNote /);
    assert.deepEqual(model.preceding, [{ number: 'INV-0042', issued_on: '2026-11-16' }]);
    assert.deepEqual([model.type, model.total, model.tax], ['381', '40.00', '6.39']);
  });

  test('an amount that is due has a day or terms', () => {
    const open = { payments: [], paid_on: null };
    assert.equal(assertGood(invoiceOf({ ...open, due_on: '2026-12-16' })).due_on, '2026-12-16');
    assert.match(assertGood(invoiceOf(open)).terms ?? '', /119\.00/);
  });

  test('the tax is also said in the currency of the tax office', () => {
    const tax_in_currency = { currency: 'EUR', tax_minor: 1_777 };
    const model = assertGood(invoiceOf({ currency: 'USD', tax_in_currency }));
    assert.deepEqual([model.tax_currency, model.tax_in_currency], ['EUR', '17.77']);
  });

  test('names keep their signs, and what XML cannot contain is left out', () => {
    const name = '<A & "B">\u0000\ud800 株式会社 🚀';
    const model = assertGood(invoiceOf({ buyer: { ...BUYER, name } }));
    assert.equal(model.buyer.name, '<A & "B">\ufffd 株式会社 🚀');
  });
});

describe('what EN 16931 demands and a document does not have is named, not made up', () => {
  const nowhere = { ...ADDRESS, country: null };
  const numberless = { ...SELLER, vat_number: null, registration: null };
  const cases: [string, InvoiceDocument, string[]][] = [
    ['the countries', invoiceOf({ buyer: { ...BUYER, address: nowhere } }), ['buyer_country']],
    ['the countries', invoiceOf({ seller: { ...SELLER, address: nowhere } }), ['seller_country']],
    ['the seller’s number', invoiceOf({ seller: numberless }), ['seller_tax_number']],
    ['the buyer’s number', invoiceOf({ lines: [REVERSE] }), ['buyer_vat_number']],
    ['two decimals', invoiceOf({ currency: 'KWD', lines: [lineOf(12_345)] }), ['two_decimals']],
    [
      'a tax of its rate',
      invoiceOf({ currency: 'JPY', lines: [lineOf(100, 10_000, { tax_minor: 12 })] }),
      ['tax_of_rate'],
    ],
    [
      'nothing else beside what is outside of the tax',
      invoiceOf({ lines: [OUTSIDE, lineOf(500)] }),
      ['outside_alone'],
    ],
    ['nothing: all is there', invoiceOf(), []],
    [
      'nothing: both kinds outside of the tax are one',
      invoiceOf({ lines: [OUTSIDE, lineOf(500, 0, { tax_kind: 'not_registered' })] }),
      [],
    ],
    [
      'nothing: without tax the seller needs no tax number',
      invoiceOf({ seller: numberless, lines: [OUTSIDE] }),
      [],
    ],
  ];
  for (const [title, document, expected] of cases) {
    test(`${title} (${expected.join(', ')})`, () => {
      assert.deepEqual(whyNotElectronic(document), expected);
      if (expected.length === 0) assertGood(document);
    });
  }
});

test('the rules find what is wrong', () => {
  const good = facturX(invoiceOf());
  const changes: [string, string, RegExp][] = [
    ['<ram:GrandTotalAmount>119.00', '<ram:GrandTotalAmount>118.00', /BR-CO-15/],
    ['<ram:CalculatedAmount>19.00', '<ram:CalculatedAmount>17.00', /BR-CO-17/],
    ['<ram:CategoryCode>S', '<ram:CategoryCode>Z', /BR-CO-18/],
    ['<ram:DuePayableAmount>0.00', '<ram:DuePayableAmount>1.00', /BR-CO-16/],
    ['DE136695976', '136695976', /BR-CO-09/],
    ['<ram:CountryID>DE', '<ram:CountryID>XX', /BR-09/],
    ['<ram:LineTotalAmount>100.00', '<ram:LineTotalAmount>100.001', /BR-DEC/],
  ];
  for (const [from, to, rule] of changes) {
    assert.notEqual(good, good.replace(from, to), from);
    assert.match(brokenRules(readModel(good.replace(from, to))).join(' '), rule);
  }
});
