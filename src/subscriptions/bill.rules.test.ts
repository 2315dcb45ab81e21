import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Bill, changeBill, isHigher, periodBill, prorated } from './bill.rules.ts';
import { type PlanTerms, period, type SubscriptionRow } from './subscription.rules.ts';

const AT_START = Date.parse('2026-11-14T09:30:00.000Z');

const plan = (more: Partial<PlanTerms> = {}): PlanTerms => ({
  plan_id: 'prod_pro',
  plan_name: 'Pro',
  price_minor: 2000,
  currency: 'EUR',
  billing_interval: 'month',
  billing_interval_count: 1,
  tier: null,
  ...more,
});

const row = (more: Partial<SubscriptionRow> = {}): SubscriptionRow => {
  const terms = plan(more);
  const anchor_at = more.anchor_at ?? AT_START;
  return {
    ...terms,
    ...period(anchor_at, terms, more.period_number ?? 0),
    subscription_id: 'sub_one',
    status: 'active',
    customer_id: 'ada',
    checkout_session_id: 'cs_one',
    quantity: 1,
    discount_id: null,
    coupon_code: null,
    percent_bps: null,
    coupon_duration: null,
    discount_ends_at: null,
    anchor_at,
    trial_end: null,
    trial_plan_id: null,
    trial_ending_told: 0,
    cancel_at_period_end: 0,
    canceled_at: null,
    ended_at: null,
    cancellation_reason: null,
    cancellation_comment: null,
    paused_at: null,
    next_payment_at: null,
    next_action_at: null,
    payment_retries: 0,
    credit_minor: 0,
    pending_change: null,
    latest_transaction_id: null,
    metadata: '{}',
    created_at: AT_START,
    updated_at: AT_START,
    ...more,
  };
};

const cents = fc.integer({ min: 0, max: 99_999_999_999 });
const small = fc.integer({ min: 0, max: 100_000 });
const quantity = fc.integer({ min: 1, max: 1000 });
const percent_bps = fc.integer({ min: 1, max: 10_000 });
const interval = fc.constantFrom('day', 'week', 'month', 'year');
const anyPlan = fc.record({
  price_minor: small,
  billing_interval: interval,
  billing_interval_count: fc.integer({ min: 1, max: 12 }),
});
const coupon = fc.option(
  fc.record({
    percent_bps,
    coupon_code: fc.constant('OFF'),
    coupon_duration: fc.constantFrom('once', 'forever', 'repeating'),
    discount_ends_at: fc.option(fc.integer({ min: AT_START, max: AT_START + 1e11 })),
  }),
);

/** An instant of the period: `share` of 0 is its beginning, 1 is its last millisecond. */
const within = (one: SubscriptionRow, share: number): number =>
  one.current_period_start +
  Math.floor(share * (one.current_period_end - one.current_period_start - 1));
const share = fc.double({ min: 0, max: 1, noNaN: true });

const sum = ({ lines }: Bill): number => lines.reduce((all, line) => all + line.amount_minor, 0);

function assertAddsUp(bill: Bill): void {
  assert.equal(sum(bill), bill.total_minor);
  assert.equal(bill.subtotal_minor - bill.discount_minor, bill.total_minor);
  assert.ok(bill.total_minor >= 0 && bill.discount_minor >= 0);
  for (const { amount_minor } of bill.lines) {
    assert.ok(Number.isSafeInteger(amount_minor) && !Object.is(amount_minor, -0));
  }
}

/** Half to even by another way: the nearest of two neighbours, in fractions of the whole. */
function nearest(minor: bigint, part: bigint, whole: bigint): bigint {
  const exact = minor * part; // In units of 1 / whole.
  const floor = exact / whole;
  const below = exact - floor * whole;
  const above = (floor + 1n) * whole - exact;
  if (below === above) return floor % 2n === 0n ? floor : floor + 1n;
  return below < above ? floor : floor + 1n;
}

