import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../test/harness.ts';

const AT_START = '2026-11-14T09:30:00.000Z';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

let codes = 0;
/** A code that no other test has. */
const newCode = () => `CODE-${codes++}`;

const create = (input: object = {}, key = shop.api_key) =>
  shop.call('POST /create-discount-code', { code: newCode(), discount_percentage: 20, ...input }, { key });
const createProduct = async (key = shop.api_key) => {
  const product = { name: 'Editor', description: '', price: 5, currency: 'EUR' };
  return (await shop.call('POST /create-product', product, { key })).body.product_id as string;
};

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

test('200: code and percentage are enough; the rest has its defaults; discount_code.created', async () => {
  const before = await shop.events();
  const { status, body } = await create({ code: 'Launch20' });
  assert.equal(status, 200);
  assert.match(body.discount_id, /^disc_[0-9a-hjkmnp-tv-z]{28}$/);
  assert.deepEqual(body, {
    discount_id: body.discount_id,
    object: 'discount_code',
    code: 'Launch20',
    discount_percentage: 20,
    valid_from: null,
    valid_until: null,
    duration: 'once',
    duration_months: null,
    max_redemptions: null,
    max_redemptions_per_customer: null,
    product_ids: null,
    redemptions: 0,
    status: 'active',
    created_at: AT_START,
  });
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [{ sequence: before.length + 1, type: 'discount_code.created', data: body }]);
  assert.deepEqual((await shop.call('GET /get-discount-code', { code: 'Launch20' })).body, body);
});

test('200: every parameter is kept as it was sent, the products in their order', async () => {
  const [a, b, c] = [await createProduct(), await createProduct(), await createProduct()];
  const sent = {
    code: 'All.of_it-1',
    discount_percentage: 12.5,
    valid_from: '2026-12-01T00:00:00.000Z',
    valid_until: '2026-12-31T23:59:59.999Z',
    duration: 'repeating',
    duration_months: 3,
    max_redemptions: 100,
    max_redemptions_per_customer: 1,
    product_ids: [b, c, a],
  };
  const { status, body } = await create(sent);
  assert.equal(status, 200);
  const { discount_id } = body;
  const rest = { object: 'discount_code', redemptions: 0, status: 'scheduled', created_at: AT_START };
  assert.deepEqual(body, { discount_id, ...sent, ...rest });
  assert.deepEqual((await shop.call('GET /get-discount-code', { discount_id })).body, body);
});

test('200: null is the same as leaving a field out', async () => {
  const { status, body } = await create({
    valid_from: null, valid_until: null, duration_months: null, max_redemptions: null,
    max_redemptions_per_customer: null, product_ids: null,
  });
  assert.equal(status, 200);
  assert.deepEqual([body.valid_from, body.duration_months, body.product_ids], [null, null, null]);
});

test('200: a code has 1 to 64 letters, digits and - _ . and is kept as written', async () => {
  for (const code of ['a', '0', '-', '_', '.', 'MiXeD-Case_1.0', 'x'.repeat(64), 'constructor']) {
    const { status, body, text } = await create({ code });
    assert.equal(status, 200, text);
    assert.equal(body.code, code);
  }
});

test('400 invalid_parameters: a code that is missing or has other signs, none, or more than 64', async () => {
  const wrong = [undefined, '', ' ', 'A B', 'Ä', 'А', 'a/b', 'a\n', '50%', 'a:b', '😀', 'ſ', 'x'.repeat(65), 20, null];
  await refused(wrong.map((code) => [{ code }, 'code']));
});

test('400 code_taken: codes are compared without case, and nothing is stored', async () => {
  const first = await create({ code: 'Summer' });
  const before = await shop.everything();
  for (const code of ['Summer', 'SUMMER', 'summer', 'sUMMER']) {
    assertRefused(await create({ code }), 400, 'code_taken', ['code']);
  }
  assert.equal(await shop.everything(), before);
  assert.deepEqual((await shop.call('GET /get-discount-code', { code: 'SUMMER' })).body, first.body);
});

test('400 code_taken: of 64 at once with one code, in whatever case, one is made', async () => {
  const product_id = await createProduct();
  const before = await shop.events();
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) =>
      create({ code: i % 2 === 0 ? 'RUSH' : 'rush', product_ids: [product_id] })),
  );
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 1);
  const others = answers.filter(({ status }) => status !== 200);
  for (const answer of others) assertRefused(answer, 400, 'code_taken', ['code']);
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written.map(({ data }) => data), [made[0]?.body]);
});

test('400 code_taken: an expired code still has its name', async () => {
  await create({ code: 'LASTYEAR', valid_until: '2025-12-31' });
  assertRefused(await create({ code: 'lastyear' }), 400, 'code_taken', ['code']);
});

test('200: the code of another store is free', async () => {
  const { api_key, store_id } = await shop.makeStore('live');
  await create({ code: 'SHARED' });
  const theirs = await create({ code: 'SHARED' }, api_key);
  assert.equal(theirs.status, 200);
  assert.deepEqual(await shop.events(store_id), [
    { sequence: 1, type: 'discount_code.created', data: theirs.body },
  ]);
});

