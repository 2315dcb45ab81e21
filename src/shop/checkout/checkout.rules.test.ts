import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxMinor } from '../../platform/core/money.ts';
import { type DiscountRow, newDiscount } from '../catalogue/discounts/discount.rules.ts';
import { newProduct } from '../catalogue/products/product.rules.ts';
import { parseLines } from '../money/transactions/lines.rules.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import {
  type CheckoutRow,
  isOverdue,
  newCheckout,
  PAYMENT_ATTEMPTS_MAX,
  whyNotPay,
  withDecline,
  withStatus,
} from './checkout.rules.ts';
import { showCheckout } from './checkout-record.rules.ts';
import { calculatePrice, couponText, paymentOf, whyNotAmount } from './price.rules.ts';

const NOW = Date.parse('2026-11-14T09:30:00.000Z');
const STATUSES = ['open', 'processing', 'completed', 'expired'] as const;

interface Terms {
  price_minor?: number;
  quantity?: number;
  currency?: string;
  interval?: 'day' | 'week' | 'month' | 'year' | null;
  interval_count?: number;
  trial_days?: number;
  coupon?: DiscountRow | undefined;
  balance_minor?: number;
  charge_min_minor?: number;
  charge_step_minor?: number;
  includes_tax?: boolean;
  tax?: TaxDecision;
}

/** A session as create-checkout makes it. */
function session({ coupon, ...terms }: Terms = {}): CheckoutRow {
  const { price_minor = 2000, quantity = 1, currency = 'EUR', interval = null } = terms;
  const input = { name: 'Editor', description: '', price: 0, currency };
  const product = {
    ...newProduct({ ...input, billing_type: 'one_time' }, { product_id: 'prod_1', now: NOW }),
    search_entry: 1,
    revision: 1,
    price_minor,
    billing_interval: interval,
    billing_interval_count: interval === null ? null : (terms.interval_count ?? 1),
    trial_days: terms.trial_days ?? 0,
  };
  const wanted = { quantity, customer_id: 'ada', expires_in_minutes: 30 };
  const fresh = newCheckout(product, wanted, {
    checkout_session_id: 'cs_1',
    has_trial: true,
    balance_minor: terms.balance_minor ?? 0,
    charge_min_minor: terms.charge_min_minor ?? 1,
    charge_step_minor: terms.charge_step_minor ?? 1,
    includes_tax: terms.includes_tax ?? true,
    tax: terms.tax ?? null,
    now: NOW,
  });
  return { ...fresh, ...calculatePrice(fresh, coupon, NOW) };
}

function coupon(percent_bps: number | null, more: Partial<DiscountRow> = {}): DiscountRow {
  const input = { code: 'CODE', discount_percentage: 1, duration: 'once' } as const;
  return { ...newDiscount(input, { discount_id: 'disc_1', now: NOW }), percent_bps, ...more };
}

const any_coupon = fc.option(
  fc
    .record({
      percent_bps: fc.integer({ min: 1, max: 10_000 }),
      amount_minor: fc.option(fc.integer({ min: 1, max: 200_000_000 })),
      duration: fc.constantFrom('once', 'forever', 'repeating'),
      months: fc.integer({ min: 1, max: 120 }),
    })
    .map(({ percent_bps, amount_minor, duration, months }) =>
      coupon(amount_minor === null ? percent_bps : null, {
        amount_minor,
        duration,
        duration_months: duration === 'repeating' ? months : null,
      }),
    ),
  { nil: undefined },
);

const any_terms = fc.record({
  price_minor: fc.integer({ min: 0, max: 100_000_000 }),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  currency: fc.constantFrom('JPY', 'EUR', 'BHD'),
  interval: fc.constantFrom(null, 'day', 'week', 'month', 'year'),
  interval_count: fc.integer({ min: 1, max: 36 }),
  coupon: any_coupon,
});

