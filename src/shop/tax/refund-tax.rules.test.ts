import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateTax, type TaxRow } from './calculate-tax.rules.ts';
import type { TaxDecision } from './decide-tax.rules.ts';
import { refundTax } from './refund-tax.rules.ts';

const vat = (...ppm: number[]): TaxDecision => ({
  ...{ kind: 'charged', country: 'DE', region: null, scheme: 'standard', note: null },
  rates: ppm.map((rate_ppm, at) => ({
    ...{ tax: `T${at}`, rate_ppm, rate_type: 'standard', region: null },
  })),
});

const paidRows = (amount_minor: number, tax: TaxDecision): TaxRow[] =>
  calculateTax([{ amount_minor, includes_tax: true, is_discount: false, tax, corrects: null }])
    .rows;

/** The tax of each refund, in turn. */
function refundInTurn(paid: TaxRow[], amounts: number[]): number[] {
  const given_back: TaxRow[][] = [];
  return amounts.map((amount_minor) => {
    const share = refundTax({ paid, given_back, amount_minor, paid_on: '2026-10-01' });
    given_back.push(share.rows);
    return share.tax_minor;
  });
}

const total = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

test('a full refund gives back the whole tax, half of it half of the tax', () => {
  const paid = paidRows(11_900, vat(190_000));
  assert.deepEqual(refundInTurn(paid, [11_900]), [1_900]);
  assert.deepEqual(refundInTurn(paid, [5_950, 5_950]), [950, 950]);
});

test('parts in any order add up to the tax that was paid', () => {
  const paid = paidRows(999, vat(255_000)); // 2.03 of tax
  for (const amounts of [
    [333, 333, 333],
    [1, 997, 1],
    [998, 1],
    [1, 1, 997],
    [500, 499],
  ]) {
    assert.equal(total(refundInTurn(paid, amounts)), 203, String(amounts));
  }
});

test('cent by cent the tax is never more than a unit away from its part', () => {
  const paid = paidRows(119, vat(190_000));
  const taxes = refundInTurn(
    paid,
    Array.from({ length: 119 }, () => 1),
  );
  let [given, by_now] = [0, 0];
  for (const tax of taxes) {
    given += 1;
    by_now += tax;
    assert.ok(tax === 0 || tax === 1);
    assert.ok(Math.abs(by_now - (19 * given) / 119) <= 0.5);
  }
  assert.equal(by_now, 19);
});

test('a refund that failed counts no more, and the next ones make up for it', () => {
  const paid = paidRows(300, vat(200_000)); // 0.50 of tax
  const share = (given_back: TaxRow[][], amount_minor: number) =>
    refundTax({ paid, given_back, amount_minor, paid_on: '2026-10-01' });
  const first = share([], 100);
  const second = share([first.rows], 101);
  // The first one fails afterwards: 199 are left, and all of the tax but that of the second.
  const rest = share([second.rows], 199);
  assert.equal(second.tax_minor + rest.tax_minor, 50);
});

test('each of several taxes is given back exactly', () => {
  const paid = paidRows(11_498, vat(50_000, 99_750));
  const given_back: TaxRow[][] = [];
  for (const amount_minor of [3_333, 1, 4_164, 4_000]) {
    given_back.push(refundTax({ paid, given_back, amount_minor, paid_on: '2026-10-01' }).rows);
  }
  const [row] = paid;
  row?.taxes.forEach(({ tax_minor }, at) => {
    const returned = given_back.map((rows) => rows[0]?.taxes[at]?.tax_minor ?? 0);
    assert.equal(total(returned), tax_minor);
  });
});

test('a refund of a plan change gives back both sides of it', () => {
  const { rows } = calculateTax(
    [
      ...[{ amount_minor: -610, tax: vat(220_000), includes_tax: true, corrects: '2025-06-20' }],
      ...[{ amount_minor: 1_240, tax: vat(240_000), includes_tax: true, corrects: null }],
    ].map((line) => ({ ...line, is_discount: false })),
  );
  const share = refundTax({ paid: rows, given_back: [], amount_minor: 630, paid_on: '2025-07-15' });
  assert.deepEqual(
    share.rows.map(({ corrects, net_minor, tax_minor }) => [corrects, net_minor, tax_minor]),
    [
      ['2025-06-20', -500, -110],
      ['2025-07-15', 1_000, 240],
    ],
  );
  assert.equal(total(refundInTurn(rows, [100, 200, 330])), 130);
});

test('without tax a refund has none, and the day of the payment is what it corrects', () => {
  const paid = paidRows(5_000, { ...vat(), kind: 'reverse_charge', note: 'reverse_charge' });
  const share = refundTax({ paid, given_back: [], amount_minor: 1_234, paid_on: '2026-10-01' });
  assert.deepEqual([share.net_minor, share.tax_minor], [1_234, 0]);
  assert.equal(share.rows[0]?.corrects, '2026-10-01');
  assert.equal(share.rows[0]?.note, 'reverse_charge');
});

test('money that became credit has had its tax: its refund returns the tax of the rest', () => {
  const paid = paidRows(11_900, vat(190_000));
  // 50.00 went to the balance with 7.98 of tax. The refund of 60.00 takes that credit back first.
  const paid_on = '2026-10-01';
  const first = refundTax({
    paid,
    given_back: [],
    credited_minor: 5_000,
    amount_minor: 1_000,
    paid_on,
  });
  const given_back = [first.rows];
  const rest = refundTax({ paid, given_back, credited_minor: 5_000, amount_minor: 5_900, paid_on });
  assert.equal(798 + first.tax_minor + rest.tax_minor, 1_900);
  assert.throws(() =>
    refundTax({ paid, given_back, credited_minor: 5_000, amount_minor: 5_901, paid_on }),
  );
});

test('more than is left cannot be shared out', () => {
  const paid = paidRows(100, vat(190_000));
  const given_back = [
    refundTax({ paid, given_back: [], amount_minor: 60, paid_on: '2026-10-01' }).rows,
  ];
  const over = { paid, given_back, amount_minor: 41, paid_on: '2026-10-01' };
  assert.throws(() => refundTax(over), /more than is left/);
  assert.throws(() => refundTax({ ...over, amount_minor: -1 }), /more than is left/);
});
