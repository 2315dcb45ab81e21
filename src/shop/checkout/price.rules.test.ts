import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newDiscount } from '../catalogue/discounts/discount.rules.ts';
import { newProduct } from '../catalogue/products/product.rules.ts';
import { parseLines } from '../money/transactions/lines.rules.ts';
import { NO_TAX, type TaxDecision } from '../tax/decide-tax.rules.ts';
import { type CheckoutRow, newCheckout } from './checkout.rules.ts';
import { calculatePrice, fullPriceMinor, paymentOf, withDecision } from './price.rules.ts';

// Prices with tax, whatever the terms: what is shown, what is paid and what is written down agree.

const NOW = Date.parse('2026-11-14T09:30:00.000Z');

const taxOf = (...percent: number[]): TaxDecision => ({
  ...{ kind: 'charged', country: 'CA', region: 'QC', scheme: 'standard', note: null },
  rates: percent.map((one) => ({
    ...{ tax: `T${one}`, rate_ppm: one * 10_000, rate_type: 'standard', region: null },
  })),
});

const any_tax = fc.constantFrom(
  ...[taxOf(19), taxOf(27), taxOf(5, 9.975), taxOf(0), taxOf(8.1), { ...NO_TAX, country: 'US' }],
);

const any_terms = fc.record({
  price_minor: fc.integer({ min: 0, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  off: fc.constantFrom('nothing', 'percentage', 'amount'),
  percent_bps: fc.integer({ min: 1, max: 10_000 }),
  // Often more than the price.
  amount_minor: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 999_999 })),
  includes_tax: fc.boolean(),
  trial_days: fc.constantFrom(0, 0, 14),
  charge_step_minor: fc.constantFrom(1, 10, 100),
  tax: any_tax,
  balance_minor: fc.constantFrom(0, 0, 1_500, -700),
});

type Terms = typeof any_terms extends fc.Arbitrary<infer T> ? T : never;

function session({ price_minor, includes_tax, tax, ...terms }: Terms): CheckoutRow {
  const input = { name: 'Editor', description: '', price: 0, currency: 'JOD' };
  const recurring = { billing_type: 'recurring', billing_interval: 'month' } as const;
  const made = newProduct({ ...input, ...recurring }, { product_id: 'prod_1', now: NOW });
  const { trial_days, quantity, charge_step_minor, balance_minor } = terms;
  const whole = price_minor - (price_minor % charge_step_minor);
  const product = { ...made, search_entry: 1, revision: 1, price_minor: whole, trial_days };
  const wanted = { quantity, customer_id: 'ada', expires_in_minutes: 30 };
  const fresh = newCheckout(product, wanted, {
    ...{ checkout_session_id: 'cs_1', has_trial: true, balance_minor, now: NOW },
    ...{ charge_min_minor: charge_step_minor, charge_step_minor, includes_tax, tax },
  });
  return { ...fresh, ...calculatePrice(fresh, couponOf(terms), NOW) };
}