test('a share is rounded half to even, as an independent model says', () => {
  fc.assert(
    fc.property(cents, fc.bigInt(1n, 10n ** 11n), share, (minor, whole, of) => {
      const part = BigInt(Math.floor(Number(whole) * of));
      const shown = prorated(minor, { part: Number(part), whole: Number(whole) });
      assert.equal(BigInt(shown), nearest(BigInt(minor), part, whole));
    }),
  );
  const halves: [minor: number, rounded: number][] = [
    [1, 0],
    [3, 2],
    [5, 2],
    [7, 4],
    [9, 4],
  ];
  for (const [minor, rounded] of halves) {
    assert.equal(prorated(minor, { part: 1, whole: 2 }), rounded);
  }
});

test('a full period prorates to the price, and none of it to nothing', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 1e11 }), (minor, whole) => {
      assert.equal(prorated(minor, { part: whole, whole }), minor);
      assert.equal(prorated(minor, { part: 0, whole }), 0);
    }),
  );
});

test('two parts of a period differ from the whole by a cent at most', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 1e11 }), share, (minor, whole, of) => {
      const part = Math.floor(whole * of);
      const both =
        prorated(minor, { part, whole }) + prorated(minor, { part: whole - part, whole });
      assert.ok(Math.abs(both - minor) <= 1);
    }),
  );
});

test('the lines of a period add up to its total, and credit pays for it as far as it goes', () => {
  const credit = fc.integer({ min: -100_000, max: 100_000_000 });
  fc.assert(
    fc.property(anyPlan, quantity, coupon, credit, (terms, count, off, credit_minor) => {
      const one = row({ ...terms, ...off, credit_minor });
      const { current_period_start: period_start, current_period_end: period_end } = one;
      const bill = periodBill(one, { plan: one, quantity: count, period_start, period_end });
      assertAddsUp(bill);
      const due = one.price_minor * count - bill.discount_minor;
      // What is paid and what the credit lost are what was due.
      assert.equal(bill.total_minor + (credit_minor - bill.credit_after_minor), due);
      assert.ok(bill.credit_after_minor >= 0 || bill.credit_after_minor === credit_minor);
      if (credit_minor >= 0) assert.equal(bill.total_minor, Math.max(0, due - credit_minor));
    }),
  );
});

test('the lines of a change add up, and money and credit together are what it costs', () => {
  const all = [anyPlan, anyPlan, quantity, quantity, coupon, small, share, fc.boolean()] as const;
  fc.assert(
    fc.property(...all, (from, to, old_count, count, off, credit_minor, of, prorates) => {
      const one = row({ ...from, ...off, quantity: old_count, credit_minor });
      const now = within(one, of);
      const bill = changeBill(one, { plan: plan(to), quantity: count, now, prorates });
      assert.ok(bill.current_period_start <= now && now < bill.current_period_end);
      if (bill.difference_minor <= 0) {
        assert.deepEqual([bill.total_minor, bill.credit_after_minor], [0, credit_minor]);
        assert.equal(sum(bill), bill.difference_minor);
        return;
      }
      assertAddsUp(bill);
      const paid = bill.total_minor + (credit_minor - bill.credit_after_minor);
      assert.equal(paid, bill.difference_minor);
    }),
  );
});

test('up and at once back down costs nothing in sum, at any millisecond', () => {
  fc.assert(
    fc.property(small, small, quantity, quantity, coupon, share, (price, other, n, m, off, of) => {
      const one = row({ price_minor: price, quantity: n, ...off });
      const now = within(one, of);
      const team = plan({ plan_id: 'prod_team', price_minor: other });
      const there = changeBill(one, { plan: team, quantity: m, now, prorates: true });
      const changed: SubscriptionRow = { ...one, ...team, quantity: m };
      const old = plan({ price_minor: price });
      const back = changeBill(changed, { plan: old, quantity: n, now, prorates: true });
      assert.equal(there.difference_minor + back.difference_minor, 0);
    }),
  );
});

