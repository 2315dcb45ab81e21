import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  ADDRESS,
  BUYER,
  CARD,
  invoiceOf,
  lineOf,
} from '../../../../test/harness/invoices/documents.ts';
import { anyInvoice } from '../../../../test/harness/invoices/random.ts';
import { seed } from '../../../../test/harness/seed.ts';
import {
  type BuyerChange,
  changedBuyer,
  creditRest,
  invoiceAnew,
  whyNotCorrect,
} from './correction.rules.ts';
import { creditRefund } from './credit-note.rules.ts';
import {
  composeInvoice,
  dueMinor,
  type InvoiceDocument,
  type InvoiceParty,
  whyNotInvoice,
} from './invoice.rules.ts';
import { NO_ADDRESS } from './party.rules.ts';

const RIGHT: InvoiceParty = { ...BUYER, name: 'Right Company SARL', vat_number: 'FR83404833048' };

const refund = (invoice: InvoiceDocument, earlier: InvoiceDocument[], amount_minor: number) =>
  creditRefund(invoice, earlier, {
    amount_minor,
    number: `INV-1${earlier.length}`,
    issued_on: '2026-11-20',
    transaction_id: 'txn_2',
    payments: [{ ...CARD, amount_minor }],
  });

describe('a correction', () => {
  const invoice = invoiceOf();
  const numbered = { number: 'INV-0043', next: 'INV-0044', issued_on: '2026-12-01' };
  const credit_note = creditRest(invoice, [], numbered);
  const anew = invoiceAnew(invoice, [], {
    ...{ number: 'INV-0044', issued_on: '2026-12-01', buyer: RIGHT },
    ...{ credit_number: 'INV-0043', reversed: null },
  });

  test('is a credit note over everything and the invoice anew, with the next two numbers', () => {
    assert.deepEqual([credit_note.number, anew.number], ['INV-0043', 'INV-0044']);
    assert.deepEqual([credit_note.kind, anew.kind], ['credit_note', 'invoice']);
    assert.deepEqual([credit_note.buyer.name, anew.buyer.name], [BUYER.name, 'Right Company SARL']);
    assert.deepEqual(credit_note.preceding, {
      relation: 'credits',
      number: 'INV-0042',
      issued_on: '2026-11-16',
    });
    assert.equal(anew.preceding?.relation, 'replaces');
    assert.deepEqual([...whyNotInvoice(credit_note), ...whyNotInvoice(anew)], []);
  });

  test('moves no money: one is set off against the other, and the new one stays paid', () => {
    assert.deepEqual([credit_note.total_minor, credit_note.tax_minor], [11_900, 1_900]);
    assert.deepEqual([anew.total_minor, anew.tax_minor, dueMinor(anew)], [11_900, 1_900, 0]);
    assert.deepEqual(anew.payments, invoice.payments);
    assert.equal(credit_note.payments[0]?.offset_number, anew.number);
    assert.deepEqual([anew.supplied_on, anew.paid_on], ['2026-11-16', '2026-11-16']);
  });

  test('after a refund is about the rest, and with a refund that failed about both', () => {
    const note = refund(invoice, [], 1_190);
    const rest = creditRest(invoice, [note], numbered);
    assert.deepEqual([rest.total_minor, rest.tax_minor], [10_710, 1_710]);
    const terms = { number: 'INV-0044', issued_on: '2026-12-01', buyer: RIGHT };
    const one = invoiceAnew(invoice, [note], {
      ...{ ...terms, credit_number: 'INV-0043', reversed: null },
    });
    assert.deepEqual([one.total_minor, one.tax_minor, dueMinor(one)], [10_710, 1_710, 0]);
    const both = invoiceAnew(invoice, [note], {
      ...{ ...terms, credit_number: 'INV-0043', reversed: note },
    });
    assert.deepEqual([both.total_minor, both.tax_minor, dueMinor(both)], [11_900, 1_900, 0]);
    for (const document of [rest, one, both]) assert.deepEqual(whyNotInvoice(document), []);
  });

  test('is possible for 90 days, while something is left, and with the same country', () => {
    const sale = { is_refunded: false, corrections: 0, first_issued_on: '2026-11-16' };
    const why = (more = {}, buyer = RIGHT, of = invoice) =>
      whyNotCorrect(of, buyer, { ...sale, today: '2026-12-01', ...more });
    assert.equal(why(), undefined);
    assert.equal(why({ today: '2027-02-13' }), undefined);
    assert.equal(why({ today: '2027-02-14' }), 'correction_too_late');
    assert.equal(why({ is_refunded: true }), 'invoice_refunded');
    assert.equal(why({ corrections: 9 }), undefined);
    assert.equal(why({ corrections: 10 }), 'correction_limit');
    const elsewhere = { ...RIGHT, address: { ...ADDRESS, country: 'AT' } };
    assert.equal(why({}, elsewhere), 'correction_country');
    // Nobody had asked for the country.
    const nowhere = { ...BUYER, address: { ...ADDRESS, country: null } };
    assert.equal(why({}, elsewhere, { ...invoice, buyer: nowhere }), undefined);
  });
});

