import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const AT_START = '2026-11-14T09:30:00.000Z';

const shop = await startShop();

let codes = 0;
/** A code that no other test has. */
const newCode = () => `CODE-${codes++}`;

const create = (input: object) =>
  shop.call('POST /create-discount-code', { code: newCode(), discount_percentage: 20, ...input });

/** With the percentage as these very characters, which JSON.stringify would rewrite. */
const createRaw = (percentage: string) =>
  shop.send(
    {
      method: 'POST',
      path: '/create-discount-code',
      headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json' },
    },
    `{"code":"${newCode()}","discount_percentage":${percentage}}`,
  );

const refused = async (table: [input: object, ...params: string[]][]) => {
  const before = await shop.everything();
  for (const [input, ...params] of table) {
    assertRefused(await create(input), 400, 'invalid_parameters', params);
  }
  assert.equal(await shop.everything(), before);
};

test('200: percentages are exact to the digit', async () => {
  for (const [sent, answered] of [
    ['0.01', '0.01'],
    ['0.07', '0.07'],
    ['12.5', '12.5'],
    ['12.50', '12.5'],
    ['33.33', '33.33'],
    ['1e1', '10'],
    ['99.99', '99.99'],
    ['100', '100'],
    ['1.1', '1.1'],
    ['4.35', '4.35'],
    ['8.2', '8.2'],
  ]) {
    const made = await createRaw(String(sent));
    assert.equal(made.status, 200, made.text);
    assert(made.text.includes(`"discount_percentage":${answered},`), made.text);
    const { discount_id } = made.body;
    assert.equal((await shop.call('GET /get-discount-code', { discount_id })).text, made.text);
  }
});

test('400 invalid_parameters: a percentage of 0 or less, above 100, or with more than two decimals', async () => {
  const before = await shop.everything();
  const wrong = [
    '0',
    '-0',
    '-5',
    '0.001',
    '0.00',
    '100.01',
    '101',
    '1e3',
    '1.234',
    '33.333',
    '0.30000000000000004',
    '1e-7',
    '"20"',
    'null',
    'true',
  ];
  for (const percentage of wrong) {
    assertRefused(await createRaw(percentage), 400, 'invalid_parameters', ['discount_percentage']);
  }
  assertRefused(await create({ discount_percentage: undefined }), 400, 'invalid_parameters', [
    'discount_percentage',
  ]);
  assert.equal(await shop.everything(), before);
});

test('400 invalid_json: a percentage that would become another number is not rounded', async () => {
  for (const percentage of ['12.500000000000000001', '1e400', '1e-400']) {
    assertRefused(await createRaw(percentage), 400, 'invalid_json');
  }
});

test('200: a plain date is the whole day in UTC; an offset is understood', async () => {
  const table: [sent: string, as_from: string, as_until: string][] = [
    ['2026-12-01', '2026-12-01T00:00:00.000Z', '2026-12-01T23:59:59.999Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z', '2028-02-29T23:59:59.999Z'],
    ['2026-12-01T12:00:00Z', '2026-12-01T12:00:00.000Z', '2026-12-01T12:00:00.000Z'],
    ['2026-12-01T00:00:00+02:00', '2026-11-30T22:00:00.000Z', '2026-11-30T22:00:00.000Z'],
    ['2026-12-31T23:00:00-05:30', '2027-01-01T04:30:00.000Z', '2027-01-01T04:30:00.000Z'],
    ['2026-12-01T12:00Z', '2026-12-01T12:00:00.000Z', '2026-12-01T12:00:00.000Z'],
    ['2026-12-01T12:00:00.5Z', '2026-12-01T12:00:00.500Z', '2026-12-01T12:00:00.500Z'],
    ['2026-12-01T12:00:00.123456Z', '2026-12-01T12:00:00.123Z', '2026-12-01T12:00:00.123Z'],
  ];
  for (const [sent, as_from, as_until] of table) {
    assert.equal((await create({ valid_from: sent })).body.valid_from, as_from, sent);
    assert.equal((await create({ valid_until: sent })).body.valid_until, as_until, sent);
  }
});

test('400 invalid_parameters: a date that is not in the calendar, or is no date', async () => {
  const wrong = [
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-12-32',
    '2026-12-01T25:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-12-01T12:00:00+25:00',
    '2026-12',
    '20261201',
    '01.12.2026',
    'tomorrow',
    '',
    1_796_083_200_000,
    true,
  ];
  await refused(
    wrong.flatMap((date): [object, string][] => [
      [{ valid_from: date }, 'valid_from'],
      [{ valid_until: date }, 'valid_until'],
    ]),
  );
});

test('400 invalid_parameters: valid_until before valid_from', async () => {
  await refused([
    [{ valid_from: '2026-12-31', valid_until: '2026-12-30' }, 'valid_until'],
    [
      { valid_from: '2026-12-01T12:00:00Z', valid_until: '2026-12-01T11:59:59.999Z' },
      'valid_until',
    ],
    [
      { valid_from: '2026-12-01T12:00:00+02:00', valid_until: '2026-12-01T09:00:00Z' },
      'valid_until',
    ],
  ]);
});

test('200: valid for one day, or for one instant', async () => {
  assert.equal((await create({ valid_from: '2026-12-31', valid_until: '2026-12-31' })).status, 200);
  const instant = '2026-12-31T12:00:00.000Z';
  assert.equal((await create({ valid_from: instant, valid_until: instant })).status, 200);
});

test('200: the status follows from the dates', async () => {
  for (const [dates, status] of [
    [{ valid_from: '2026-11-14', valid_until: '2026-11-14' }, 'active'],
    [{ valid_from: AT_START }, 'active'],
    [{ valid_until: AT_START }, 'active'],
    [{ valid_from: '2026-11-14T09:30:00.001Z' }, 'scheduled'],
    [{ valid_from: '2026-11-15' }, 'scheduled'],
    [{ valid_until: '2026-11-14T09:29:59.999Z' }, 'expired'],
    [{ valid_until: '2026-11-13' }, 'expired'],
  ] as const) {
    assert.equal((await create(dates)).body.status, status, JSON.stringify(dates));
  }
});

test('200: duration is once, forever, or repeating for 1 to 120 months', async () => {
  for (const [duration, duration_months] of [
    ['once', undefined],
    ['forever', undefined],
    ['once', null],
    ['forever', null],
    ['repeating', 1],
    ['repeating', 120],
  ]) {
    const { status, body, text } = await create({ duration, duration_months });
    assert.equal(status, 200, text);
    assert.deepEqual([body.duration, body.duration_months], [duration, duration_months ?? null]);
  }
});

test('400 invalid_parameters: duration_months goes with repeating, and repeating needs it', async () => {
  await refused([
    [{ duration: 'repeating' }, 'duration_months'],
    [{ duration: 'repeating', duration_months: null }, 'duration_months'],
    [{ duration_months: 3 }, 'duration_months'],
    [{ duration: 'once', duration_months: 3 }, 'duration_months'],
    [{ duration: 'forever', duration_months: 3 }, 'duration_months'],
    ...[0, -1, 1.5, 121, '3'].map((duration_months): [object, string] => [
      { duration: 'repeating', duration_months },
      'duration_months',
    ]),
    [{ duration: 'twice' }, 'duration'],
  ]);
});

test('400 invalid_parameters: limits of redemptions are whole numbers from 1', async () => {
  await refused(
    [0, -1, 1.5, 1_000_000_001, '5'].flatMap((value): [object, string][] => [
      [{ max_redemptions: value }, 'max_redemptions'],
      [{ max_redemptions_per_customer: value }, 'max_redemptions_per_customer'],
    ]),
  );
});
