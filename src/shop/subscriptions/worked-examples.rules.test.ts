import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START, plan, row, UNTAXED } from '../../../test/harness/sales/subscription-row.ts';
import { pending_defaults } from '../money/transactions/pending-transaction.rules.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { parseSettings } from '../store/store-settings.rules.ts';
import { NO_TAX } from '../tax/decide-tax.rules.ts';
import {
  ANY_AMOUNT,
  billToBalance,
  billWithBalance,
  chargeableMinor,
  periodLines,
  prorated,
  remainingTime,
  remainingTimeLines,
  unusedMinor,
  unusedPaidMinor,
} from './bill.rules.ts';
import { type Proration, plannedChange } from './change.rules.ts';
import { afterDecline } from './decline.rules.ts';
import { monthlyMinor } from './mrr.rules.ts';
import { plannedInForce } from './past-due-change.rules.ts';
import { plannedRefund } from './refund-period.rules.ts';
import { giveBackMinor, nextPeriod } from './renewal.rules.ts';
import { pauseUsedUntil } from './state.rules.ts';
import { monthsBetween } from './trial.rules.ts';
import { withUsedTime } from './used-time.rules.ts';

// The examples in the comments of the rules, computed by the rules. Unless it says otherwise, a
// subscription is to a plan of 20 a month, in the 30 days from 14 November on.

const DAY_MS = 86_400_000;
/** 20 days before the end of the period. */
const DAY_10 = AT_START + 10 * DAY_MS;
const COUPON = {
  discount_id: 'disc_off',
  coupon_code: 'OFF',
  coupon_duration: 'forever',
  discount_from: AT_START,
} as const;

const team = (price_minor: number, more = {}) =>
  plan({ plan_id: 'prod_team', plan_name: 'Team', price_minor, ...more });

const amountsOf = (lines: { amount_minor: number }[]) => lines.map((line) => line.amount_minor);

const wholePeriod = (one: ReturnType<typeof row>, quantity = one.quantity) => {
  const { current_period_start: period_start, current_period_end: period_end } = one;
  return { plan: one, quantity, period_start, period_end };
};

function change(plan_terms: ReturnType<typeof plan>, proration?: Proration, one = row()) {
  const terms = { plan: plan_terms, quantity: undefined };
  return plannedChange(one, { ...terms, proration, billing: UNTAXED, now: DAY_10 });
}

const charge = (one: ReturnType<typeof row>, more: Partial<TransactionRow>): TransactionRow => ({
  ...pending_defaults,
  transaction_id: 'txn_one',
  type: 'renewal',
  customer_id: 'ada',
  product_id: one.plan_id,
  checkout_session_id: null,
  quantity: 1,
  subtotal_minor: 0,
  tax_minor: 0,
  discount_minor: 0,
  total_minor: 0,
  currency: 'EUR',
  lines: '[]',
  metadata: '{}',
  request_key: null,
  next_attempt_at: null,
  created_at: AT_START,
  ...more,
});

test('a whole period and the rest of one, with a coupon of 25 %', () => {
  const one = row({ ...COUPON, percent_bps: 2_500 });
  assert.deepEqual(amountsOf(periodLines(one, wholePeriod(one), NO_TAX)), [2_000, -500]);
  const double = row({ ...COUPON, percent_bps: 2_500, price_minor: 4_000 });
  const rest = remainingTime(double, DAY_10);
  const lines = remainingTimeLines(double, { ...wholePeriod(double), rest }, NO_TAX);
  assert.deepEqual(amountsOf(lines), [2_667, -667]);
});

test('of three seats at 10, two of which have a coupon of 20 %, 26', () => {
  const seats = { price_minor: 1_000, quantity: 3, coupon_quantity: 2, percent_bps: 2_000 };
  const one = row({ ...COUPON, ...seats });
  assert.deepEqual(amountsOf(periodLines(one, wholePeriod(one), NO_TAX)), [3_000, -400]);
});

