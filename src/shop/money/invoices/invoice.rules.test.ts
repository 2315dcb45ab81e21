import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Value from 'typebox/value';
import { CARD, invoiceOf, LINE, lineOf } from '../../../../test/harness/invoices/documents.ts';
import { dueMinor, InvoiceDocument, ratePpm, whyNotInvoice } from './invoice.rules.ts';

const WHOLE = invoiceOf({ lines: [lineOf(10_000), lineOf(500, 7_000), lineOf(300)] });

describe('a document', () => {
  test('adds up: lines, taxes by rate, net, tax and total', () => {
    const { taxes, net_minor, tax_minor, total_minor } = WHOLE;
    assert.deepEqual(
      taxes.map((group) => [ratePpm(group), group.net_minor, group.tax_minor]),
      [
        [190_000, 10_300, 1_957],
        [70_000, 500, 35],
      ],
    );
    assert.deepEqual([net_minor, tax_minor, total_minor], [10_800, 1_992, 12_792]);
    assert.equal(dueMinor(WHOLE), 0);
  });

  test('fits its schema, and is the same after it was kept as JSON', () => {
    assert.ok(Value.Check(InvoiceDocument, WHOLE));
    assert.deepEqual(JSON.parse(JSON.stringify(WHOLE)), WHOLE);
  });

  test('is paid by several means, and what is left is due', () => {
    const balance = { ...CARD, kind: 'balance' as const, amount_minor: 1_900 };
    const paid = invoiceOf({ payments: [{ ...CARD, amount_minor: 5_000 }, balance] });
    assert.equal(dueMinor(paid), 5_000);
  });
});

test('a document that contradicts itself is not issued', () => {
  const wrong: [Partial<InvoiceDocument>, RegExp][] = [
    [{ lines: [{ ...LINE, net_minor: 9_999 }] }, /line 1 net/],
    [{ lines: [{ ...LINE, tax_kind: 'exempt' }] }, /line 1 rate/],
    [{ lines: [{ ...LINE, rates: [] }] }, /tax without a rate/],
    [{ lines: [{ ...LINE, period_end: '2026-01-01' }] }, /ends before it starts/],
    [{ currency: 'XXX' }, /no such currency/],
    [{ paid_on: null }, /paid without a day/],
    [{ kind: 'credit_note' }, /a credit note credits an invoice/],
    [{ lines: [lineOf(-500)] }, /total/],
  ];
  for (const [change, message] of wrong) assert.throws(() => invoiceOf(change), message);
});

test('a change to what is kept is found', () => {
  assert.deepEqual(whyNotInvoice(WHOLE), []);
  for (const change of [
    { subtotal_minor: 1 },
    { discount_minor: 1 },
    { net_minor: 1 },
    { tax_minor: 1 },
    { total_minor: 1 },
    { taxes: [] },
    { lines: WHOLE.lines.slice(1) },
  ]) {
    assert.notDeepEqual(whyNotInvoice({ ...WHOLE, ...change }), [], JSON.stringify(change));
  }
});
