import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateTax, downToStep, includingTax, type TaxableLine } from './calculate-tax.rules.ts';
import type { TaxDecision } from './decide-tax.rules.ts';
import { roundHalfAway, spread } from './exact.rules.ts';

const vat = (...percents: number[]): TaxDecision => ({
  ...{ kind: 'charged', country: 'DE', region: null, scheme: 'standard', note: null },
  rates: percents.map((percent, at) => ({
    ...{
      tax: `T${at}`,
      rate_ppm: Math.round(percent * 10_000),
      rate_type: 'standard',
      region: null,
    },
  })),
});

const NONE: TaxDecision = { ...vat(), kind: 'reverse_charge', note: 'reverse_charge' };

const line = (amount_minor: number, given: Partial<TaxableLine> = {}): TaxableLine => ({
  ...{ amount_minor, includes_tax: false, is_discount: false, tax: vat(19), corrects: null },
  ...given,
});

const amounts = (lines: TaxableLine[]) => {
  const { subtotal_minor, discount_minor, tax_minor, total_minor } = calculateTax(lines);
  return [subtotal_minor, discount_minor, tax_minor, total_minor];
};

test('a price without tax gets it on top; a price with tax contains it', () => {
  assert.deepEqual(amounts([line(10_000)]), [10_000, 0, 1_900, 11_900]);
  assert.deepEqual(amounts([line(11_900, { includes_tax: true })]), [10_000, 0, 1_900, 11_900]);
});

test('subtotal and discount are without tax, whichever way the prices are stated', () => {
  const with_coupon = (includes_tax: boolean, price: number, off: number) =>
    amounts([line(price, { includes_tax }), line(-off, { includes_tax, is_discount: true })]);
  assert.deepEqual(with_coupon(false, 10_000, 1_000), [10_000, 1_000, 1_710, 10_710]);
  assert.deepEqual(with_coupon(true, 11_900, 1_190), [10_000, 1_000, 1_710, 10_710]);
  assert.deepEqual(with_coupon(true, 999, 999), [839, 839, 0, 0], 'a coupon for everything');
});

test('currencies without decimals and with three are the same whole numbers', () => {
  assert.deepEqual(amounts([line(1_500, { tax: vat(10) })]), [1_500, 0, 150, 1_650]);
  assert.deepEqual(amounts([line(5, { tax: vat(10) })]), [5, 0, 1, 6], 'half a yen is one');
  assert.deepEqual(amounts([line(12_345, { tax: vat(5) })]), [12_345, 0, 617, 12_962]);
});

test('rates with fractions of a percent are exact', () => {
  assert.deepEqual(amounts([line(1_000, { tax: vat(25.5) })]), [1_000, 0, 255, 1_255]);
  assert.deepEqual(amounts([line(100_000, { tax: vat(9.975) })]), [100_000, 0, 9_975, 109_975]);
  // 0.615 of 15 % of 4.10: a double would have 61.49999.
  assert.deepEqual(amounts([line(410, { tax: vat(15) })]), [410, 0, 62, 472]);
  assert.deepEqual(amounts([line(99_999_999_999, { tax: vat(25.5) })]), [
    ...[99_999_999_999, 0, 25_500_000_000, 125_499_999_999],
  ]);
});

test('tax is rounded once per rate, on the sum, and the lines still sum to it', () => {
  const three = calculateTax([line(33), line(33), line(33)]); // 3 x 6.27 = 18.81
  assert.equal(three.tax_minor, 19);
  assert.deepEqual(three.lines.map((one) => one.tax_minor).toSorted(), [6, 6, 7]);
  const two = calculateTax([line(105, { tax: vat(10) }), line(105, { tax: vat(20) })]);
  assert.deepEqual(
    two.rows.map((row) => row.tax_minor),
    [11, 21],
  );
  assert.equal(two.tax_minor, 32);
});

test('what is given back has the tax that was paid for it, what is new that of today', () => {
  // Estonia: half of a month at 22 % is given back in July 2025, and a dearer plan begins at 24 %.
  const bill = calculateTax([
    line(-610, { includes_tax: true, tax: vat(22), corrects: '2025-06-20' }),
    line(1_000, { tax: vat(24) }),
  ]);
  assert.deepEqual(bill.lines, [
    { amount_minor: -610, tax_minor: -110, tax_row: 0 },
    { amount_minor: 1_240, tax_minor: 240, tax_row: 1 },
  ]);
  assert.deepEqual(
    bill.rows.map(({ corrects, net_minor, tax_minor }) => [corrects, net_minor, tax_minor]),
    [
      ['2025-06-20', -500, -110],
      [null, 1_000, 240],
    ],
  );
  assert.equal(bill.total_minor, 630);
  assert.equal(bill.subtotal_minor, 500);
});

