import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertGood } from '../../../../../test/harness/invoices/assert-good.ts';
import { CARD } from '../../../../../test/harness/invoices/documents.ts';
import { anyInvoice } from '../../../../../test/harness/invoices/random.ts';
import { seed, times } from '../../../../../test/harness/seed.ts';
import { creditRefund } from '../credit-note.rules.ts';
import type { InvoiceDocument } from '../invoice.rules.ts';
import { whyNotElectronic } from './en16931.rules.ts';

const RUNS = times('INVOICE_RUNS', 150, 1_000);

test('random invoices, and credit notes of parts of them, break no rule', () => {
  const seen = { written: 0, without: 0, credited: 0 };
  const check = (document: InvoiceDocument) => {
    if (whyNotElectronic(document).length > 0) seen.without++;
    else {
      seen.written++;
      assertGood(document);
    }
  };
  fc.assert(
    fc.property(anyInvoice, fc.double({ min: 0.01, max: 1, noNaN: true }), (invoice, share) => {
      check(invoice);
      const unit = invoice.currency === 'KWD' ? 10 : 1;
      const amount_minor = Math.floor((invoice.total_minor * share) / unit) * unit;
      if (amount_minor <= 0) return;
      seen.credited++;
      const payments = [{ ...CARD, amount_minor }];
      const more = { number: 'C-1', issued_on: '2026-11-20', transaction_id: 'txn_2', payments };
      check(creditRefund(invoice, [], { ...more, amount_minor }));
    }),
    { numRuns: RUNS, seed: seed('INVOICE_SEED') },
  );
  assert.ok(seen.written > RUNS && seen.credited > RUNS / 2, JSON.stringify(seen));
});
