import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AT_START, plan, row, UNTAXED } from '../../../test/harness/sales/subscription-row.ts';
import { addMonths } from '../../platform/core/periods.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import { plannedChange } from './change.rules.ts';
import { discountEnd, isDiscounted } from './coupon.rules.ts';
import { afterEffect, afterPayment, nextPeriod } from './renewal.rules.ts';
import { asCanceled, asPaused, asResumed, whyNotPause, whyNotResume } from './state.rules.ts';
import {
  period,
  SUBSCRIPTION_STATUSES,
  type SubscriptionRow,
  withNextAction,
  withStatus,
} from './subscription.rules.ts';

type Status = SubscriptionRow['status'];

const PLAN = plan();
const HALF_OFF = { discount_id: 'disc_half', coupon_code: 'HALF', percent_bps: 5000 };

test('the legal steps are those of the contract; canceled is final', () => {
  const legal: Record<Status, Status[]> = {
    trialing: ['active', 'past_due', 'paused', 'canceled'],
    active: ['active', 'past_due', 'paused', 'canceled'],
    past_due: ['active', 'past_due', 'paused', 'canceled'],
    paused: ['active', 'canceled'],
    canceled: [],
  };
  for (const from of SUBSCRIPTION_STATUSES) {
    const reached = SUBSCRIPTION_STATUSES.filter((to) => {
      try {
        return withStatus(row({ status: from }), to, AT_START).status === to;
      } catch {
        return false;
      }
    });
    assert.deepEqual(reached.toSorted(), legal[from].toSorted(), from);
  }
});

test('no step leaves canceled, and what is canceled or paused has nothing to do next', () => {
  const gone = row({ status: 'canceled', ended_at: AT_START, cancel_at_period_end: 1 });
  for (const to of SUBSCRIPTION_STATUSES) {
    assert.throws(() => withStatus(gone, to, AT_START), /cannot go from canceled/);
  }
  assert.throws(() => asPaused(gone, { now: AT_START, resumes_at: null, paused_by: 'seller' }));
  assert.equal(whyNotPause(gone), 'subscription_status');
  assert.equal(whyNotResume({ ...gone, cancel_at_period_end: 0 }), 'subscription_status');
  for (const status of ['canceled', 'paused'] as const) {
    const { next_payment_at, next_action_at } = withNextAction(row({ status }));
    assert.deepEqual([next_payment_at, next_action_at], [null, null]);
  }
});

test('one that ended as scheduled cannot be resumed', () => {
  const how = { at_period_end: true, reason: null, comment: null, now: AT_START };
  const scheduled = asCanceled(row(), how);
  assert.equal(whyNotResume(scheduled), undefined);
  const ended = withStatus(scheduled, 'canceled', scheduled.current_period_end, {
    ended_at: scheduled.current_period_end,
  });
  assert.equal(whyNotResume(ended), 'subscription_status');
});

test('periods neither overlap nor skip, whatever the interval, the day and how many', () => {
  const intervals = fc.constantFrom('day', 'week', 'month', 'year');
  const anchor = fc.integer({ min: AT_START, max: AT_START + 1461 * DAY_MS });
  const counts = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(anchor, intervals, counts, (anchor_at, billing_interval, count) => {
      const terms = { ...PLAN, billing_interval, billing_interval_count: count };
      let one = row({ ...terms, anchor_at, ...period(anchor_at, terms, 0) });
      assert.equal(one.current_period_start, anchor_at);
      for (let n = 1; n <= 24; n++) {
        const { effect } = nextPeriod(one, UNTAXED);
        assert.equal(effect.current_period_start, one.current_period_end);
        assert.ok(effect.current_period_end > effect.current_period_start);
        one = afterEffect(one, effect, effect.current_period_start);
        assert.deepEqual([one.period_number, one.anchor_at], [n, anchor_at]);
      }
    }),
  );
});