test('unused time, and what of it was not refunded', () => {
  assert.equal(prorated(2_000, { part: 20, whole: 30 }), 1_333);
  assert.equal(unusedMinor(row(), DAY_10), 1_333);
  assert.equal(unusedPaidMinor(row({ rest_refunded_minor: 500 }), DAY_10), 833);
});

test('a bill with credit, with a debt, too small to be charged, and on the balance', () => {
  const bill = (balance_minor: number, price_minor = 2_000, charge_min_minor = 1) => {
    const one = row({ balance_minor, price_minor });
    const lines = periodLines(one, wholePeriod(one), NO_TAX);
    const taxed = { ...nothing(), lines: lines.map((line) => ({ ...line, ...UNTAXED_LINE })) };
    return billWithBalance(taxed, one, { ...ANY_AMOUNT, charge_min_minor });
  };
  assert.equal(bill(500).total_minor, 1_500);
  assert.equal(bill(3_000).total_minor, 0);
  assert.equal(bill(3_000).balance_change_minor, -2_000);
  assert.equal(bill(-500).total_minor, 2_500);
  assert.equal(bill(0, 30, 50).total_minor, 0);
  assert.equal(bill(0, 30, 50).balance_change_minor, -30);
  const steps = { charge_min_minor: 50, charge_step_minor: 5 };
  assert.equal(chargeableMinor(457, steps), 455);
  const later = (amount_minor: number) =>
    billToBalance({ ...nothing(), lines: [{ ...SOLD, ...UNTAXED_LINE, amount_minor }] });
  assert.equal(later(500).balance_change_minor, -500);
  assert.equal(later(-800).balance_change_minor, 800);
});

const UNTAXED_LINE = { tax_minor: 0, tax_row: null };
const SOLD = { description: 'Pro', quantity: 1, kind: 'sale' } as const;
const nothing = () => ({ subtotal_minor: 0, discount_minor: 0, tax_minor: 0, tax_rows: [] });

test('a change to 40 costs 13.34 for 20 of 30 days; to a year at 200, 186.67', () => {
  assert.deepEqual(amountsOf(change(team(4_000)).bill.lines), [-1_333, 2_667]);
  assert.equal(change(team(4_000)).bill.total_minor, 1_334);
  const year = change(team(20_000, { billing_interval: 'year' }));
  assert.equal(year.bill.total_minor, 18_667);
});

test('without proration the smaller price counts as paid', () => {
  assert.equal(change(team(4_000), 'none').effect.covered_minor, 2_000);
  assert.equal(change(team(1_000), 'none').effect.covered_minor, 1_000);
});

test('in a trial, a plan that costs more ends it and is charged; another does not', () => {
  const trial = { status: 'trialing', trial_end: AT_START + 30 * DAY_MS } as const;
  assert.equal(change(team(4_000), undefined, row(trial)).bill.total_minor, 4_000);
  assert.equal(change(team(1_000), undefined, row(trial)).bill.total_minor, 0);
});

test('Basic is to follow Pro with 3 seats; after a change to 5 seats, with 5', () => {
  const pending_change = JSON.stringify({ plan: team(500), quantity: 3 });
  const one = row({ quantity: 3, pending_change });
  const terms = { plan: undefined, quantity: 5, proration: undefined };
  const { effect } = plannedChange(one, { ...terms, billing: UNTAXED, now: DAY_10 });
  const pending = JSON.parse(effect.pending_change ?? 'null');
  assert.deepEqual([effect.quantity, pending.plan.plan_id, pending.quantity], [5, 'prod_team', 5]);
});

test('past due for 20 days at 100 a month and then on 10 a month: 66.67 and 3.33', () => {
  // The period that is due, of 30 days, began on 14 November.
  const due = { status: 'past_due', period_number: -1, current_period_end: AT_START } as const;
  const one = row({ ...due, price_minor: 10_000 });
  const used_time = withUsedTime(one, AT_START + 20 * DAY_MS);
  const { bill } = nextPeriod({ ...one, ...team(1_000), used_time }, UNTAXED);
  assert.deepEqual(amountsOf(bill.lines), [6_667, 333]);
});