test('more given back than charged makes tax and total negative, and still adds up', () => {
  const bill = calculateTax([
    line(-1_190, { includes_tax: true }),
    line(119, { includes_tax: true }),
  ]);
  assert.deepEqual(
    [bill.subtotal_minor, bill.discount_minor, bill.tax_minor, bill.total_minor],
    [-900, 0, -171, -1_071],
  );
});

test('what is given back in full is exactly what was charged, at every amount and rate', () => {
  for (const tax of [vat(19), vat(25.5), vat(5, 9.975), vat(8.1)]) {
    for (let amount = 0; amount <= 300; amount += 1) {
      for (const includes_tax of [false, true]) {
        const sale = calculateTax([line(amount, { tax, includes_tax })]);
        const back = calculateTax([line(-sale.total_minor, { tax, includes_tax: true })]);
        const both = calculateTax([
          line(sale.total_minor, { tax, includes_tax: true }),
          line(-sale.total_minor, { tax, includes_tax: true }),
        ]);
        assert.equal(back.total_minor, 0 - sale.total_minor);
        assert.equal(both.tax_minor, 0);
        // Two taxes that were rounded one by one are given back as one sum, a unit apart at most.
        const apart = Math.abs(back.tax_minor + sale.tax_minor);
        assert.ok(apart === 0 || (apart === 1 && tax.rates.length === 2 && !includes_tax));
      }
    }
  }
});

test('prices without tax can be turned into prices with tax that come to the same', () => {
  for (let amount = 1; amount <= 500; amount += 1) {
    const lines = [line(amount * 7), line(-amount, { is_discount: true })];
    const turned = includingTax(lines);
    assert.ok(turned.every((one) => one.includes_tax));
    const [before, after] = [calculateTax(lines), calculateTax(turned)];
    assert.deepEqual(
      [after.subtotal_minor - after.discount_minor, after.tax_minor, after.total_minor],
      [before.subtotal_minor - before.discount_minor, before.tax_minor, before.total_minor],
    );
  }
});

test('a total that a provider cannot charge exactly gets a little more discount', () => {
  // 10.005 dinars and 5 % are 10.505: charged are 10.500, of which 0.500 is tax.
  const lines = downToStep([line(10_005, { tax: vat(5) })], 10);
  assert.deepEqual(amounts(lines), [10_005, 5, 500, 10_500]);
  assert.deepEqual(
    amounts(downToStep([line(10_000, { tax: vat(5) })], 10)),
    [10_000, 0, 500, 10_500],
  );
  for (let amount = 0; amount < 300; amount += 1) {
    const [subtotal = 0, discount = 0, tax = 0, total] = amounts(downToStep([line(amount)], 100));
    assert.equal(subtotal - discount + tax, total);
    assert.equal((total ?? 1) % 100, 0);
    assert.ok(discount >= 0 && tax >= 0);
  }
});

test('with no rate nothing is added or taken out', () => {
  for (const includes_tax of [false, true]) {
    const bill = calculateTax([line(4_999, { includes_tax, tax: NONE })]);
    assert.equal(bill.tax_minor, 0);
    assert.equal(bill.total_minor, 4_999);
    assert.deepEqual(bill.rows[0]?.taxes, []);
  }
  const zero = calculateTax([
    line(4_999, { includes_tax: true, tax: { ...vat(0), kind: 'zero' } }),
  ]);
  assert.deepEqual([zero.tax_minor, zero.rows[0]?.taxes[0]?.tax_minor], [0, 0]);
});

test('an empty bill is 0, and a bill has no negative zero', () => {
  const empty = calculateTax([]);
  assert.deepEqual(empty, {
    ...{ lines: [], subtotal_minor: 0, discount_minor: 0, tax_minor: 0, total_minor: 0, rows: [] },
  });
  const { lines } = calculateTax([line(0, { includes_tax: true }), line(0)]);
  assert.ok(lines.every((one) => Object.is(one.tax_minor, 0) && Object.is(one.amount_minor, 0)));
});

test('a half is rounded away from zero', () => {
  assert.deepEqual(
    [5n, 15n, -5n, -15n, 4n, -4n, 0n].map((n) => roundHalfAway(n, 10n)),
    [1n, 2n, -1n, -2n, 0n, 0n, 0n],
  );
});

test('spreading gives the largest remainders what rounding left, and always sums to the total', () => {
  assert.deepEqual(spread(10n, [10n, 10n, 10n], 3n), [4n, 3n, 3n]);
  assert.deepEqual(spread(0n, [19n, -19n], 10n), [2n, -2n]);
  assert.deepEqual(spread(-1n, [-5n, -5n], 10n), [0n, -1n]);
  assert.deepEqual(spread(5n, [10n, 10n], 10n), [3n, 2n], 'more than was to be spread');
  assert.deepEqual(spread(0n, [10n, 10n], 10n), [0n, 0n], 'less than was to be spread');
  assert.deepEqual(spread(0n, [], 1n), []);
  assert.throws(() => spread(1n, [], 1n), /nothing to spread/);
});
