import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../platform/core/time.ts';
import { parseBrand } from '../../store/brand.rules.ts';
import { parseTaxSettings } from '../../tax/tax-settings.rules.ts';
import type { Point, ReadinessFacts } from './point.rules.ts';
import { firstSteps, readinessPoints } from './readiness.rules.ts';

const NOW = Date.parse('2026-11-14T09:30:00.000Z');

/** A live store that lacks nothing. */
const READY: ReadinessFacts = {
  ...{ mode: 'live', dashboard: '/dashboard/2', now: NOW, provider_title: 'Stripe' },
  ...{ is_connected: true, provider_problem: null, has_mail_server: true, sends_mail: true },
  mail: { kind: 'taken' },
  settings: {
    ...parseTaxSettings('{}'),
    ...{ legal_name: 'Engines Ltd', country: 'GB', registrations_confirmed: true },
    address: { line1: '1 Main St', line2: null, city: 'Dover', state: null, postal_code: null },
  },
  brand: {
    ...parseBrand('{}'),
    ...{ terms_url: 'https://a.test/t', privacy_url: 'https://a.test/p' },
    support_email: 'help@a.test',
  },
  ...{ base_url: 'https://shop.lumen.com', has_local_certificate: false },
  ...{ certificate_ends_at: undefined, last_backup_at: NOW, backup_problem: null },
  ...{ has_product: true, has_link: true, has_bought: true, has_refunded: true, tested: [] },
};

const points = (change: Partial<ReadinessFacts> = {}) => readinessPoints({ ...READY, ...change });
const pointOf = (name: Point['point'], change: Partial<ReadinessFacts>) =>
  points(change).find(({ point }) => point === name);
const settings = (change: object) => ({ settings: { ...READY.settings, ...change } });
const brand = (change: object) => ({ brand: { ...READY.brand, ...change } });

const registration = {
  ...{ scheme: 'standard', country: 'DE', region: null, since: '2020-01-01', until: null },
  tax_number: null,
};
const other_store = { dashboard: '/dashboard/1', has_bought: false, has_refunded: false };
const untried = { has_bought: false, has_refunded: false };

const CASES: [Point['point'], Partial<ReadinessFacts>, string, RegExp][] = [
  ['payments', {}, 'done', /^Stripe is connected/],
  ['payments', { is_connected: false }, 'open', /not connected/],
  ['payments', { provider_problem: 'The key was revoked' }, 'broken', /^The key was revoked\.$/],
  ['mail', {}, 'done', /takes mails/],
  ['mail', { sends_mail: false, has_mail_server: false }, 'done', /switched mail off/],
  ['mail', { has_mail_server: false }, 'open', /no mail server/],
  ['mail', { mail: { kind: 'none' } }, 'open', /No mail has been sent/],
  ['mail', { mail: { kind: 'under_way' } }, 'waiting', /on its way/],
  ['mail', { mail: { kind: 'refused', response: '535 no' } }, 'broken', /last mail: 535 no$/],
  ['seller', {}, 'done', /Engines Ltd/],
  ['seller', { ...settings({ legal_name: null }), ...untried }, 'open', /^Missing: your name\.$/],
  ['seller', settings({ address: null }), 'broken', /^Missing: street and number and city\.$/],
  ['taxes', {}, 'done', /nowhere/],
  ['taxes', settings({ registrations_confirmed: false }), 'open', /not said where/],
  ['taxes', settings({ registrations: [registration] }), 'open', /in DE has no tax number/],
  ['taxes', settings({ registrations: [registration], tax_number: '1/2' }), 'done', /in DE/],
  [
    'taxes',
    settings({ registrations: [{ ...registration, until: '2026-01-01' }] }),
    'done',
    /in DE/,
  ],
  ['legal_pages', {}, 'done', /under every page/],
  ['legal_pages', brand({ terms_url: null }), 'open', /^Missing: terms\.$/],
  ['legal_pages', brand({ support_email: null }), 'open', /an address for questions/],
  ['legal_pages', settings({ country: 'DE' }), 'open', /^Missing: imprint\.$/],
  ['address', {}, 'done', /shop\.lumen\.com/],
  ['address', { base_url: 'https://localhost:8443' }, 'open', /Only this network/],
  ['address', { base_url: 'https://10.0.0.7' }, 'open', /Only this network/],
  ['address', { has_local_certificate: true }, 'open', /Kassa has made/],
  ['address', { certificate_ends_at: NOW + 20 * DAY_MS }, 'broken', /ends on 2026-12-04/],
  ['address', { certificate_ends_at: NOW + 22 * DAY_MS }, 'done', /find you/],
  ['backups', {}, 'done', /of today/],
  ['backups', { last_backup_at: NOW - 6 * DAY_MS }, 'done', /6 days/],
  ['backups', { last_backup_at: null }, 'open', /ever made/],
  ['backups', { last_backup_at: NOW - 7 * DAY_MS }, 'broken', /7 days/],
  ['backups', { backup_problem: 'The disk is full.' }, 'broken', /The disk is full/],
  ['test_purchase', {}, 'done', /bought/],
  ['test_purchase', untried, 'open', /no test store/],
  ['test_purchase', { ...untried, tested: [other_store] }, 'open', /in a test store/],
  [
    'test_purchase',
    { ...untried, tested: [{ ...other_store, has_bought: true }] },
    'done',
    /bought/,
  ],
  ['test_refund', {}, 'done', /refunded/],
  ['test_refund', untried, 'waiting', /After the test purchase/],
  ['test_refund', { has_refunded: false }, 'open', /Nothing was refunded/],
  [
    'test_refund',
    { ...untried, tested: [{ ...other_store, has_bought: true, has_refunded: true }] },
    'done',
    /refunded/,
  ],
];