test('after a trial, a pause and another interval the next period begins where the last one ended', () => {
  const trial_end = AT_START + 14 * DAY_MS;
  const trial = { status: 'trialing', period_number: -1, current_period_end: trial_end } as const;
  const after_trial = nextPeriod(
    row({ ...trial, anchor_at: trial_end, trial_end }),
    UNTAXED,
  ).effect;
  assert.equal(after_trial.current_period_start, trial_end);
  assert.equal(after_trial.current_period_end, addMonths(trial_end, 1));

  // 10 days were used, 20 are left after the pause.
  const [paused_at, now] = [AT_START + 10 * DAY_MS, AT_START + 100 * DAY_MS];
  const end = now + 20 * DAY_MS;
  const woken = asResumed(row({ status: 'paused', paused_at }), now);
  const { effect } = nextPeriod(woken, UNTAXED);
  assert.deepEqual([woken.current_period_start, woken.current_period_end], [AT_START, end]);
  assert.deepEqual([woken.next_action_at, effect.current_period_start], [end, end]);
  assert.equal(effect.current_period_end, addMonths(end, 1));
  assert.deepEqual([woken.paused_ms, effect.paused_ms], [90 * DAY_MS, 0]);

  const weekly = { plan: { ...PLAN, billing_interval: 'week' as const }, quantity: 1 };
  const changing = row({ pending_change: JSON.stringify(weekly) });
  const changed = nextPeriod(changing, UNTAXED).effect;
  assert.equal(changed.current_period_start, changing.current_period_end);
  assert.equal(changed.current_period_end, changing.current_period_end + 7 * DAY_MS);
  assert.equal(changed.pending_change, null);
});

test('a coupon ends with the first paid period, after its months, or never', () => {
  const anchor = fc.integer({ min: AT_START, max: AT_START + 1461 * DAY_MS });
  const months = fc.integer({ min: 1, max: 36 });
  fc.assert(
    fc.property(anchor, months, (at, coupon_months) => {
      const first = period(at, PLAN, 0);
      const end = (coupon_duration: SubscriptionRow['coupon_duration']) =>
        discountEnd({ coupon_duration, coupon_months }, first);
      assert.equal(end('once'), first.current_period_end);
      assert.equal(end('repeating'), addMonths(at, coupon_months));
      assert.deepEqual([end('forever'), end(null)], [null, null]);
    }),
  );
});

test('a coupon counts for so many monthly periods: once 1, repeating its months, forever all', () => {
  const table: [
    coupon_duration: 'once' | 'repeating' | 'forever',
    months: number,
    count: number,
  ][] = [
    ['once', 9, 1],
    ['repeating', 1, 1],
    ['repeating', 3, 3],
    ['repeating', 12, 12],
    ['forever', 1, 40],
  ];
  const days = fc.integer({ min: 0, max: 1461 });
  fc.assert(
    fc.property(days, (day) => {
      const anchor_at = AT_START + day * DAY_MS;
      const first = period(anchor_at, PLAN, 0);
      for (const [coupon_duration, coupon_months, count] of table) {
        const discount_ends_at = discountEnd({ coupon_duration, coupon_months }, first);
        const one = row({ ...HALF_OFF, coupon_duration, discount_ends_at });
        const starts = Array.from(
          { length: 40 },
          (_, n) => period(anchor_at, PLAN, n).current_period_start,
        );
        const counted = starts.filter((period_start) =>
          isDiscounted(one, { plan_id: PLAN.plan_id, period_start }),
        );
        assert.equal(counted.length, count);
        const first_of = { plan_id: PLAN.plan_id, period_start: anchor_at };
        assert.equal(isDiscounted({ ...one, discount_id: null }, first_of), false);
      }
    }),
  );
});