function couponOf({
  off,
  percent_bps,
  amount_minor,
}: Pick<Terms, 'off' | 'percent_bps' | 'amount_minor'>) {
  if (off === 'nothing') return undefined;
  const code = { code: 'CODE', discount_percentage: 1, duration: 'forever' } as const;
  const coupon = newDiscount(code, { discount_id: 'disc_1', now: NOW });
  return off === 'percentage'
    ? { ...coupon, percent_bps }
    : { ...coupon, percent_bps: null, amount_minor, currency: 'JOD' };
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

test('subtotal, less discount, plus tax is the total, which the provider can charge', () => {
  fc.assert(
    fc.property(any_terms, (terms) => {
      const row = session(terms);
      const { subtotal_minor, discount_minor, tax_minor, total_minor } = row;
      assert.equal(subtotal_minor - discount_minor + tax_minor, total_minor);
      assert.equal(total_minor % terms.charge_step_minor, 0);
      for (const part of [subtotal_minor, discount_minor, tax_minor, total_minor]) {
        assert(Number.isSafeInteger(part) && part >= 0, JSON.stringify(row));
      }
      const rows: { net_minor: number; tax_minor: number }[] = JSON.parse(row.tax_rows);
      if (rows.length === 0) return assert.equal(tax_minor, 0);
      assert.equal(sum(rows.map((one) => one.tax_minor)), tax_minor);
      assert.equal(sum(rows.map((one) => one.net_minor)), total_minor - tax_minor);
    }),
  );
});

test('a payment has the price of its session, and its lines and rows add up', () => {
  fc.assert(
    fc.property(any_terms, (terms) => {
      const row = session(terms);
      const payment = paymentOf(row, {
        transaction_id: 'txn_1',
        customer_id: 'ada',
        billed_to: null,
        request_key: null,
        now: NOW,
      });
      const lines = parseLines(payment);
      assert.equal(sum(lines.map((one) => one.amount_minor)), payment.total_minor);
      assert.equal(sum(lines.map((one) => one.tax_minor)), payment.tax_minor);
      assert.equal(payment.total_minor - payment.balance_change_minor, row.total_minor);
      assert.equal(payment.tax_rows, row.tax_rows);
      const { subtotal_minor, discount_minor, tax_minor } = payment;
      assert.equal(subtotal_minor - discount_minor + tax_minor, row.total_minor);
    }),
  );
});

test('a price with tax in it costs everybody the same; one without tax costs its tax more', () => {
  fc.assert(
    fc.property(any_terms, any_tax, (terms, other) => {
      const here = session({ ...terms, trial_days: 0, charge_step_minor: 1 });
      const there = withDecision(here, other);
      const without = withDecision(here, null);
      assert.equal(without.tax_minor, 0);
      if (terms.includes_tax) assert.equal(there.total_minor, here.total_minor);
      else assert.equal(here.total_minor - here.tax_minor, without.total_minor);
      assert.deepEqual(withDecision(there, terms.tax), here);
    }),
  );
});

test('what the next payments cost: with the coupon like today, without it the full price', () => {
  fc.assert(
    fc.property(any_terms, (terms) => {
      const row = session({ ...terms, charge_step_minor: 1, trial_days: 0 });
      assert.equal(row.renewal_total_minor, row.total_minor);
      const plain = session({ ...terms, off: 'nothing', charge_step_minor: 1, trial_days: 0 });
      assert.equal(fullPriceMinor(row), plain.total_minor);
    }),
  );
});

test('an amount is taken off the order once, never more than it costs: the rest of it is lost', () => {
  fc.assert(
    fc.property(any_terms, (terms) => {
      const exact = { ...terms, trial_days: 0, charge_step_minor: 1 } as const;
      const row = session({ ...exact, off: 'amount' });
      const plain = session({ ...exact, off: 'nothing' });
      const full = terms.price_minor * terms.quantity;
      const saved = Math.min(full, terms.amount_minor);
      if (terms.includes_tax) assert.equal(row.total_minor, full - saved);
      else assert.equal(row.total_minor - row.tax_minor, full - saved);
      assert.ok(row.tax_minor <= plain.tax_minor);
      if (saved === full) assert.deepEqual([row.total_minor, row.tax_minor], [0, 0]);
    }),
  );
});

test('what a step leaves over is taken off, and the line says so where there is no coupon', () => {
  const terms = {
    ...{ price_minor: 1_010, quantity: 1, percent_bps: 1, amount_minor: 1, includes_tax: false },
    ...({ off: 'nothing', trial_days: 0, charge_step_minor: 10, balance_minor: 0 } as const),
    tax: taxOf(16),
  };
  const row = session(terms); // 1.010 + 0.162 = 1.172, of which 1.170 can be charged.
  assert.equal(row.total_minor, 1_170);
  const payment = paymentOf(row, {
    transaction_id: 'txn_1',
    customer_id: 'ada',
    billed_to: null,
    request_key: null,
    now: NOW,
  });
  const shown = parseLines(payment).map(({ description, amount_minor }) => [
    description,
    amount_minor,
  ]);
  assert.deepEqual(shown, [
    ['Editor', 1_172],
    ['Rounding', -2],
  ]);
});
