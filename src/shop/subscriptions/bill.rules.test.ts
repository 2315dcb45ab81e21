import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest } from '../../../test/harness/nearest.ts';
import { AT_START, plan, row, taxed, vat } from '../../../test/harness/sales/subscription-row.ts';
import { taxLines } from '../money/transactions/lines.rules.ts';
import { NO_TAX, type TaxDecision } from '../tax/decide-tax.rules.ts';
import {
  ANY_AMOUNT,
  type Bill,
  billWithBalance,
  periodLines,
  sumLines,
  unusedPaidMinor,
} from './bill.rules.ts';
import { type PlannedChange, plannedChange } from './change.rules.ts';
import { coveredTaxJson } from './covered-tax.rules.ts';
import { costsMorePerDay, isSameInterval } from './plan.rules.ts';
import { afterEffect } from './renewal.rules.ts';
import { type PlanTerms, period, type SubscriptionRow } from './subscription.rules.ts';

/** Another plan than that of `row`. */
const team = (more: Partial<PlanTerms> = {}): PlanTerms =>
  plan({ plan_id: 'prod_team', plan_name: 'Team', ...more });

/** A change with a provider that charges everything. */
const changeOf = (one: SubscriptionRow, { tax = NO_TAX, ...change }: Change) =>
  plannedChange(one, { ...change, billing: taxed(tax) });
type Change = Omit<Parameters<typeof plannedChange>[1], 'billing'> & { tax?: TaxDecision };

/** A whole period, charged by such a provider. */
const periodBill = (
  one: SubscriptionRow,
  terms: Parameters<typeof periodLines>[1],
  tax = NO_TAX,
): Bill => billWithBalance(taxLines(periodLines(one, terms, tax)), one, ANY_AMOUNT);

const small = fc.integer({ min: 0, max: 100_000 });
const quantity = fc.integer({ min: 1, max: 1000 });
const percent_bps = fc.integer({ min: 1, max: 10_000 });
const interval = fc.constantFrom('day', 'week', 'month', 'year');
const anyPlan = fc.record({
  price_minor: small,
  billing_interval: interval,
  billing_interval_count: fc.integer({ min: 1, max: 12 }),
});
const taxedPlan = fc
  .tuple(anyPlan, fc.constantFrom(0, 1))
  .map(([terms, includes_tax]) => ({ ...terms, includes_tax }));
const coupon = fc.option(
  fc.record({
    discount_id: fc.constant('disc_off'),
    coupon_code: fc.constant('OFF'),
    percent_bps,
    coupon_amount_minor: fc.option(fc.integer({ min: 1, max: 200_000 })),
    coupon_product_ids: fc.constantFrom(null, 'prod_pro', 'prod_team', 'prod_x,prod_pro,prod_y'),
    coupon_quantity: quantity,
    coupon_duration: fc.constantFrom('once', 'forever', 'repeating'),
    discount_ends_at: fc.option(fc.integer({ min: AT_START, max: AT_START + 1e11 })),
  }),
);
const anyTax = fc.constantFrom(NO_TAX, vat(19), vat(7.7), vat(25.5), vat(5, 9.975), vat(0));
const proration = fc.constantFrom(undefined, 'charge_now', 'next_renewal', 'none');

/** An instant of the period: `share` of 0 is its beginning, 1 is its last millisecond. */
const within = (one: SubscriptionRow, share: number): number =>
  one.current_period_start +
  Math.floor(share * (one.current_period_end - one.current_period_start - 1));
const share = fc.double({ min: 0, max: 1, noNaN: true });

function assertAddsUp(bill: Bill): void {
  assert.equal(sumLines(bill.lines), bill.total_minor);
  const { subtotal_minor, discount_minor, tax_minor, balance_change_minor, total_minor } = bill;
  assert.equal(subtotal_minor - discount_minor + tax_minor + balance_change_minor, total_minor);
  const sumOf = (parts: { tax_minor: number }[]) =>
    parts.reduce((all, one) => all + one.tax_minor, 0);
  assert.deepEqual([sumOf(bill.lines), sumOf(bill.tax_rows)], [tax_minor, tax_minor]);
  for (const [at, { tax_minor: tax, net_minor }] of bill.tax_rows.entries()) {
    const own = bill.lines.filter(({ tax_row }) => tax_row === at);
    assert.deepEqual([sumOf(own), sumLines(own)], [tax, tax + net_minor]);
  }
  assert.ok(total_minor >= 0 && discount_minor >= 0);
  for (const { amount_minor } of bill.lines) {
    assert.ok(Number.isSafeInteger(amount_minor) && !Object.is(amount_minor, -0));
  }
  assert.ok(!Object.is(balance_change_minor, -0) && !Object.is(subtotal_minor, -0));
}

