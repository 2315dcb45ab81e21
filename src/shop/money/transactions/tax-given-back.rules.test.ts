import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateTax, type TaxRow } from '../../tax/calculate-tax.rules.ts';
import { linesGivenBack, taxGivenBack } from './tax-given-back.rules.ts';

const RATE = { tax: 'VAT', rate_ppm: 190_000, rate_type: 'standard', region: null } as const;

/** A sale of 119.00 with 19.00 of tax on 14 November, settled the day after. */
const { rows } = calculateTax([
  {
    ...{ amount_minor: 11_900, includes_tax: true, is_discount: false, corrects: null },
    tax: {
      ...{ kind: 'charged', country: 'DE', region: null, scheme: 'standard', note: null },
      rates: [RATE],
    },
  },
]);
const payment = {
  tax_rows: JSON.stringify(rows),
  created_at: Date.parse('2026-11-14T23:59:59.000Z'),
  settled_at: Date.parse('2026-11-15T00:00:01.000Z'),
};

const back = (amount_minor: number, credited_minor = 0, gone: TaxRow[][] = []) =>
  taxGivenBack(payment, amount_minor, { rows: gone, credited_minor });

test('it corrects the sale of the day on which the payment was settled', () => {
  assert.deepEqual(
    back(5_950).rows.map(({ corrects, net_minor, tax_minor }) => [corrects, net_minor, tax_minor]),
    [['2026-11-15', 5_000, 950]],
  );
});

test('never more tax than was paid, whatever goes back and has become credit', () => {
  assert.deepEqual([back(20_000).tax_minor, back(20_000).net_minor], [1_900, 10_000]);
  assert.equal(back(5_000, 20_000).tax_minor, 0);
  assert.equal(back(11_900, 5_950).tax_minor, 950);
  const first = back(11_800).rows;
  assert.equal(back(500, 500, [first]).tax_minor, 0);
  assert.equal(back(500, 0, [first]).tax_minor, 16);
});

test('credit that was rounded up leaves no refund with a tax below 0', () => {
  for (let credited = 0; credited < 11_900; credited += 7) {
    const first = back(11_900 - credited - 3, credited);
    const later = credited + 1; // A cent more became credit since.
    const last = back(2, later, [first.rows]);
    assert.ok(last.tax_minor >= 0 && last.net_minor >= 0, String(credited));
    assert.equal(last.tax_minor + last.net_minor, 2);
  }
});

test('without taxes nothing is counted, and the lines make the amount', () => {
  const untaxed = { ...payment, tax_rows: '[]' };
  const none = taxGivenBack(untaxed, 500, { rows: [], credited_minor: 0 });
  assert.deepEqual(none, { rows: [], net_minor: 0, tax_minor: 0 });
  const [line, ...more] = linesGivenBack({ description: 'Refund' }, 500, none.rows);
  assert.deepEqual([line?.amount_minor, line?.tax_row, more], [500, null, []]);
});

test('a line for each tax, and one for what has none', () => {
  const lines = linesGivenBack({ description: 'Refund' }, 6_000, back(5_950).rows);
  assert.deepEqual(
    lines.map(({ amount_minor, tax_minor, tax_row }) => [amount_minor, tax_minor, tax_row]),
    [
      [5_950, 950, 0],
      [50, 0, null],
    ],
  );
});

test('of 119 with 19 of tax, 9.50 in 59.50; after 100 have become credit, 3.03', () => {
  assert.equal(back(5_950).tax_minor, 950);
  const left = back(5_950, 10_000);
  assert.deepEqual([left.net_minor + left.tax_minor, left.tax_minor], [1_900, 303]);
});