test('of a renewal of 30, 20 go back after 10 days; of a change of 50, 47 after 3 unpaid days', () => {
  const one = row({ price_minor: 3_000 });
  const { current_period_start: period_start, current_period_end: period_end } = one;
  const renewal = charge(one, { total_minor: 3_000, period_start, period_end });
  assert.equal(giveBackMinor(renewal, one, DAY_10), 2_000);
  // The next period, of 30 days too, began on 14 November.
  const ended = row({ price_minor: 3_000, period_number: -1, current_period_end: AT_START });
  const changed = charge(ended, { type: 'plan_change', total_minor: 5_000 });
  assert.equal(giveBackMinor(changed, ended, AT_START + 3 * DAY_MS), 4_700);
});

test('of a month paid with 20 and 12, 22 go back: 12 and 10; or 10, and 12 to the balance', () => {
  const one = row({ period_paid_minor: 2_200 });
  const paid = (total_minor: number, status: TransactionRow['status'] = 'paid') =>
    charge(one, { total_minor, status, disputed_minor: 0 });
  const options = { extent: 'full', now: DAY_10, chargeable: ANY_AMOUNT } as const;
  const both = plannedRefund(one, [paid(1_200), paid(2_000)], options);
  assert.deepEqual(amountsOf(both.refunds), [1_200, 1_000]);
  assert.equal(both.to_balance_minor, 0);
  const disputed = plannedRefund(one, [paid(1_200, 'disputed'), paid(2_000)], options);
  assert.deepEqual(amountsOf(disputed.refunds), [1_000]);
  assert.deepEqual(amountsOf(disputed.credited), [1_200]);
  assert.equal(disputed.to_balance_minor, 1_200);
});

test('what brings 10, 52 and 30.42 a month', () => {
  const interval = (billing_interval: 'year' | 'week' | 'day', price_minor: number) =>
    monthlyMinor(row({ billing_interval, price_minor }));
  assert.equal(interval('year', 12_000), 1_000);
  assert.equal(interval('week', 1_200), 5_200);
  assert.equal(interval('day', 100), 3_042);
});

test('with retries after 3, 5 and 7 days, tries on the 1st, 4th, 9th and 16th', () => {
  const kept = JSON.stringify({ retry_days: [3, 5, 7], after_retries: 'cancel' });
  const settings = parseSettings(kept);
  const days: number[] = [];
  let one = row();
  for (let at: number | null = AT_START; at !== null && one.status !== 'canceled'; ) {
    days.push(1 + (at - AT_START) / DAY_MS);
    const declined = charge(one, { status: 'declined', created_at: at });
    const context = { now: at, settings, has_paid: true, was_past_due: false };
    one = afterDecline(one, declined, context);
    at = one.next_payment_at;
  }
  assert.deepEqual(days, [1, 4, 9, 16]);
  assert.equal(one.status, 'canceled');
});

test('Pro at 40 was to become Basic at 10, and that fails: Basic is in force', () => {
  const pending_change = JSON.stringify({ plan: team(1_000), quantity: 1 });
  const late = row({ status: 'past_due', price_minor: 4_000, pending_change });
  assert.equal(plannedInForce(late)?.plan.plan_id, 'prod_team');
  const larger = JSON.stringify({ plan: team(5_000), quantity: 1 });
  assert.equal(plannedInForce({ ...late, pending_change: larger }), undefined);
});

test('a pause of 1 March, and a change to a year on 10 March: used until 1 April', () => {
  const at = (day: string) => Date.parse(`${day}T00:00:00.000Z`);
  const one = row({ anchor_at: at('2026-03-01'), pause_used_until: at('2026-04-01') });
  const year = plan({ billing_interval: 'year' });
  const now = at('2026-03-10');
  assert.equal(pauseUsedUntil(one, { plan: year, now }), at('2026-04-01'));
});

test('from 14 November to 14 February are 3 months, and a day more begins the 4th', () => {
  const [from, to] = [Date.parse('2026-11-14'), Date.parse('2027-02-14')];
  assert.deepEqual([monthsBetween(from, to), monthsBetween(from, to + DAY_MS)], [3, 4]);
});
