import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../platform/core/time.ts';
import { parseSettings } from '../store/store-settings.rules.ts';
import { certificateEnd } from './certificate.rules.ts';
import {
  activationLimits,
  disable,
  enable,
  expiresAt,
  type InstanceRow,
  licenseStatus,
  NO_SUBSCRIPTION,
  newLicense,
  validationCode,
  whyNotActivate,
} from './license.rules.ts';
import { licenseEvent } from './license-record.ts';
import type { LicenseWithSubscription as License } from './license-row.rules.ts';

const NOW = Date.parse('2026-11-14T09:30:00.000Z');
const AT = { has_seat: true, now: NOW };
const days = (count: number): number => NOW + count * DAY_MS;
const GRACE = 22;
/** Days of a certificate that make other ends come first. */
const LONG = 3650;

const bought = {
  product_id: 'prod_one',
  customer_id: 'ada',
  transaction_id: 'txn_one',
  subscription_id: null,
  quantity: 1,
  terms: { activation_limit: 2, valid_days: null, certificate_days: LONG },
};
const key = { key_hash: 'hash', key_seed: 'seed', search_entry: 1 };
const made = { license_id: 'lic_one', ...key, now: NOW };
/** Activated on one machine. */
const row = (more: Partial<License> = {}): License => ({
  ...newLicense(bought, made),
  ...NO_SUBSCRIPTION,
  first_activated_at: NOW,
  activation_usage: 1,
  ...more,
});
/** With a subscription whose period ends in 16 days. */
const subscribed = (status: string, more: Partial<License> = {}): License =>
  row({
    subscription_id: 'sub_one',
    subscription_status: status,
    cancel_at_period_end: 0,
    current_period_end: days(16),
    ...more,
  });
const instance: InstanceRow = {
  instance_id: 'inst_one',
  license_id: 'lic_one',
  instance_name: 'Laptop',
  fingerprint: null,
  activated_at: NOW,
  last_validated_at: NOW,
};

const off = (disabled_reason: 'seller' | 'refund' | 'plan') => ({
  disabled_at: NOW,
  disabled_reason,
});
const NEVER = { first_activated_at: null, activation_usage: 0 };
const ENDING = { cancel_at_period_end: 1 };
const over = { expires_at: days(-1) };
/** Two days past due; its license stays good for so many days from now. */
const late = (grace: number, more: Partial<License> = {}): License =>
  subscribed('past_due', { current_period_end: days(-2), grace_ends_at: days(grace), ...more });
/** With a grace that was over long ago. */
const graced = (status: string) => subscribed(status, { grace_ends_at: days(-99) });

/** Instants in days from now. */
type Case = [
  what: string,
  license: License,
  status: string,
  expires: number | null,
  /** Null: nothing ends it before the days of a certificate do. */
  trusted: number | null,
];

