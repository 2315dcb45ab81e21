import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calculateTax,
  includingTax,
  type TaxableLine,
  type TaxRow,
} from './calculate-tax.rules.ts';
import { decideTax, type TaxDecision } from './decide-tax.rules.ts';
import { refundTax } from './refund-tax.rules.ts';
import { parseTaxDecision, parseTaxRows } from './stored-tax.rules.ts';

// A subscription from its first payment to the last refund, as checkout and subscriptions use these
// rules: an Estonian customer of a German seller in the One-Stop-Shop, while the rate rises from
// 22 % to 24 % on 1 July 2025. Every figure is computed by hand.

const SELLER = {
  country: 'DE',
  registrations: (['standard', 'oss'] as const).map((scheme) => ({
    ...{ scheme, country: 'DE', region: null, since: '2024-01-01', until: null },
  })),
};

const taxOn = (day: string): TaxDecision =>
  decideTax({
    ...{ seller: SELLER, own_rates: [], tax_category: 'digital', day },
    buyer: { address: { country: 'EE' }, number_country: null },
  });

const price = (amount_minor: number, tax: TaxDecision): TaxableLine => ({
  ...{ amount_minor, tax, includes_tax: false, is_discount: false, corrects: null },
});

/** Of an even amount. */
const half = (amount_minor: number): number => amount_minor / 2;

/** The price of a whole period with its tax: what a subscription keeps as `covered_minor`. */
const covered = (amount_minor: number, tax: TaxDecision): number =>
  includingTax([price(amount_minor, tax)]).reduce((all, one) => all + one.amount_minor, 0);

const amounts = (lines: TaxableLine[]) => {
  const { subtotal_minor, discount_minor, tax_minor, total_minor } = calculateTax(lines);
  return [subtotal_minor, discount_minor, tax_minor, total_minor];
};

test('the first payment has the rate of its day, the renewal that of the day of the renewal', () => {
  assert.deepEqual(amounts([price(2_000, taxOn('2025-06-15'))]), [2_000, 0, 440, 2_440]);
  assert.deepEqual(amounts([price(2_000, taxOn('2025-07-15'))]), [2_000, 0, 480, 2_480]);
});

/** On 1 July half of the period is left of a plan at 20.00 that was paid on 15 June. */
function change(to_price: number): TaxableLine[] {
  const [then, now] = [taxOn('2025-06-15'), taxOn('2025-07-01')];
  const back = -half(covered(2_000, then));
  const unused = { ...price(back, then), includes_tax: true, corrects: '2025-06-15' };
  const fresh = includingTax([price(to_price, now)]).map((line) => ({
    ...line,
    amount_minor: half(line.amount_minor),
  }));
  return [unused, ...fresh];
}

test('an upgrade gives back at the rate that was paid, and charges at the rate of today', () => {
  const bill = calculateTax(change(5_000));
  assert.deepEqual(bill.lines, [
    { amount_minor: -1_220, tax_minor: -220, tax_row: 0 },
    { amount_minor: 3_100, tax_minor: 600, tax_row: 1 },
  ]);
  assert.deepEqual(amounts(change(5_000)), [1_500, 0, 380, 1_880]);
});

test('a downgrade puts money with its tax on the balance, and the tax of it is below 0', () => {
  const bill = calculateTax(change(1_000));
  // 12.20 back, 5.00 + 24 % charged: 6.00 stay on the balance.
  assert.deepEqual(amounts(change(1_000)), [-500, 0, -100, -600]);
  const balance_change = 0 - bill.total_minor;
  const { subtotal_minor, discount_minor, tax_minor } = bill;
  assert.equal(subtotal_minor - discount_minor + tax_minor + balance_change, 0);
});

test('credit pays for a renewal without changing its tax', () => {
  const bill = calculateTax([price(1_000, taxOn('2025-07-15'))]);
  const balance_change = -Math.min(600, bill.total_minor);
  const { subtotal_minor, discount_minor, tax_minor } = bill;
  const charged = subtotal_minor - discount_minor + tax_minor + balance_change;
  assert.deepEqual([tax_minor, charged], [240, 640]);
});

test('the upgrade refunded in three parts gives back 3.80 of tax, and both sides of the change', () => {
  const { rows: paid } = calculateTax(change(5_000));
  const given_back: TaxRow[][] = [];
  let tax = 0;
  for (const amount_minor of [1_000, 1, 879]) {
    const share = refundTax({ paid, given_back, amount_minor, paid_on: '2025-07-01' });
    given_back.push(share.rows);
    tax += share.tax_minor;
  }
  assert.equal(tax, 380);
});

test('what is stored comes back as it was, and what was paid before has one row without tax', () => {
  const { rows } = calculateTax(change(5_000));
  assert.deepEqual(parseTaxRows(JSON.stringify(rows), { net_minor: 0 }), rows);
  const decision = taxOn('2025-07-01');
  assert.deepEqual(parseTaxDecision(JSON.stringify(decision)), decision);
  assert.equal(parseTaxDecision(null).kind, 'not_registered');
  const old = parseTaxRows(null, { net_minor: 1_999 });
  const share = refundTax({
    paid: old,
    given_back: [],
    amount_minor: 1_999,
    paid_on: '2025-01-01',
  });
  assert.deepEqual([share.net_minor, share.tax_minor, old[0]?.country], [1_999, 0, null]);
});