test('a repeating coupon counts for its months and the pauses in them, whenever its trial ends', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const terms = [
    fc.integer({ min: 0, max: 1461 }),
    fc.integer({ min: 1, max: 7 }),
    fc.option(fc.integer({ min: 0, max: 60 })),
    fc.array(fc.option(fc.record({ at: part, days: fc.integer({ min: 0, max: 400 }) })), {
      minLength: 9,
      maxLength: 9,
    }),
  ] as const;
  fc.assert(
    fc.property(...terms, (day, coupon_months, trial_days, pauses) => {
      const begun = AT_START + day * DAY_MS;
      const coupon = { ...HALF_OFF, coupon_duration: 'repeating', coupon_months } as const;
      let one = trial_days === null ? row({ anchor_at: begun }) : onTrial(begun, trial_days);
      const first = period(one.anchor_at, PLAN, 0);
      one = { ...one, ...coupon, discount_ends_at: discountEnd(coupon, first) };
      let counted = 1;
      if (trial_days !== null) {
        const now = begun + Math.floor((trial_days * DAY_MS) / 3);
        const dearer = { plan: plan({ plan_id: 'prod_team', price_minor: 5000 }), quantity: 1 };
        const planned = plannedChange(one, {
          billing: UNTAXED,
          ...dearer,
          proration: undefined,
          now,
        });
        assert.equal(planned.bill.discount_minor, 2500);
        one = afterEffect(one, planned.effect, now);
      }
      let coupon_end = one.discount_ends_at ?? 0;
      for (const pause of pauses) {
        if (pause !== null) {
          if (coupon_end > one.current_period_start) coupon_end += pause.days * DAY_MS;
          const { current_period_start: start, current_period_end: end } = one;
          const now = start + Math.floor(pause.at * (end - start - 1));
          one = asResumed(
            asPaused(one, { now, resumes_at: null, paused_by: 'seller' }),
            now + pause.days * DAY_MS,
          );
        }
        const { effect, bill } = nextPeriod(one, UNTAXED);
        if (bill.discount_minor > 0) counted++;
        one = afterEffect(one, effect, effect.current_period_start);
      }
      assert.equal(one.discount_ends_at, coupon_end);
      // Months are of 28 to 31 days: put off into February, one more may begin before the end.
      assert.ok(counted === coupon_months || counted === coupon_months + 1);
    }),
  );
});

/** A subscription in a trial of so many days and an hour. */
function onTrial(begun: number, trial_days: number): SubscriptionRow {
  const trial_end = begun + trial_days * DAY_MS + 3_600_000;
  const times = { anchor_at: trial_end, period_number: -1, trial_end, created_at: begun };
  const now = { current_period_start: begun, current_period_end: trial_end, covered_minor: 0 };
  return row({ status: 'trialing', ...times, ...now });
}

test('a repeating coupon of 3 months counts for one payment of a year, and for 14 of a week', () => {
  const first = period(AT_START, PLAN, 0);
  const coupon = { coupon_duration: 'repeating', coupon_months: 3 } as const;
  const one = row({ ...HALF_OFF, discount_ends_at: discountEnd(coupon, first) });
  const discounted = (billing_interval: 'week' | 'year') =>
    Array.from({ length: 30 }, (_, n) => {
      const { current_period_start } = period(AT_START, plan({ billing_interval }), n);
      return isDiscounted(one, { plan_id: PLAN.plan_id, period_start: current_period_start });
    }).filter(Boolean).length;
  assert.deepEqual([discounted('year'), discounted('week')], [1, 14]); // 92 days.
});

test('a trial is told of three days before its end, or at once if it is shorter', () => {
  const trial = (days: number) => {
    const trial_end = AT_START + days * DAY_MS;
    return withNextAction(row({ status: 'trialing', trial_end, current_period_end: trial_end }));
  };
  assert.equal(trial(14).next_action_at, AT_START + 11 * DAY_MS);
  assert.equal(trial(3).next_action_at, AT_START);
  assert.equal(trial(1).next_action_at, AT_START);
  const told = withNextAction({ ...trial(14), trial_ending_told: 1 });
  assert.equal(told.next_action_at, AT_START + 14 * DAY_MS);
});

test('a payment makes it active only if it pays a period, and clears the retries', () => {
  const { effect } = nextPeriod(row(), UNTAXED);
  const paid = { transaction_id: 'txn_one', type: 'renewal', effect: JSON.stringify(effect) };
  const late = row({ status: 'past_due', payment_retries: 2 });
  // Only these three fields of a transaction are looked at.
  const after = afterPayment(late, paid as Parameters<typeof afterPayment>[1], AT_START);
  assert.deepEqual([after.status, after.payment_retries], ['active', 0]);
  assert.equal(after.next_payment_at, effect.current_period_end);
  const change = { ...paid, type: 'plan_change' } as Parameters<typeof afterPayment>[1];
  assert.equal(afterPayment(row({ status: 'trialing' }), change, AT_START).status, 'trialing');
});