test('200: percentages are exact to the digit', async () => {
  for (const [sent, answered] of [
    ['0.01', '0.01'], ['0.07', '0.07'], ['12.5', '12.5'], ['12.50', '12.5'], ['33.33', '33.33'], ['1e1', '10'],
    ['99.99', '99.99'], ['100', '100'], ['1.1', '1.1'], ['4.35', '4.35'], ['8.2', '8.2'],
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
  const wrong = ['0', '-0', '-5', '0.001', '0.00', '100.01', '101', '1e3', '1.234', '33.333', '0.30000000000000004',
    '1e-7', '"20"', 'null', 'true'];
  for (const percentage of wrong) {
    assertRefused(await createRaw(percentage), 400, 'invalid_parameters', ['discount_percentage']);
  }
  assertRefused(await create({ discount_percentage: undefined }), 400, 'invalid_parameters', ['discount_percentage']);
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

test('400 invalid_parameters: a date that is not in the calendar, has no offset, or is no date', async () => {
  const wrong = ['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10', '2026-12-32', '2026-12-01T25:00:00Z',
    '2026-02-30T00:00:00Z', '2026-12-01T12:00:00', '2026-12-01T12:00:00+25:00', '2026-12', '20261201',
    '01.12.2026', 'tomorrow', '', 1_796_083_200_000, true];
  await refused(wrong.flatMap((date): [object, string][] => [
    [{ valid_from: date }, 'valid_from'],
    [{ valid_until: date }, 'valid_until'],
  ]));
});

test('400 invalid_parameters: valid_until before valid_from', async () => {
  await refused([
    [{ valid_from: '2026-12-31', valid_until: '2026-12-30' }, 'valid_until'],
    [{ valid_from: '2026-12-01T12:00:00Z', valid_until: '2026-12-01T11:59:59.999Z' }, 'valid_until'],
    [{ valid_from: '2026-12-01T12:00:00+02:00', valid_until: '2026-12-01T09:00:00Z' }, 'valid_until'],
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
    ['once', undefined], ['forever', undefined], ['once', null], ['forever', null], ['repeating', 1], ['repeating', 120],
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
    [{ duration: null }, 'duration'],
  ]);
});

test('400 invalid_parameters: limits of redemptions are whole numbers from 1', async () => {
  await refused([0, -1, 1.5, 1_000_000_001, '5'].flatMap((value): [object, string][] => [
    [{ max_redemptions: value }, 'max_redemptions'],
    [{ max_redemptions_per_customer: value }, 'max_redemptions_per_customer'],
  ]));
});

test('400 invalid_parameters: every product that does not exist is named by its place', async () => {
  const known = await createProduct();
  await refused([
    [{ product_ids: ['prod_nothing'] }, 'product_ids.0'],
    [{ product_ids: [known, 'prod_nothing'] }, 'product_ids.1'],
    [{ product_ids: ['prod_nothing', known, 'prod_none'] }, 'product_ids.0', 'product_ids.2'],
  ]);
});

test('400 invalid_parameters: the product of another store is answered like a missing one', async () => {
  const { api_key } = await shop.makeStore('test');
  const theirs = await createProduct(api_key);
  const before = await shop.everything();
  const foreign = await create({ code: 'FOREIGN', product_ids: [theirs] });
  const missing = await create({ code: 'FOREIGN', product_ids: ['prod_nothing'] });
  assertRefused(foreign, 400, 'invalid_parameters', ['product_ids.0']);
  assert.deepEqual({ ...foreign.body.error, request_id: '' }, { ...missing.body.error, request_id: '' });
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: product_ids is empty, has a product twice, more than 100, or what is no text', async () => {
  const known = await createProduct();
  const many = Array.from({ length: 101 }, (_, i) => `prod_${i}`);
  await refused([
    [{ product_ids: [] }, 'product_ids'],
    [{ product_ids: [known, known] }, 'product_ids'],
    [{ product_ids: many }, 'product_ids'],
    [{ product_ids: known }, 'product_ids'],
    [{ product_ids: [1] }, 'product_ids.0'],
    [{ product_ids: [known, ''] }, 'product_ids.1'],
  ]);
});

test('200: a code may be for 100 products', async () => {
  const product_ids = await Promise.all(Array.from({ length: 100 }, () => createProduct()));
  const { status, body } = await create({ product_ids });
  assert.equal(status, 200);
  assert.deepEqual(body.product_ids, product_ids);
});

test('400 invalid_parameters: every wrong parameter is listed in one answer', async () => {
  await refused([[
    { code: 'A B', discount_percentage: 0, valid_from: 'x', valid_until: 'y', duration: 'repeating', max_redemptions: 0, colour: 1 },
    'code', 'discount_percentage', 'valid_from', 'valid_until', 'duration_months', 'max_redemptions', 'colour',
  ]]);
  assertRefused(await shop.call('POST /create-discount-code'), 400, 'invalid_parameters', ['code', 'discount_percentage']);
});

test('400 unknown_parameter: what create-discount-code does not know is named and nothing is stored', async () => {
  const before = await shop.everything();
  for (const unknown of ['percentage', 'discount_id', 'redemptions', 'status']) {
    assertRefused(await create({ [unknown]: 1 }), 400, 'unknown_parameter', [unknown]);
  }
  assert.equal(await shop.everything(), before);
});
