import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const AT_START = '2026-11-14T09:30:00.000Z';

const shop = await startShop();

let codes = 0;
/** A code that no other test has. */
const newCode = () => `CODE-${codes++}`;

const create = (input: object = {}, key = shop.api_key) =>
  shop.call(
    'POST /create-discount-code',
    { code: newCode(), discount_percentage: 20, ...input },
    { key },
  );
const createProduct = async (key = shop.api_key) => {
  const product = { name: 'Editor', description: '', price: 5, currency: 'EUR' };
  return (await shop.call('POST /create-product', product, { key })).body.product_id as string;
};

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
    name: null,
    discount_percentage: 20,
    discount_amount: null,
    currency: null,
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
  assert.deepEqual(written, [
    { sequence: before.length + 1, type: 'discount_code.created', data: body },
  ]);
  assert.deepEqual((await shop.call('GET /get-discount-code', { code: 'Launch20' })).body, body);
});

test('200: every parameter is kept as it was sent, the products in their order', async () => {
  const [a, b, c] = [await createProduct(), await createProduct(), await createProduct()];
  const sent = {
    code: 'All.of_it-1',
    name: 'Launch week, second half',
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
  const rest = {
    object: 'discount_code',
    discount_amount: null,
    currency: null,
    redemptions: 0,
    status: 'scheduled',
    created_at: AT_START,
  };
  assert.deepEqual(body, { discount_id, ...sent, ...rest });
  assert.deepEqual((await shop.call('GET /get-discount-code', { discount_id })).body, body);
});

test('200: null is the same as leaving a field out', async () => {
  const { status, body } = await create({
    name: null,
    valid_from: null,
    valid_until: null,
    duration_months: null,
    max_redemptions: null,
    max_redemptions_per_customer: null,
    product_ids: null,
  });
  assert.equal(status, 200);
  const { name, valid_from, duration_months, product_ids } = body;
  assert.deepEqual([name, valid_from, duration_months, product_ids], [null, null, null, null]);
});

test('200: a code has 1 to 64 letters, digits and - _ . and is kept as written', async () => {
  for (const code of ['a', '0', '-', '_', '.', 'MiXeD-Case_1.0', 'x'.repeat(64), 'constructor']) {
    const { status, body, text } = await create({ code });
    assert.equal(status, 200, text);
    assert.equal(body.code, code);
  }
});

test('400 invalid_parameters: a code that is missing or has other signs, none, or more than 64', async () => {
  const wrong = [
    undefined,
    '',
    ' ',
    'A B',
    'Ä',
    'А',
    'a/b',
    'a\n',
    '50%',
    'a:b',
    '😀',
    'ſ',
    'x'.repeat(65),
    20,
    null,
  ];
  await refused(wrong.map((code) => [{ code }, 'code']));
});

test('400 invalid_parameters: a name that is empty, of several lines or longer than 200', async () => {
  const wrong = ['', '  ', 'two\nlines', 'x'.repeat(201), 5];
  await refused(wrong.map((name) => [{ name }, 'name']));
  for (const name of ['x', '春のセール', '<b>&', '😀'.repeat(200)]) {
    assert.equal((await create({ name })).body.name, name);
  }
});

test('400 code_taken: codes are compared without case, and nothing is stored', async () => {
  const first = await create({ code: 'Summer' });
  const before = await shop.everything();
  for (const code of ['Summer', 'SUMMER', 'summer', 'sUMMER']) {
    assertRefused(await create({ code }), 400, 'code_taken', ['code']);
  }
  assert.equal(await shop.everything(), before);
  assert.deepEqual(
    (await shop.call('GET /get-discount-code', { code: 'SUMMER' })).body,
    first.body,
  );
});

test('400 code_taken: of 64 at once with one code, in whatever case, one is made', async () => {
  const product_id = await createProduct();
  const before = await shop.events();
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) =>
      create({ code: i % 2 === 0 ? 'RUSH' : 'rush', product_ids: [product_id] }),
    ),
  );
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 1);
  const others = answers.filter(({ status }) => status !== 200);
  for (const answer of others) assertRefused(answer, 400, 'code_taken', ['code']);
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(
    written.map(({ data }) => data),
    [made[0]?.body],
  );
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
  assert.deepEqual(
    { ...foreign.body.error, request_id: '' },
    { ...missing.body.error, request_id: '' },
  );
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
  await refused([
    [
      {
        code: 'A B',
        discount_percentage: 0,
        valid_from: 'x',
        valid_until: 'y',
        duration: 'repeating',
        max_redemptions: 0,
        colour: 1,
      },
      'code',
      'discount_percentage',
      'valid_from',
      'valid_until',
      'duration_months',
      'max_redemptions',
      'colour',
    ],
  ]);
  assertRefused(await shop.call('POST /create-discount-code'), 400, 'invalid_parameters', [
    'code',
    'discount_percentage',
  ]);
});

test('400 unknown_parameter: what create-discount-code does not know is named and nothing is stored', async () => {
  const before = await shop.everything();
  for (const unknown of ['percentage', 'discount_id', 'redemptions', 'status']) {
    assertRefused(await create({ [unknown]: 1 }), 400, 'unknown_parameter', [unknown]);
  }
  assert.equal(await shop.everything(), before);
});