/** What a change costs before the customer's balance; below 0, it is worth something. */
const costOf = ({ bill }: PlannedChange): number =>
  bill.subtotal_minor - bill.discount_minor + bill.tax_minor;

/** A subscription after a change, with the balance that it leaves. */
const changed = (one: SubscriptionRow, { effect, bill }: PlannedChange, now: number) => ({
  ...afterEffect(one, effect, now),
  balance_minor: one.balance_minor + bill.balance_change_minor,
});

test('the lines of a period add up to its total, and the balance pays for it as far as it goes', () => {
  const balance = fc.integer({ min: -100_000, max: 100_000_000 });
  fc.assert(
    fc.property(
      taxedPlan,
      quantity,
      coupon,
      balance,
      anyTax,
      (terms, count, off, balance_minor, tax) => {
        const one = row({ ...terms, ...off, balance_minor });
        const dates = {
          period_start: one.current_period_start,
          period_end: one.current_period_end,
        };
        const bill = periodBill(one, { plan: one, quantity: count, ...dates }, tax);
        assertAddsUp(bill);
        const full = one.price_minor * count;
        const price = bill.lines[0]?.amount_minor ?? 0;
        assert.equal(one.includes_tax === 1 ? price : bill.subtotal_minor, full);
        const due = bill.subtotal_minor - bill.discount_minor + bill.tax_minor;
        // Credit is used up to what is due; a debt is paid with it, whole.
        assert.equal(bill.total_minor, Math.max(0, due - balance_minor));
        const left = balance_minor + bill.balance_change_minor;
        assert.equal(left, Math.max(0, balance_minor - due));
      },
    ),
  );
});

test('a coupon takes off no more than the seats that it was bought with cost, for its plans only', () => {
  fc.assert(
    fc.property(small, quantity, coupon, fc.boolean(), (price_minor, count, off, is_other) => {
      const one = row({ ...off });
      const wanted = is_other ? team({ price_minor }) : plan({ price_minor });
      const at = { period_start: AT_START, period_end: one.current_period_end };
      const bill = periodBill(one, { plan: wanted, quantity: count, ...at });
      const counts =
        off !== null &&
        (off.coupon_product_ids?.split(',').includes(wanted.plan_id) ?? true) &&
        AT_START < (off.discount_ends_at ?? Number.POSITIVE_INFINITY);
      const covered = counts ? price_minor * Math.min(count, off.coupon_quantity) : 0;
      const expected =
        off && off.coupon_amount_minor === null
          ? Number(nearest(BigInt(covered), BigInt(off.percent_bps), 10_000n))
          : Math.min(covered, off?.coupon_amount_minor ?? 0);
      assert.equal(bill.discount_minor, expected);
      assert.equal(bill.lines.length, expected === 0 ? 1 : 2);
    }),
  );
});

test('the lines of a change add up, and money and balance together are what it costs', () => {
  const counts = [quantity, quantity] as const;
  const taxes = [anyTax, anyTax] as const;
  const how = [small, share, proration] as const;
  const all = [taxedPlan, taxedPlan, ...counts, coupon, ...taxes, ...how] as const;
  fc.assert(
    fc.property(...all, (from, to, old_count, count, off, then, tax, balance_minor, of, how) => {
      const covered_tax = coveredTaxJson(then, AT_START);
      const one = row({ ...from, ...off, quantity: old_count, balance_minor, covered_tax });
      const now = within(one, of);
      const wanted = { plan: team(to), quantity: count, proration: how, tax, now };
      const planned = changeOf(one, wanted);
      const { bill, effect } = planned;
      assertAddsUp(bill);
      assert.ok(effect.current_period_start <= now && now < effect.current_period_end);
      const cost = costOf(planned);
      assert.equal(bill.total_minor - bill.balance_change_minor, cost);
      const is_same_interval = isSameInterval(one, wanted.plan);
      const is_charged = cost > 0 && !(is_same_interval && how === 'next_renewal');
      assert.equal(bill.total_minor, is_charged ? Math.max(0, cost - balance_minor) : 0);
      if (how === 'none' && is_same_interval) assert.equal(bill.lines.length, 0);
    }),
  );
});

const MONTHLY = { billing_interval: 'month', billing_interval_count: 1 } as const;