test('where backups are missing, old or failing, the point leads to where an owner sets them up', () => {
  for (const change of [
    { last_backup_at: null },
    { last_backup_at: NOW - 7 * DAY_MS },
    { backup_problem: 'The disk is full.' },
  ]) {
    assert.equal(pointOf('backups', change)?.page, '/account/backups');
  }
});

for (const [name, change, state, message] of CASES) {
  test(`${name} is ${state}: ${message.source}`, () => {
    const point = pointOf(name, change);
    assert.equal(point?.state, state);
    assert.match(point?.message ?? '', message);
    assert.equal(point?.meaning === null, state === 'done', 'what is done means nothing more');
  });
}

test('what is broken comes first, then what is to do, what waits, what is done', () => {
  const found = points({
    ...untried,
    ...{ is_connected: false, backup_problem: 'The disk is full.', sends_mail: false },
  });
  assert.deepEqual(
    found.map(({ point, state }) => `${state} ${point}`),
    [
      ...['broken backups', 'open payments', 'open test_purchase', 'waiting test_refund'],
      ...['done mail', 'done seller', 'done taxes', 'done legal_pages', 'done address'],
    ],
  );
});

test('needed to sell is what refuses: a provider, and who sells until something was sold', () => {
  const needed = (change: Partial<ReadinessFacts>) =>
    points(change).flatMap(({ point, is_needed }) => (is_needed ? [point] : []));
  const empty = { ...settings({ legal_name: null }), ...untried, is_connected: false };
  assert.deepEqual(needed(empty).toSorted(), ['payments', 'seller']);
  assert.deepEqual(needed({ ...empty, has_bought: true }), ['payments']);
  assert.deepEqual(needed({ ...empty, mode: 'test' }), []);
});

test('a test store without a provider has no point about it, one that is connected has', () => {
  assert.equal(pointOf('payments', { mode: 'test', is_connected: false }), undefined);
  assert.equal(pointOf('payments', { mode: 'test' })?.state, 'done');
});

test('each button leads to the very field, or to the store where it is tried out', () => {
  const page = (name: Point['point'], change: Partial<ReadinessFacts>) =>
    pointOf(name, change)?.page;
  assert.equal(page('seller', settings({ country: null })), '/dashboard/2/taxes#country');
  assert.equal(page('legal_pages', brand({ privacy_url: null })), '/dashboard/2/brand#privacy_url');
  assert.equal(page('mail', { mail: { kind: 'none' } }), '/dashboard/2/mail#to');
  const tested = [other_store, { ...other_store, dashboard: '/dashboard/3', has_bought: true }];
  assert.equal(page('test_refund', { ...untried, tested }), '/dashboard/3/payments');
  assert.equal(
    page('test_purchase', { ...untried, tested: [other_store] }),
    '/dashboard/1/payment-links',
  );
  const hidden = [{ ...other_store, dashboard: null }];
  assert.equal(page('test_purchase', { ...untried, tested: hidden }), null, 'not into others’');
  const both = [...hidden, ...tested];
  assert.equal(page('test_refund', { ...untried, tested: both }), '/dashboard/3/payments');
  assert.equal(page('test_refund', untried), null, 'what waits leads nowhere');
  const no_server = pointOf('mail', { has_mail_server: false });
  assert.equal(no_server?.page, '/account/mail-server');
});

test('the first steps of a test store: one is next, and with the first purchase they end', () => {
  const steps = (change: Partial<ReadinessFacts>) =>
    firstSteps({ ...READY, mode: 'test', has_bought: false, ...change }).map(({ state }) => state);
  assert.deepEqual(steps({ has_product: false, has_link: false }), ['next', 'later', 'later']);
  assert.deepEqual(steps({ has_link: false }), ['done', 'next', 'later']);
  assert.deepEqual(steps({ has_product: false }), ['next', 'done', 'later']);
  assert.deepEqual(steps({}), ['done', 'done', 'next']);
  assert.deepEqual(steps({ has_bought: true }), []);
  assert.deepEqual(steps({ mode: 'live' }), []);
});
