import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, START, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

const create = async (code: string, more: object = {}) =>
  (await shop.call('POST /create-discount-code', { code, discount_percentage: 20, ...more })).body;
const get = (input: object, key = shop.api_key) =>
  shop.call('GET /get-discount-code', input, { key });

test('200: the whole record, by code or by discount_id, in the query string or in a JSON body', async () => {
  const { discount_id } = await create('Launch20', {
    discount_percentage: 33.33,
    valid_until: '2026-12-31',
  });
  const before = await shop.everything();
  const by_code = await get({ code: 'Launch20' });
  assert.equal(by_code.status, 200);
  assert.deepEqual(by_code.body, {
    discount_id,
    object: 'discount_code',
    code: 'Launch20',
    name: null,
    discount_percentage: 33.33,
    discount_amount: null,
    currency: null,
    valid_from: null,
    valid_until: '2026-12-31T23:59:59.999Z',
    duration: 'once',
    duration_months: null,
    max_redemptions: null,
    max_redemptions_per_customer: null,
    product_ids: null,
    redemptions: 0,
    status: 'active',
    created_at: '2026-11-14T09:30:00.000Z',
  });
  assert.equal((await get({ discount_id })).text, by_code.text);
  assert.equal((await get({ discount_id, code: 'LAUNCH20' })).text, by_code.text);
  const in_body = await shop.call(
    'GET /get-discount-code',
    { code: 'Launch20' },
    { in_body: true },
  );
  assert.equal(in_body.text, by_code.text);
  assert.equal(await shop.everything(), before);
});

test('200: a code is found in whatever case it is typed and answered as it was written', async () => {
  const made = await create('MiXed-1.0');
  for (const code of ['MiXed-1.0', 'MIXED-1.0', 'mixed-1.0']) {
    assert.deepEqual((await get({ code })).body, made);
  }
});

test('200: the status follows the clock, to the millisecond', async () => {
  const { discount_id } = await create('DECEMBER', {
    valid_from: '2026-12-01',
    valid_until: '2026-12-31',
  });
  for (const [at, status] of [
    ['2026-11-14T09:30:00.000Z', 'scheduled'],
    ['2026-11-30T23:59:59.999Z', 'scheduled'],
    ['2026-12-01T00:00:00.000Z', 'active'],
    ['2026-12-31T23:59:59.999Z', 'active'],
    ['2027-01-01T00:00:00.000Z', 'expired'],
  ] as const) {
    shop.now = Date.parse(at);
    const answers = [await get({ code: 'DECEMBER' }), await get({ discount_id })];
    shop.now = START;
    for (const { body } of answers) assert.equal(body.status, status, at);
  }
});

test('200: a deleted code is found by its discount_id', async () => {
  const made = await create('GONE');
  await shop.call('DELETE /delete-discount-code', { code: 'GONE' });
  const answer = await get({ discount_id: made.discount_id });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { ...made, status: 'deleted' });
});

test('404 discount_code_not_found: unknown, deleted, or a code and a discount_id that do not belong together', async () => {
  const one = await create('ONE');
  await create('TWO');
  await create('DELETED');
  await shop.call('DELETE /delete-discount-code', { code: 'DELETED' });
  const before = await shop.everything();
  for (const input of [
    { code: 'NOTHING' },
    { code: 'ON' },
    { code: 'ONE.' },
    { code: 'DELETED' },
    { discount_id: 'disc_nothing' },
    { discount_id: 'ONE' },
    { discount_id: one.discount_id, code: 'TWO' },
    { discount_id: 'disc_nothing', code: 'ONE' },
  ]) {
    assertRefused(await get(input), 404, 'discount_code_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('404 discount_code_not_found: the code of another store is answered like a missing one', async () => {
  const { discount_id } = await create('OURS');
  const { api_key } = await shop.makeStore('live');
  const missing = await get({ code: 'NOTHING' }, api_key);
  for (const input of [{ code: 'OURS' }, { discount_id }]) {
    const theirs = await get(input, api_key);
    assertRefused(theirs, 404, 'discount_code_not_found');
    assert.deepEqual(
      { ...theirs.body.error, request_id: '' },
      { ...missing.body.error, request_id: '' },
    );
  }
});

test('400 invalid_parameters: neither code nor discount_id', async () => {
  const answer = await get({});
  assertRefused(answer, 400, 'invalid_parameters', ['code']);
  assert.match(answer.body.error.message, /code or discount_id/);
});

test('404 discount_code_not_found: letters that only become those of a code when capitalised', async () => {
  await create('GROSS.SIX');
  for (const code of ['groß.six', 'GROẞ.SIX', 'gross.ſıx', 'GROSS.SIX ', 'ＧＲＯＳＳ.ＳＩＸ']) {
    assertRefused(await get({ code }), 404, 'discount_code_not_found');
  }
  assert.equal((await get({ code: 'gross.Six' })).status, 200);
});

test('400 invalid_parameters: a code that is no text', async () => {
  const in_body = await shop.call('GET /get-discount-code', { code: 20 }, { in_body: true });
  assertRefused(in_body, 400, 'invalid_parameters', ['code']);
});

test('400 unknown_parameter: what get-discount-code does not know is named', async () => {
  assertRefused(await get({ code: 'ONE', coupon_code: 'ONE' }), 400, 'unknown_parameter', [
    'coupon_code',
  ]);
});