test('up and at once back down costs nothing in sum, at any millisecond', () => {
  const terms = [taxedPlan, taxedPlan, quantity, quantity, coupon, anyTax, share] as const;
  fc.assert(
    fc.property(...terms, (from, to, n, m, off, tax, of) => {
      const covered_tax = coveredTaxJson(tax, AT_START);
      const [old, other] = [plan({ ...from, ...MONTHLY }), team({ ...to, ...MONTHLY })];
      const one = row({ ...old, quantity: n, ...off, covered_tax });
      const now = within(one, of);
      const how = { proration: undefined, tax, now };
      const there = changeOf(one, { ...how, plan: other, quantity: m });
      const after = changed(one, there, now);
      const back = changeOf(after, { ...how, plan: old, quantity: n });
      assert.equal(costOf(there) + costOf(back), 0);
    }),
  );
});

test('no order of changes and refunds gives more than was paid: balance and rest stay below it', () => {
  const step = fc.record({
    to: taxedPlan,
    n: fc.integer({ min: 1, max: 9 }),
    how: proration,
    share,
  });
  const steps = fc.array(fc.record({ step, refund: fc.option(share) }), { maxLength: 12 });
  fc.assert(
    fc.property(taxedPlan, coupon, anyTax, steps, (from, off, tax, all) => {
      let one = row({ ...from, ...off, covered_tax: coveredTaxJson(tax, AT_START) });
      let [paid, now] = [one.covered_minor, AT_START];
      for (const [i, { step, refund }] of all.entries()) {
        now += Math.floor(step.share * (one.current_period_end - now - 1));
        const given = Math.floor(
          (refund ?? 0) * Math.max(0, paid - Math.max(0, one.balance_minor)),
        );
        one = { ...one, rest_refunded_minor: one.rest_refunded_minor + given };
        paid -= given;
        const next = i % 2 === 0 ? team(step.to) : plan(step.to);
        const wanted = { plan: next, quantity: step.n, proration: step.how, tax, now };
        const planned = changeOf(one, wanted);
        one = changed(one, planned, now);
        paid += planned.bill.total_minor;
        // A cent for each rounding.
        assert.ok(one.balance_minor + unusedPaidMinor(one, now) <= paid + 2 * (i + 1));
      }
    }),
  );
});

test('of a period no less than nothing is left and no more than all: at its beginning a change costs all the difference', () => {
  const off_by = fc.integer({ min: -90, max: 90 });
  fc.assert(
    fc.property(small, small, quantity, off_by, (price, other, n, days) => {
      const one = row({ price_minor: price, quantity: n });
      const now = AT_START + days * 86_400_000;
      const wanted = { plan: team({ price_minor: other }), quantity: n, proration: undefined, now };
      const planned = changeOf(one, wanted);
      const [given_back = 0, charged = 0] = planned.bill.lines.map((line) => line.amount_minor);
      assert.ok(given_back <= 0 && given_back >= -price * n, `given back: ${given_back}`);
      assert.ok(charged >= 0 && charged <= other * n, `charged: ${charged}`);
      if (days <= 0) assert.equal(costOf(planned), (other - price) * n);
      if (days >= 30) assert.equal(costOf(planned), 0);
    }),
  );
});

test('in a trial something dearer ends it and is charged whole; the rest costs nothing and keeps it', () => {
  fc.assert(
    fc.property(anyPlan, quantity, small, share, proration, (to, count, balance_minor, of, how) => {
      const one = row({ status: 'trialing', trial_end: AT_START, balance_minor, covered_minor: 0 });
      const now = within(one, of);
      const wanted = { plan: team(to), quantity: count };
      const planned = changeOf(one, { ...wanted, proration: how, now });
      const { bill, effect } = planned;
      assert.equal(effect.ends_trial, costsMorePerDay(wanted, { plan: one, quantity: 1 }));
      if (effect.ends_trial) {
        assertAddsUp(bill);
        assert.equal(costOf(planned), wanted.plan.price_minor * count);
        assert.equal(bill.total_minor, Math.max(0, costOf(planned) - balance_minor));
        const { period_number, current_period_start, current_period_end } = effect;
        const first = period(now, wanted.plan, 0);
        assert.deepEqual({ period_number, current_period_start, current_period_end }, first);
        return;
      }
      assert.deepEqual([bill.lines, bill.total_minor, bill.balance_change_minor], [[], 0, 0]);
      assert.equal(effect.current_period_end, one.current_period_end);
    }),
  );
});