const CASES: Case[] = [
  ['bought for ever', row(), 'active', null, null],
  ['never activated', row(NEVER), 'inactive', null, null],
  ['activated once, now nowhere', row({ activation_usage: 0 }), 'active', null, null],
  ['a date to come', row({ expires_at: days(3) }), 'active', 3, 3],
  ['a date that is now', row({ expires_at: NOW }), 'expired', 0, 0],
  ['a date that is over', row(over), 'expired', -1, -1],
  ['over and never activated', row({ ...over, ...NEVER }), 'expired', -1, -1],
  ['disabled by the seller', row(off('seller')), 'disabled', null, null],
  ['disabled by a refund', row(off('refund')), 'disabled', null, null],
  ['disabled and over', row({ ...off('seller'), ...over }), 'disabled', -1, -1],
  ['disabled, never activated', row({ ...off('seller'), ...NEVER }), 'disabled', null, null],
  ['subscription active', subscribed('active'), 'active', null, 16 + GRACE],
  [
    'subscription active, key never used',
    subscribed('active', NEVER),
    'inactive',
    null,
    16 + GRACE,
  ],
  ['subscription trialing', subscribed('trialing'), 'active', null, 16 + 3],
  ['past due', subscribed('past_due', { current_period_end: days(-2) }), 'active', null, GRACE - 2],
  ['past due, in its grace', late(3), 'active', 3, 3],
  ['past due, its grace is over now', late(0), 'expired', 0, 0],
  ['past due, its grace is over', late(-1), 'expired', -1, -1],
  ['past due with a grace beyond the retries', late(60), 'active', 60, 60],
  ['past due in its grace, own date before', late(3, { expires_at: days(1) }), 'active', 1, 1],
  ['past due in its grace, disabled', late(3, off('seller')), 'disabled', 3, 3],
  ['recovered: the grace counts no more', graced('active'), 'active', null, 16 + GRACE],
  ['paused: the grace counts no more', graced('paused'), 'disabled', null, 16 + GRACE],
  [
    'canceled now, in its grace',
    late(3, { subscription_status: 'canceled', ended_at: NOW }),
    'expired',
    0,
    0,
  ],
  ['subscription paused', subscribed('paused'), 'disabled', null, 16 + GRACE],
  ['paused and over', subscribed('paused', over), 'disabled', -1, -1],
  ['subscription canceled now', subscribed('canceled', { ended_at: NOW }), 'expired', 0, 0],
  ['ends with its period', subscribed('active', ENDING), 'active', 16, 16],
  ['trial ends with its period', subscribed('trialing', ENDING), 'active', 16, 16],
  [
    'the last period is over, and nobody has noted it yet',
    subscribed('active', { ...ENDING, current_period_end: days(-1) }),
    'expired',
    -1,
    -1,
  ],
  [
    'ended with its period',
    subscribed('canceled', { ...ENDING, ended_at: days(-3) }),
    'expired',
    -3,
    -3,
  ],
  [
    'own date before the period ends',
    subscribed('active', { expires_at: days(5) }),
    'active',
    5,
    5,
  ],
  ['own date long after', subscribed('active', { expires_at: days(99) }), 'active', 99, 16 + GRACE],
  [
    'ends before its own date',
    subscribed('active', { ...ENDING, expires_at: days(99) }),
    'active',
    16,
    16,
  ],
  [
    'ends after its own date',
    subscribed('active', { ...ENDING, expires_at: days(5) }),
    'active',
    5,
    5,
  ],
  ['own date is over', subscribed('active', over), 'expired', -1, -1],
  ['disabled by the plan', subscribed('active', off('plan')), 'disabled', null, 16 + GRACE],
  ['off and over', subscribed('canceled', { ...off('seller'), ended_at: NOW }), 'disabled', 0, 0],
];

const graceOf = ({ subscription_status }: License) => ({
  ...{ settings: parseSettings('{}'), is_whole: true, now: NOW },
  has_paid: subscription_status !== 'trialing',
});
const inDays = (instant: number | null) => instant && (instant - NOW) / DAY_MS;

test('status, end, and until when a machine without a network is trusted', () => {
  for (const [what, license, status, expires, trusted] of CASES) {
    const trusted_until = certificateEnd(license, graceOf(license));
    const found = [licenseStatus(license, NOW), expiresAt(license), trusted_until] as const;
    assert.deepEqual(
      [found[0], inDays(found[1]), inDays(found[2])],
      [status, expires, trusted ?? LONG],
      what,
    );
    const expires_at = found[1] === null ? null : new Date(found[1]).toISOString();
    const shown = licenseEvent({ row: license, instances: [] }, NOW);
    assert.partialDeepStrictEqual(shown, { status, expires_at }, what);
  }
});

test('the last millisecond counts: valid before the end, expired from it on', () => {
  const ends: License[] = [
    row({ expires_at: days(3) }),
    subscribed('active', { ...ENDING, current_period_end: days(3) }),
    subscribed('canceled', { ended_at: days(3) }),
    late(3),
  ];
  for (const license of ends) {
    assert.equal(licenseStatus(license, days(3) - 1), 'active');
    assert.equal(licenseStatus(license, days(3)), 'expired');
  }
});

