import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DiscountRow, newDiscount } from '../catalogue/discounts/discount.rules.ts';
import { newProduct } from '../catalogue/products/product.rules.ts';
import { leftAt, nextLookAt, pauseWhilePending } from '../money/transactions/waiting.rules.ts';
import { amountDue, type CheckoutRow, newCheckout } from './checkout.rules.ts';
import { calculatePrice, isTooSmall, paymentOf, whyNotAmount } from './price.rules.ts';

const NOW = Date.parse('2026-11-14T09:30:00.000Z');
const MINUTE_MS = 60_000;

interface Terms {
  price_minor: number;
  balance_minor?: number;
  charge_min_minor?: number;
  charge_step_minor?: number;
  percent_bps?: number;
  amount_minor?: number | undefined;
}

function session(terms: Terms): CheckoutRow {
  const { price_minor, balance_minor = 0, percent_bps, amount_minor } = terms;
  const { charge_min_minor = 1, charge_step_minor = 1 } = terms;
  const input = { name: 'Editor', description: '', price: 0, currency: 'KWD' };
  const made = newProduct(
    { ...input, billing_type: 'one_time' },
    { product_id: 'prod_1', now: NOW },
  );
  const product = { ...made, search_entry: 1, revision: 1, price_minor };
  const wanted = { quantity: 1, customer_id: 'ada', expires_in_minutes: 30 };
  const fresh = newCheckout(product, wanted, {
    ...{ checkout_session_id: 'cs_1', has_trial: false, balance_minor, now: NOW },
    ...{ charge_min_minor, charge_step_minor, includes_tax: true, tax: null },
  });
  const coupon = percent_bps === undefined ? undefined : couponOf(percent_bps, amount_minor);
  return { ...fresh, ...calculatePrice(fresh, coupon, NOW) };
}

/** An amount if there is one, else a percentage. */
function couponOf(percent_bps: number, amount_minor: number | undefined): DiscountRow {
  const input = { code: 'CODE', discount_percentage: 1, duration: 'once' } as const;
  const coupon = newDiscount(input, { discount_id: 'disc_1', now: NOW });
  return amount_minor === undefined
    ? { ...coupon, percent_bps }
    : { ...coupon, percent_bps: null, amount_minor, currency: 'KWD' };
}

const any_terms = fc
  .record({
    price: fc.integer({ min: 0, max: 100_000 }),
    balance_minor: fc.integer({ min: -200_000, max: 200_000 }),
    charge_step_minor: fc.constantFrom(1, 10, 100),
    min_steps: fc.integer({ min: 1, max: 60 }),
    percent_bps: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
    amount_minor: fc.option(fc.integer({ min: 1, max: 150_000 }), { nil: undefined }),
  })
  .map(({ price, min_steps, percent_bps, ...terms }) => ({
    ...terms,
    price_minor: price * terms.charge_step_minor,
    charge_min_minor: min_steps * terms.charge_step_minor,
    ...(percent_bps !== undefined && { percent_bps }),
  }));

test('amountDue: nothing, or what the provider can charge; the lines add up to it', () => {
  fc.assert(
    fc.property(any_terms, (terms) => {
      const row = session(terms);
      const { due_minor, balance_change_minor } = amountDue(row);
      assert.equal(due_minor % terms.charge_step_minor, 0);
      assert.equal(isTooSmall(row), due_minor > 0 && due_minor < terms.charge_min_minor);
      // Only a price that is too small by itself is: never because of a balance.
      if (row.total_minor >= terms.charge_min_minor) assert.equal(isTooSmall(row), false);
      const { lines, total_minor } = paymentOf(row, {
        ...{
          transaction_id: 'txn_1',
          customer_id: 'ada',
          billed_to: null,
          request_key: null,
          now: NOW,
        },
      });
      const sum = JSON.parse(lines).reduce(
        (all: number, { amount_minor }: { amount_minor: number }) => all + amount_minor,
        0,
      );
      assert.deepEqual([sum, total_minor], [due_minor, due_minor]);
      assert.equal(due_minor, row.total_minor + balance_change_minor);
    }),
  );
});

test('amountDue: credit and debts are used as far as the provider can charge the rest', () => {
  fc.assert(
    fc.property(any_terms, (terms) => {
      const row = session(terms);
      const { balance_change_minor: change } = amountDue(row);
      const { balance_minor, total_minor } = row;
      if (balance_minor >= 0) {
        const credit = Math.min(balance_minor, total_minor);
        assert.ok(-change <= credit && change <= 0, 'never more credit than there is');
        const most_left = Math.max(terms.charge_min_minor, terms.charge_step_minor);
        assert.ok(-change > credit - most_left || -change === credit, 'not much less either');
      } else assert.ok(change >= 0 && change <= -balance_minor, 'never more than is owed');
    }),
  );
});

test('a coupon takes off less than a step more, so that the rest can be charged', () => {
  const row = session({ price_minor: 9_990, percent_bps: 1_500, charge_step_minor: 10 });
  assert.deepEqual([row.discount_minor, row.total_minor], [1_500, 8_490]);
  const exact = session({ price_minor: 9_990, percent_bps: 1_500 });
  assert.deepEqual([exact.discount_minor, exact.total_minor], [1_498, 8_492]);
});

test('whyNotAmount: a price that is no whole number of steps cannot be charged', () => {
  const ask = (price_minor: number, charge_step_minor: number) =>
    whyNotAmount(session({ price_minor, charge_step_minor }));
  assert.equal(ask(10_005, 1), undefined);
  assert.equal(ask(10_010, 10), undefined);
  const no = ask(10_005, 10);
  assert.equal(no?.code, 'amount_not_chargeable');
  assert.match(no?.message ?? '', /only multiples of 0\.01 KWD$/);
});

test('nextLookAt: every one to two minutes, at most 30 times, the last when it is given up', () => {
  const begun = { created_at: NOW };
  let looks = 0;
  for (let at = NOW; at < leftAt(begun); looks++) {
    const next = nextLookAt(begun, at);
    assert.ok(next > at && next - at <= 2 * MINUTE_MS);
    assert.ok(next - at >= MINUTE_MS || next === leftAt(begun));
    at = next;
  }
  assert.ok(looks <= 30, `${looks} looks`);
  assert.equal(nextLookAt(begun, leftAt(begun) + 1), leftAt(begun));
});

test('pauseWhilePending: a minute at first, then half of its age', () => {
  const begun = { created_at: NOW };
  assert.equal(pauseWhilePending(begun, NOW), MINUTE_MS);
  assert.equal(pauseWhilePending(begun, NOW + 60 * MINUTE_MS), 30 * MINUTE_MS);
});