test('a change at the very beginning of a period costs the whole difference', () => {
  fc.assert(
    fc.property(small, small, quantity, (price, other, n) => {
      const one = row({ price_minor: price, quantity: n });
      const team = plan({ plan_id: 'prod_team', price_minor: other });
      const bill = changeBill(one, { plan: team, quantity: n, now: AT_START, prorates: true });
      assert.equal(bill.difference_minor, (other - price) * n);
    }),
  );
});

test('what is left of a period is never less than nothing nor more than all, whatever the clock says', () => {
  const off_by = fc.integer({ min: -90, max: 90 });
  fc.assert(
    fc.property(small, small, quantity, off_by, (price, other, n, days) => {
      const one = row({ price_minor: price, quantity: n });
      const now = AT_START + days * 86_400_000;
      const team = plan({ plan_id: 'prod_team', price_minor: other });
      const { lines } = changeBill(one, { plan: team, quantity: n, now, prorates: true });
      const [given_back = 0, charged = 0] = lines.map(({ amount_minor }) => amount_minor);
      assert.ok(given_back <= 0 && given_back >= -price * n, `given back: ${given_back}`);
      assert.ok(charged >= 0 && charged <= other * n, `charged: ${charged}`);
    }),
  );
});

test('in a trial a change costs nothing and keeps the trial', () => {
  fc.assert(
    fc.property(anyPlan, quantity, small, share, (to, count, credit_minor, of) => {
      const one = row({ status: 'trialing', credit_minor });
      const now = within(one, of);
      const bill = changeBill(one, { plan: plan(to), quantity: count, now, prorates: true });
      assert.deepEqual([bill.lines, bill.total_minor], [[], 0]);
      assert.deepEqual([bill.difference_minor, bill.credit_after_minor], [0, credit_minor]);
      assert.equal(bill.current_period_end, one.current_period_end);
    }),
  );
});

test('higher: a larger tier where both have one, else a larger price per day', () => {
  const table: [one: Partial<PlanTerms>, than: Partial<PlanTerms>, higher: boolean][] = [
    [{ tier: 2, price_minor: 1 }, { tier: 1 }, true],
    [{ tier: 1, price_minor: 9999 }, { tier: 2 }, false],
    [{ tier: 1, price_minor: 9999 }, { tier: 1 }, false],
    [{ tier: -1 }, { tier: -2 }, true],
    [{ tier: 0, price_minor: 2001 }, {}, true],
    [{ tier: 9, price_minor: 1999 }, {}, false],
    [{ price_minor: 2001 }, { tier: 9 }, true],
    [{ price_minor: 24_000, billing_interval: 'year' }, {}, false],
    [{}, { price_minor: 24_000, billing_interval: 'year' }, false],
    [{ price_minor: 24_001, billing_interval: 'year' }, {}, true],
    [{ price_minor: 6000, billing_interval_count: 3 }, {}, false],
    [{ price_minor: 6001, billing_interval_count: 3 }, {}, true],
    [{ price_minor: 66, billing_interval: 'day' }, {}, true],
    [
      { price_minor: 700, billing_interval: 'week' },
      { price_minor: 100, billing_interval: 'day' },
      false,
    ],
    [{ price_minor: 0 }, { price_minor: 0, billing_interval: 'year' }, false],
  ];
  for (const [one, than, higher] of table) {
    assert.equal(isHigher(plan(one), plan(than)), higher, JSON.stringify([one, than]));
  }
});

test('higher is an order: nothing is higher than itself, nor two plans than each other', () => {
  const tier = fc.option(fc.integer({ min: -3, max: 3 }));
  const tiered = fc.tuple(anyPlan, tier).map(([terms, one]) => plan({ ...terms, tier: one }));
  fc.assert(
    fc.property(tiered, tiered, (one, other) => {
      assert.equal(isHigher(one, one), false);
      assert.ok(!(isHigher(one, other) && isHigher(other, one)));
    }),
  );
});