test('a verdict: disabled or expired first, then the instance that was asked about, if any was', () => {
  const nowhere = { activation_usage: 0 };
  const table: [license: License, named: string, one: string, none: string][] = [
    // none named, one found, none found
    [row(), 'valid', 'valid', 'instance_unknown'],
    [row(NEVER), 'valid', 'valid', 'not_activated'],
    [row(nowhere), 'valid', 'valid', 'instance_unknown'],
    [row(over), 'expired', 'expired', 'expired'],
    [row({ ...over, ...NEVER }), 'expired', 'expired', 'expired'],
    [row({ ...off('seller'), ...over }), 'disabled', 'disabled', 'disabled'],
    [row({ ...off('refund'), ...NEVER }), 'disabled', 'disabled', 'disabled'],
    [subscribed('active', off('plan')), 'disabled', 'disabled', 'disabled'],
    [subscribed('paused'), 'disabled', 'disabled', 'disabled'],
    [subscribed('past_due'), 'valid', 'valid', 'instance_unknown'],
    [late(1), 'valid', 'valid', 'instance_unknown'],
    [late(0), 'expired', 'expired', 'expired'],
    [subscribed('trialing'), 'valid', 'valid', 'instance_unknown'],
    [subscribed('active', ENDING), 'valid', 'valid', 'instance_unknown'],
    [subscribed('canceled', { ended_at: NOW }), 'expired', 'expired', 'expired'],
  ];
  for (const [license, ...wanted] of table) {
    const found = [undefined, instance, null].map((named) => validationCode(license, named, AT));
    assert.deepEqual(found, wanted);
    const without = validationCode(license, instance, { ...AT, has_seat: false });
    assert.equal(without, wanted[1] === 'valid' ? 'over_limit' : wanted[1]);
  }
});

test('no seat is taken of what is disabled or expired; of anything else one may be', () => {
  const why: Record<string, string | undefined> = {
    disabled: 'license_disabled',
    expired: 'license_expired',
  };
  for (const [what, license, status] of CASES) {
    assert.equal(whyNotActivate(license, NOW), why[status], what);
  }
});

test('a license is valid only where a seat could be taken too', () => {
  for (const [what, license] of CASES) {
    if (validationCode(license, undefined, AT) !== 'valid') continue;
    assert.equal(whyNotActivate(license, NOW), undefined, what);
  }
});

test('a new license: nobody uses it, the limit counts for each copy, days count from now', () => {
  assert.deepEqual(newLicense({ ...bought, quantity: 3 }, made), {
    license_id: 'lic_one',
    key_hash: 'hash',
    key_seed: 'seed',
    product_id: 'prod_one',
    customer_id: 'ada',
    transaction_id: 'txn_one',
    subscription_id: null,
    quantity: 3,
    unit_limit: 2,
    activation_limit: 6,
    extra_activations: 0,
    activation_usage: 0,
    first_activated_at: null,
    expires_at: null,
    certificate_days: LONG,
    disabled_at: null,
    disabled_reason: null,
    lacks_plan: 0,
    ...{ whole_places: null, partial_since: null },
    search_entry: 1,
    created_at: NOW,
    updated_at: NOW,
  });
  const terms = { activation_limit: null, valid_days: 30, certificate_days: 7 };
  const other = newLicense({ ...bought, terms }, made);
  assert.deepEqual([other.activation_limit, other.unit_limit], [null, null]);
  assert.deepEqual([other.expires_at, other.certificate_days], [days(30), 7]);
});

test('a limit is exact for every limit and quantity that can be sold, and none stays none', () => {
  const most = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(most, most, (unit_limit, quantity) => {
      const { activation_limit } = activationLimits(unit_limit, quantity);
      assert.equal(BigInt(activation_limit ?? 0), BigInt(unit_limit) * BigInt(quantity));
      assert.ok(Number.isSafeInteger(activation_limit));
      assert.equal(activationLimits(null, quantity).activation_limit, null);
    }),
  );
});

test('disabled and enabled again is as before, but for when', () => {
  for (const reason of ['seller', 'refund', 'plan'] as const) {
    const stopped = disable(row(), reason, days(1));
    const changed = { disabled_at: days(1), disabled_reason: reason, updated_at: days(1) };
    assert.deepEqual(stopped, { ...row(), ...changed });
    assert.deepEqual(enable(stopped, days(2)), { ...row(), updated_at: days(2) });
  }
});
