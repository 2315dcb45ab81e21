import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../platform/core/time.ts';
import { parseSettings } from '../store/store-settings.rules.ts';
import { certificateEnd } from './certificate.rules.ts';
import { expiresAt, NO_SUBSCRIPTION, newLicense } from './license.rules.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';

const NOW = Date.parse('2026-11-14T09:30:00.000Z');
const DEFAULTS = parseSettings('{}');
const PAID = { settings: DEFAULTS, has_paid: true, is_whole: true, now: NOW };

const license = (
  certificate_days: number,
  more: Partial<LicenseWithSubscription> = {},
): LicenseWithSubscription => ({
  ...newLicense(
    {
      product_id: 'prod_one',
      customer_id: 'ada',
      transaction_id: 'txn_one',
      subscription_id: null,
      quantity: 1,
      terms: { activation_limit: null, valid_days: null, certificate_days },
    },
    { license_id: 'lic_one', key_hash: 'hash', key_seed: 'seed', search_entry: null, now: NOW },
  ),
  ...NO_SUBSCRIPTION,
  ...more,
});
const inDays = (row: LicenseWithSubscription): number => (certificateEnd(row, PAID) - NOW) / DAY_MS;

test('a certificate ends with its days, the license, or the grace after what is paid: whichever is first', () => {
  const paid = (days: number, more: Partial<LicenseWithSubscription> = {}) => ({
    subscription_id: 'sub_one',
    subscription_status: 'active',
    cancel_at_period_end: 0,
    current_period_end: NOW + days * DAY_MS,
    ...more,
  });
  const table: [row: LicenseWithSubscription, days: number][] = [
    [license(30), 30],
    [license(1), 1],
    [license(3650), 3650],
    [license(30, { expires_at: NOW + 12 * DAY_MS }), 12],
    [license(30, { expires_at: NOW + 400 * DAY_MS }), 30],
    [license(30, paid(365)), 30],
    [license(3650, paid(365)), 387],
    [license(30, paid(7)), 29],
    [license(30, paid(7, { cancel_at_period_end: 1 })), 7],
    [license(30, paid(-2, { subscription_status: 'past_due' })), 20],
    [license(30, paid(-2, { subscription_status: 'past_due', grace_ends_at: NOW + DAY_MS })), 1],
  ];
  for (const [row, days] of table) assert.equal(inDays(row), days);
  // The grace is what the store says, and short where nothing was paid yet.
  const in_a_week = license(30, paid(7));
  const end = (has_paid: boolean, settings = DEFAULTS) =>
    (certificateEnd(in_a_week, { ...PAID, settings, has_paid }) - NOW) / DAY_MS;
  assert.deepEqual([end(true), end(false)], [29, 10]);
  const store = { ...DEFAULTS, past_due_license_days: 5, unpaid_license_days: 0 };
  assert.deepEqual([end(true, store), end(false, store)], [12, 7]);
});

test('a place that is paid for a part of a period is certified for a day more than is paid, or asked again each day', () => {
  const table = [
    [{ current_period_end: NOW + 7 * DAY_MS }, 8],
    [{ current_period_end: NOW + 7 * DAY_MS, cancel_at_period_end: 1 }, 7],
    [{ current_period_end: NOW - 2 * DAY_MS }, 1],
    [{ current_period_end: NOW - 2 * DAY_MS, grace_ends_at: NOW + DAY_MS / 2 }, 0.5],
    [{ current_period_end: NOW + 90 * DAY_MS }, 30],
  ] as const;
  for (const [more, days] of table) {
    const subscription_status = more.current_period_end < NOW ? 'past_due' : 'active';
    const row = license(30, { subscription_id: 'sub_one', subscription_status, ...more });
    const end = certificateEnd(row, { ...PAID, is_whole: false });
    assert.equal((end - NOW) / DAY_MS, days);
  }
});

test('no certificate outlives its days or its license, whatever the license is', () => {
  const instant = fc.option(fc.integer({ min: NOW - 900 * DAY_MS, max: NOW + 900 * DAY_MS }));
  const any = fc.record({
    certificate_days: fc.integer({ min: 1, max: 3650 }),
    expires_at: instant,
    subscription_status: fc.constantFrom(null, 'trialing', 'active', 'past_due', 'paused'),
    cancel_at_period_end: fc.constantFrom(null, 0, 1),
    current_period_end: instant,
    grace_ends_at: instant,
    ended_at: instant,
  });
  fc.assert(
    fc.property(any, (facts) => {
      const row = license(facts.certificate_days, facts);
      const end = certificateEnd(row, PAID);
      assert.ok(Number.isSafeInteger(end));
      assert.ok(end <= NOW + facts.certificate_days * DAY_MS);
      assert.ok(end <= (expiresAt(row) ?? end));
    }),
  );
});