test('priced: subtotal, less discount, plus tax is the total, and none of them is negative', () => {
  fc.assert(
    fc.property(any_terms, fc.nat(1), (terms, trial_days) => {
      const row = session({ ...terms, trial_days });
      const { subtotal_minor, discount_minor, tax_minor, total_minor } = row;
      assert.equal(subtotal_minor - discount_minor + tax_minor, total_minor);
      for (const part of [subtotal_minor, discount_minor, tax_minor, total_minor]) {
        assert(Number.isSafeInteger(part) && part >= 0);
      }
      assert(discount_minor <= subtotal_minor);
    }),
  );
});

test('priced: without a trial the subtotal is price times quantity, the discount its share or amount', () => {
  fc.assert(
    fc.property(any_terms, (terms) => {
      const { subtotal_minor, discount_minor } = session(terms);
      assert.equal(subtotal_minor, terms.price_minor * terms.quantity);
      const { percent_bps = null, amount_minor = null } = terms.coupon ?? {};
      if (amount_minor !== null) {
        return assert.equal(discount_minor, Math.min(amount_minor, subtotal_minor));
      }
      const exact = BigInt(subtotal_minor) * BigInt(percent_bps ?? 0);
      const twice_off = 2n * (BigInt(discount_minor) * 10_000n - exact);
      assert(twice_off >= -10_000n && twice_off <= 10_000n);
      if (twice_off === 10_000n || twice_off === -10_000n) assert.equal(discount_minor % 2, 0);
    }),
  );
});

test('priced: during a trial nothing is due, and the coupon counts for the first payment', () => {
  fc.assert(
    fc.property(any_terms, fc.integer({ min: 1, max: 730 }), (terms, trial_days) => {
      const interval = terms.interval ?? 'month';
      const today = session({ ...terms, interval });
      const on_trial = session({ ...terms, interval, trial_days });
      const { subtotal_minor, discount_minor, total_minor } = on_trial;
      assert.deepEqual([subtotal_minor, discount_minor, total_minor], [0, 0, 0]);
      assert.equal(on_trial.renewal_total_minor, today.total_minor);
    }),
  );
});

test('priced: the next payment is the full price or today’s, and none without an interval', () => {
  fc.assert(
    fc.property(any_terms, (terms) => {
      const { renewal_total_minor, subtotal_minor, total_minor } = session(terms);
      if (terms.interval === null) return assert.equal(renewal_total_minor, null);
      const start = Temporal.Instant.fromEpochMilliseconds(NOW).toZonedDateTimeISO('UTC');
      const next = start.add({ [`${terms.interval}s`]: terms.interval_count });
      const { duration, duration_months } = terms.coupon ?? {};
      const end = start.add({ months: duration_months ?? 0 });
      const is_before_end = Temporal.ZonedDateTime.compare(next, end) < 0;
      const lasts = duration === 'forever' || (duration === 'repeating' && is_before_end);
      assert.equal(renewal_total_minor, lasts ? total_minor : subtotal_minor);
    }),
  );
});

test('priced: 100 % off is free, and the names of the coupon are kept', () => {
  const row = session({ price_minor: 1999, quantity: 7, coupon: coupon(10_000) });
  assert.deepEqual([row.discount_minor, row.total_minor], [13_993, 0]);
  assert.deepEqual([row.discount_id, row.coupon_code, row.percent_bps], ['disc_1', 'CODE', 10_000]);
  const without = session();
  assert.deepEqual(
    [without.discount_id, without.coupon_code, without.percent_bps],
    [null, null, null],
  );
});

test('paymentOf: the lines add up to what the card is charged, after the balance: credit is used, debt is paid', () => {
  const any_balance = fc.integer({ min: -100_000_000, max: 200_000_000_000 });
  fc.assert(
    fc.property(
      any_terms,
      fc.constantFrom(0, 14),
      any_balance,
      (terms, trial_days, balance_minor) => {
        const row = session({ ...terms, trial_days, balance_minor });
        const payment = {
          transaction_id: 'txn_1',
          customer_id: 'ada',
          billed_to: null,
          request_key: null,
          now: NOW,
        };
        const transaction = paymentOf(row, payment);
        const sum = parseLines(transaction).reduce((so_far, line) => so_far + line.amount_minor, 0);
        assert.equal(sum + transaction.tax_minor, transaction.total_minor);
        // Where there is nothing to pay, nothing is collected either.
        const is_free = row.total_minor === 0;
        // A debt is collected up to the largest amount there is.
        const most = Math.max(row.total_minor, maxMinor(row.currency));
        const wanted = Math.min(most, row.total_minor - balance_minor);
        const due = is_free ? 0 : Math.max(0, wanted);
        assert.equal(transaction.total_minor, due);
        assert.equal(transaction.balance_change_minor, due - row.total_minor);
        const type = terms.interval === null ? 'purchase' : 'subscription_start';
        assert.deepEqual([transaction.type, transaction.status], [type, 'pending']);
      },
    ),
  );
});

