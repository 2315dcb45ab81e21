import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START, row, vat } from '../../../test/harness/sales/subscription-row.ts';
import { coveredTaxJson } from './covered-tax.rules.ts';
import { standingOf } from './mrr.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

const DAY_MS = 86_400_000;
const coupon = { discount_id: 'disc', coupon_code: 'C', percent_bps: 2500, coupon_quantity: 1 };
const forever = { ...coupon, coupon_duration: 'forever', discount_starts_at: null } as const;
const earlier = { ...forever, period_start: AT_START, interval: '1 month' };
/** Another code counts from the next payment on. */
const later = {
  ...forever,
  discount_starts_at: AT_START + DAY_MS,
  earlier_coupon: JSON.stringify(earlier),
};
const amount = { ...coupon, percent_bps: null, coupon_amount_minor: 600 };
const WEEKLY = { price_minor: 300, billing_interval: 'week' } as const;
const german = { covered_tax: coveredTaxJson(vat(19), AT_START) };

test('what a subscription brings a month: by the month, without tax, after coupons that go on', () => {
  const table: [number, Partial<SubscriptionRow>][] = [
    [2000, {}],
    [6000, { quantity: 3 }],
    [1000, { price_minor: 12_000, billing_interval: 'year' }],
    [833, { price_minor: 9_999, billing_interval: 'year' }],
    [667, { billing_interval_count: 3 }],
    [1300, { price_minor: 300, billing_interval: 'week' }],
    [650, { price_minor: 300, billing_interval: 'week', billing_interval_count: 2 }],
    [3042, { price_minor: 100, billing_interval: 'day' }],
    // Half to even: 0.5 and 1.5.
    [0, { price_minor: 1, billing_interval_count: 2 }],
    [2, { price_minor: 3, billing_interval_count: 2 }],
    // A price that includes 19 %, and one to which it is added.
    [1681, { ...german, includes_tax: 1 }],
    [2000, { ...german, includes_tax: 0 }],
    [1500, { ...coupon, coupon_duration: 'forever' }],
    [1500, { ...coupon, coupon_duration: 'repeating', discount_ends_at: AT_START + DAY_MS }],
    [2000, { ...coupon, coupon_duration: 'repeating', discount_ends_at: AT_START }],
    [2000, { ...later, earlier_coupon: null }],
    // With an earlier code that the current period was paid with.
    [2000, later],
    [2000, { ...coupon, coupon_duration: 'once', discount_ends_at: AT_START + DAY_MS }],
    [3500, { ...coupon, coupon_duration: 'forever', quantity: 2 }],
    [2000, { ...coupon, coupon_duration: 'forever', coupon_product_ids: 'prod_other' }],
    // An amount: once in a period, however long that is and however many seats; of one with tax in
    // it, 6.00 are 5.04 without.
    [1400, { ...amount, coupon_duration: 'forever' }],
    [3400, { ...amount, coupon_duration: 'forever', quantity: 2 }],
    [950, { ...amount, coupon_duration: 'forever', price_minor: 12_000, billing_interval: 'year' }],
    [0, { ...amount, coupon_duration: 'forever', ...WEEKLY }],
    [1300, { ...amount, coupon_duration: 'forever', ...WEEKLY, quantity: 2 }],
    [1176, { ...amount, ...german, coupon_duration: 'forever', includes_tax: 1 }],
    [1400, { ...amount, ...german, coupon_duration: 'forever', includes_tax: 0 }],
    [2000, { ...amount, coupon_duration: 'once', discount_ends_at: AT_START + DAY_MS }],
  ];
  for (const [expected, terms] of table) {
    assert.equal(standingOf(row(terms)).mrr_minor, expected, JSON.stringify(terms));
  }
});

test('it counts while it is paid for: not in a trial, paused or ended, nor before the first payment', () => {
  const { current_period_end: end } = row();
  const table: [string, number, Partial<SubscriptionRow>][] = [
    ['active', 2000, {}],
    ['active', 2000, { cancel_at_period_end: 1 }],
    ['active', 2000, { status: 'past_due' }],
    ['trialing', 0, { status: 'trialing', trial_end: end }],
    ['unpaid', 0, { status: 'past_due', trial_end: end }],
    ['unpaid', 0, { status: 'paused', trial_end: end }],
    ['active', 2000, { status: 'past_due', trial_end: AT_START }],
    ['paused', 0, { status: 'paused' }],
    ['ended', 0, { status: 'canceled' }],
  ];
  for (const [state, mrr_minor, terms] of table) {
    const standing = standingOf(row(terms));
    assert.deepEqual([standing.state, standing.mrr_minor], [state, mrr_minor]);
  }
});
