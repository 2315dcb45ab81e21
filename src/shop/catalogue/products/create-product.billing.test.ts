import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const EDITOR = { name: 'Photo editor', description: 'Edits photos', price: 19.99, currency: 'USD' };
const PLAN = { ...EDITOR, billing_type: 'recurring' };

const shop = await startShop();

const create = (change: object = {}) => shop.call('POST /create-product', { ...EDITOR, ...change });

const refused = async (table: [change: object, ...params: string[]][]) => {
  const before = await shop.everything();
  for (const [change, ...params] of table) {
    assertRefused(await create(change), 400, 'invalid_parameters', params);
  }
  assert.equal(await shop.everything(), before);
};

test('200: a recurring product is billed every month unless it says otherwise', async () => {
  const { billing_interval, billing_interval_count } = (await create(PLAN)).body;
  assert.deepEqual([billing_interval, billing_interval_count], ['month', 1]);
  const weekly = (await create({ ...PLAN, billing_interval: 'week' })).body;
  assert.deepEqual([weekly.billing_interval, weekly.billing_interval_count], ['week', 1]);
  const quarterly = (await create({ ...PLAN, billing_interval_count: 3 })).body;
  assert.deepEqual([quarterly.billing_interval, quarterly.billing_interval_count], ['month', 3]);
});

test('400 invalid_parameters: billing terms and a trial are for recurring products only', async () => {
  await refused([
    [{ billing_interval: 'month' }, 'billing_interval'],
    [{ billing_interval_count: 1 }, 'billing_interval_count'],
    [{ trial_days: 14 }, 'trial_days'],
    [
      { billing_type: 'one_time', billing_interval: 'day', trial_days: 1 },
      'billing_interval',
      'trial_days',
    ],
  ]);
  assert.equal((await create({ trial_days: 0 })).status, 200);
});

test('200: a billing period lasts up to three years', async () => {
  for (const [billing_interval, most] of [
    ['day', 365],
    ['week', 156],
    ['month', 36],
    ['year', 3],
  ]) {
    const { status, text } = await create({
      ...PLAN,
      billing_interval,
      billing_interval_count: most,
    });
    assert.equal(status, 200, text);
  }
});

test('400 invalid_parameters: a billing period of more than three years, 365 counts, or none', async () => {
  const terms: [string | undefined, unknown][] = [
    ['day', 366],
    ['week', 157],
    ['month', 37],
    ['year', 4],
    [undefined, 37],
    ['day', 0],
    ['day', -1],
    ['day', 1.5],
    ['day', '1'],
  ];
  await refused([
    ...terms.map(([billing_interval, billing_interval_count]): [object, string] => [
      { ...PLAN, billing_interval, billing_interval_count },
      'billing_interval_count',
    ]),
    [{ ...PLAN, billing_interval: 'quarter' }, 'billing_interval'],
    [{ ...PLAN, billing_interval: 'Month' }, 'billing_interval'],
    [{ billing_type: 'monthly' }, 'billing_type'],
  ]);
});

test('200: a trial has up to 730 days', async () => {
  for (const trial_days of [0, 1, 730]) {
    assert.equal((await create({ ...PLAN, trial_days })).body.trial_days, trial_days);
  }
});

test('400 invalid_parameters: trial_days that are negative, too many or not whole', async () => {
  await refused([-1, 731, 1.5, '14'].map((trial_days) => [{ ...PLAN, trial_days }, 'trial_days']));
});

test('200: each part of license is optional; a missing part is null, of certificate_days 30', async () => {
  const none = { activation_limit: null, valid_days: null, certificate_days: 30 };
  const most = { activation_limit: 1_000_000, valid_days: 36_500, certificate_days: 3650 };
  const table: [sent: object | null, answered: object | null][] = [
    [null, null],
    [{}, none],
    [{ activation_limit: 3 }, { ...none, activation_limit: 3 }],
    [{ valid_days: 365 }, { ...none, valid_days: 365 }],
    [{ certificate_days: 1 }, { ...none, certificate_days: 1 }],
    [{ activation_limit: null, valid_days: null, certificate_days: null }, none],
    [most, most],
  ];
  for (const [license, answered] of table) {
    const { body } = await create({ license });
    assert.deepEqual(body.license, answered);
    const { product_id } = body;
    assert.deepEqual((await shop.call('GET /get-product', { product_id })).body.license, answered);
  }
});

test('400 invalid_parameters: license names the part that is wrong', async () => {
  await refused([
    [{ license: { activation_limit: 0 } }, 'license.activation_limit'],
    [{ license: { activation_limit: 1_000_001 } }, 'license.activation_limit'],
    [
      { license: { activation_limit: 1.5, valid_days: 0 } },
      'license.activation_limit',
      'license.valid_days',
    ],
    [{ license: { valid_days: '365' } }, 'license.valid_days'],
    ...[0, -1, 3651, 1.5, '30', true].map((certificate_days): [object, string] => [
      { license: { certificate_days } },
      'license.certificate_days',
    ]),
    [{ license: true }, 'license'],
    [{ license: [] }, 'license'],
  ]);
});

test('200: tier orders plans and may be any whole number to a million, or null', async () => {
  for (const tier of [0, 1, -1_000_000, 1_000_000, null]) {
    assert.equal((await create({ tier })).body.tier, tier);
  }
});

test('400 invalid_parameters: a tier that is not whole or too large', async () => {
  await refused([1.5, 1_000_001, -1_000_001, '1', true].map((tier) => [{ tier }, 'tier']));
});