test('whyNotAmount: up to the largest amount of the currency, never above', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: maxMinor('BHD') }),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom('JPY', 'EUR', 'BHD'),
      (price_minor, quantity, currency) => {
        const fits = BigInt(price_minor) * BigInt(quantity) <= BigInt(maxMinor(currency));
        const terms = { unit_price_minor: price_minor, quantity, currency };
        const problem = whyNotAmount({ ...session(), ...terms });
        assert.equal(problem?.param, fits ? undefined : 'quantity');
      },
    ),
  );
});

test('moved: only along the table of legal steps; nothing leaves completed or expired', () => {
  const legal = [
    'open processing',
    'open completed',
    'open expired',
    'processing completed',
    'processing open',
  ];
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const before = { ...session(), status: from };
      const step = () => withStatus(before, to, NOW + 5, { completed_at: 1 });
      if (legal.includes(`${from} ${to}`)) {
        assert.deepEqual(step(), { ...before, status: to, updated_at: NOW + 5, completed_at: 1 });
      } else assert.throws(step, new RegExp(`from ${from} to ${to}`));
    }
  }
});

test('isOverdue and whyNotPay: open sessions end with the millisecond of expires_at, others do not', () => {
  const row = session();
  assert.equal(row.expires_at, NOW + 30 * 60_000);
  for (const status of STATUSES) {
    const one = { ...row, status };
    assert.equal(isOverdue(one, row.expires_at - 1), false);
    assert.equal(isOverdue(one, row.expires_at), status === 'open');
    const no = status === 'open' || status === 'expired' ? 'checkout_expired' : undefined;
    assert.equal(whyNotPay(one, row.expires_at), no);
    assert.equal(showCheckout(one, { base_url: '', now: NOW }).status, status);
    const shown = status === 'open' ? 'expired' : status;
    assert.equal(showCheckout(one, { base_url: '', now: row.expires_at }).status, shown);
  }
  const tries = (payment_attempts: number) => whyNotPay({ ...row, payment_attempts }, NOW);
  assert.equal(tries(PAYMENT_ATTEMPTS_MAX - 1), undefined);
  assert.equal(tries(PAYMENT_ATTEMPTS_MAX), 'payment_attempts');
});

test('declined: open again, with the reason and without the transaction', () => {
  const before = { ...session(), status: 'processing', transaction_id: 'txn_1' } as const;
  const after = withDecline(before, 'expired_card', NOW + 1);
  assert.deepEqual([after.status, after.transaction_id, after.updated_at], ['open', null, NOW + 1]);
  const { last_payment_error } = showCheckout(after, { base_url: '', now: NOW });
  const message = 'The card has expired. Try another card.';
  assert.deepEqual(last_payment_error, { code: 'expired_card', message });
});

test('couponText: as few digits as it takes, of a percentage or of an amount', () => {
  const text = (percent_bps: number | null, coupon_amount_minor: number | null, currency = 'EUR') =>
    couponText({ percent_bps, coupon_amount_minor, currency });
  const texts = [1, 50, 1_000, 1_250, 3_333, 10_000].map((percent_bps) => text(percent_bps, null));
  assert.deepEqual(texts, ['0.01 %', '0.5 %', '10 %', '12.5 %', '33.33 %', '100 %']);
  const amounts = [text(null, 500), text(null, 1999), text(null, 1500, 'JPY')];
  assert.deepEqual(amounts, ['5 EUR', '19.99 EUR', '1500 JPY']);
});
