import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calculateTax,
  type TaxableLine,
  type TaxRow,
} from '../../src/shop/tax/calculate-tax.rules.ts';
import type { TaxDecision } from '../../src/shop/tax/decide-tax.rules.ts';
import { refundTax } from '../../src/shop/tax/refund-tax.rules.ts';
import { seed } from '../harness/seed.ts';
import { Fraction, modelBill, randomNumbers } from './tax-model.ts';

const SEED = seed('TAX_SEED');
const BILLS = 20_000;
const REFUNDED = 4_000;

const RATES_PPM = [
  ...[0, 50_000, 70_000, 81_000, 100_000, 130_000, 190_000, 200_000, 210_000, 240_000],
  ...[255_000, 270_000, 88_750, 1, 999_999, 1_000_000],
];

type Random = ReturnType<typeof randomNumbers>;

const oneOf = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[random(list.length)] ?? list[0];

function decision(random: Random): TaxDecision {
  const shape = random(10);
  const ppm =
    shape === 0
      ? []
      : shape <= 2
        ? [50_000, oneOf(random, [99_750, 70_000, 60_000])]
        : [RATES_PPM[random(RATES_PPM.length)] ?? 0];
  const rates = ppm.map((rate_ppm, at) => ({
    ...{ tax: `T${at}`, rate_ppm, rate_type: 'standard' as const, region: null },
  }));
  const kind = ppm.length === 0 ? 'reverse_charge' : 'charged';
  const country = oneOf(random, ['DE', 'FI', 'CA']);
  return { kind, country, region: null, scheme: 'standard', rates, note: null };
}

/** Small amounts, where rounding shows, and the largest. */
const amountOf = (random: Random): number =>
  oneOf<() => number>(random, [
    () => random(30),
    () => random(2_000),
    () => random(1_000_000),
    () => 99_999_999_999 - random(1_000),
  ])();

/** Prices and their discounts, with something given back now and then. */
function billLines(random: Random, { may_give_back }: { may_give_back: boolean }): TaxableLine[] {
  const lines: TaxableLine[] = [];
  for (let count = 1 + random(3); count > 0; count -= 1) {
    const includes_tax = random(2) === 0;
    const tax = decision(random);
    const amount_minor = amountOf(random);
    const base = { includes_tax, tax, corrects: null, is_discount: false };
    lines.push({ ...base, amount_minor });
    if (random(2) === 0) {
      const off = random(3) === 0 ? amount_minor : random(amount_minor + 1);
      lines.push({ ...base, amount_minor: 0 - off, is_discount: true });
    }
    if (may_give_back && random(3) === 0) {
      const corrects = oneOf(random, ['2026-01-15', '2026-02-15']);
      const back = { ...base, includes_tax: true, amount_minor: 0 - amountOf(random), corrects };
      lines.push(random(2) === 0 ? back : { ...back, tax: decision(random) });
    }
  }
  return lines;
}

test(`${BILLS} random bills are calculated as an independent model calculates them`, () => {
  const random = randomNumbers(SEED);
  for (let count = 0; count < BILLS; count += 1) {
    const lines = billLines(random, { may_give_back: true });
    const bill = calculateTax(lines);
    const model = modelBill(lines);
    const about = `TAX_SEED=${SEED}, bill ${count}: ${JSON.stringify(lines)}`;
    assert.deepEqual(
      {
        taxes: bill.lines.map(({ tax_minor }) => tax_minor),
        amounts: bill.lines.map(({ amount_minor }) => amount_minor),
        subtotal: bill.subtotal_minor,
        discount: bill.discount_minor,
        tax: bill.tax_minor,
        total: bill.total_minor,
      },
      model,
      about,
    );
    checkIdentities(lines, about);
  }
});

/** What must be so of every bill, whatever a model says. */
function checkIdentities(lines: TaxableLine[], about: string): void {
  const bill = calculateTax(lines);
  const { subtotal_minor, discount_minor, tax_minor, total_minor } = bill;
  assert.equal(subtotal_minor - discount_minor + tax_minor, total_minor, about);
  const sumOf = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  assert.equal(sumOf(bill.lines.map((one) => one.amount_minor)), total_minor, about);
  assert.equal(sumOf(bill.rows.map((row) => row.tax_minor)), tax_minor, about);
  assert.equal(
    sumOf(bill.rows.map((row) => row.net_minor)),
    subtotal_minor - discount_minor,
    about,
  );
  for (const row of bill.rows) {
    assert.equal(sumOf(row.taxes.map((one) => one.tax_minor)), row.tax_minor, about);
  }
  assert.ok(discount_minor >= 0, about);
  lines.forEach((line, at) => {
    if (line.includes_tax) assert.equal(bill.lines[at]?.amount_minor, line.amount_minor, about);
  });
  const is_all_new = lines.every((line) => line.amount_minor >= 0 || line.is_discount);
  if (is_all_new) assert.ok(tax_minor >= 0 && total_minor >= 0, about);
}

test(`${REFUNDED} random payments refunded in random parts give back exactly the tax that was paid`, () => {
  const random = randomNumbers(SEED + 1);
  for (let count = 0; count < REFUNDED; count += 1) {
    const has_plan_change = random(4) === 0;
    const lines = billLines(random, { may_give_back: has_plan_change });
    const { rows, tax_minor, total_minor } = calculateTax(lines);
    if (total_minor <= 0) continue;
    const about = `TAX_SEED=${SEED}, payment ${count}: ${JSON.stringify(lines)}`;
    const standing: TaxRow[][] = [];
    let [left, returned_tax] = [total_minor, 0];
    const parts = 1 + random(6);
    while (left > 0) {
      const is_last = standing.length >= parts;
      const amount_minor = is_last ? left : 1 + random(left);
      const share = refundTax({
        paid: rows,
        given_back: standing,
        amount_minor,
        paid_on: '2026-01-01',
      });
      assert.equal(share.net_minor + share.tax_minor, amount_minor, about);
      if (!has_plan_change) {
        assert.ok(share.tax_minor >= 0 && share.net_minor >= 0, about);
        const amounts = share.rows.flatMap((row) => [
          row.net_minor,
          ...row.taxes.map((one) => one.tax_minor),
        ]);
        assert.ok(
          amounts.every((amount) => amount >= 0),
          about,
        );
      }
      if (random(8) === 0 && !is_last) continue; // The refund failed: nothing of it stands.
      standing.push(share.rows);
      left -= amount_minor;
      returned_tax += share.tax_minor;
      // Never off by more than rounding from the part of the tax that is in what was given back.
      const due = new Fraction(BigInt(tax_minor) * BigInt(total_minor - left), BigInt(total_minor));
      const most = rows.flatMap(({ taxes }) => taxes).length + rows.length;
      assert.ok(due.distance(returned_tax).isLess(Fraction.of(most)), about);
      if (random(10) === 0 && left > 0) {
        // An earlier one fails late.
        const [failed] = standing.splice(random(standing.length), 1);
        for (const row of failed ?? []) {
          left += row.net_minor + row.tax_minor;
          returned_tax -= row.tax_minor;
        }
      }
    }
    assert.equal(returned_tax, tax_minor, about);
    rows.forEach((row, at) => {
      const given = standing.reduce((all, one) => all + (one[at]?.net_minor ?? 0), 0);
      assert.equal(given, row.net_minor, about);
    });
  }
});