test('a change of the buyer keeps what is not sent and clears what is null', () => {
  const document = invoiceOf();
  const { buyer } = document;
  const change = (sent: BuyerChange, of = document) => changedBuyer(of, sent);
  assert.deepEqual(change({}), buyer);
  const nameless = { ...document, buyer: { ...buyer, name: document.customer_id, contact: null } };
  const company = change({ company: 'Engines', tax_id: 'fr 83 404 833 048' }, nameless);
  assert.deepEqual([company.name, company.contact], ['Engines', null]);
  assert.deepEqual([company.vat_number, company.tax_number], ['FR83404833048', null]);
  assert.equal(change({ tax_id: 'none of ours' }).tax_number, 'none of ours');
  const both = change({ company: 'Engines', name: 'Ada', email: null });
  assert.deepEqual([both.name, both.contact, both.email], ['Engines', 'Ada', null]);
  const person = change({ company: null, name: 'Ada', tax_id: null });
  assert.deepEqual([person.name, person.contact, person.vat_number], ['Ada', null, null]);
  const { address } = change({ address: { line1: 'Elsewhere 1' } });
  const { country } = buyer.address;
  assert.deepEqual(address, { ...NO_ADDRESS, line1: 'Elsewhere 1', country });
  assert.equal(change({ address: { country: 'at' } }).address.country, 'AT');
});

describe('the credit note of a refund', () => {
  test('in full is the invoice, line by line', () => {
    const invoice = invoiceOf({
      lines: [lineOf(10_000, 19_000, { quantity: 3 }), lineOf(700, 7_000)],
    });
    const note = refund(invoice, [], invoice.total_minor);
    assert.deepEqual(note.taxes, invoice.taxes);
    assert.deepEqual(
      note.lines.map(({ quantity, credits_line }) => [quantity, credits_line]),
      [
        [3, 0],
        [1, 1],
      ],
    );
  });

  test('in part has its share of every line and of the tax', () => {
    const note = refund(invoiceOf(), [], 5_950);
    assert.deepEqual([note.net_minor, note.tax_minor, note.total_minor], [5_000, 950, 5_950]);
  });

  test('refunds of random parts add up to the net, the tax and the total of every line', () => {
    const property = fc.property(
      anyInvoice,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
      (invoice, shares) => {
        const notes: InvoiceDocument[] = [];
        let left = invoice.total_minor;
        for (const share of [...shares, 1]) {
          const amount = share === 1 ? left : Math.floor(left * share);
          if (amount <= 0) continue;
          const note = refund(invoice, notes, amount);
          assert.equal(note.total_minor, amount);
          notes.push(note);
          left -= amount;
        }
        if (notes.length === 0) return;
        invoice.lines.forEach((line, at) => {
          const parts = notes.flatMap(({ lines }) =>
            lines.filter((one) => one.credits_line === at),
          );
          assert.equal(sum(parts.map((part) => part.net_minor)), line.net_minor);
          assert.equal(sum(parts.map((part) => part.tax_minor)), line.tax_minor);
        });
        assert.equal(sum(notes.map((note) => note.tax_minor)), invoice.tax_minor);
      },
    );
    fc.assert(property, { numRuns: 500, seed: seed('INVOICE_SEED') });
  });

  test('gives back of each tax what the refund says, where it says it', () => {
    const gst = { tax: 'GST', rate_ppm: 50_000 };
    const qst = { tax: 'QST', rate_ppm: 99_750 };
    const lines = [lineOf(10_001), lineOf(9_900, 14_975, { rates: [gst, qst] }), lineOf(300)];
    const splits = invoiceOf({ lines }).taxes.map((group) =>
      group.rates.length === 2 ? { ...group, rate_taxes_minor: [496, 987] } : group,
    );
    const { taxes: computed, ...draft } = invoiceOf({ lines });
    const invoice = composeInvoice(draft, splits);
    assert.deepEqual(
      [computed[1]?.rate_taxes_minor, invoice.taxes[1]?.rate_taxes_minor],
      [
        [495, 988],
        [496, 987],
      ],
    );
    const [vat, both] = invoice.taxes;
    assert.ok(vat && both);
    const taxes = [
      { ...vat, net_minor: 1_001, tax_minor: 190, rate_taxes_minor: [190] },
      { ...both, net_minor: 0, tax_minor: 3, rate_taxes_minor: [1, 2] },
    ];
    const more = { number: 'C-1', issued_on: '2026-11-20', transaction_id: 'txn_2', payments: [] };
    const note = creditRefund(invoice, [], { ...more, amount_minor: 1_194, taxes });
    assert.deepEqual(note.taxes, taxes);
    const other = creditRefund(invoice, [], { ...more, amount_minor: 1_195, taxes });
    assert.equal(other.total_minor, 1_195); // They do not add up: each line gives its share.
    const rest = creditRefund(invoice, [note], {
      ...more,
      amount_minor: invoice.total_minor - 1_194,
    });
    assert.equal(note.tax_minor + rest.tax_minor, invoice.tax_minor);
  });

  test('never credits more than there is', () => {
    const invoice = invoiceOf();
    const first = refund(invoice, [], 11_000);
    assert.throws(() => refund(invoice, [first], 901), /more than there is/);
    assert.throws(() => refund(invoice, [], 0), /more than there is/);
    assert.equal(refund(invoice, [first], 900).total_minor, 900);
  });
});

const sum = (amounts: number[]): number => amounts.reduce((all, one) => all + one, 0);
