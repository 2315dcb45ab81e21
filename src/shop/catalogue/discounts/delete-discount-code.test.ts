import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

const create = async (code: string, more: object = {}) =>
  (await shop.call('POST /create-discount-code', { code, discount_percentage: 20, ...more })).body;
const get = (input: object) => shop.call('GET /get-discount-code', input);
const remove = (input: object, key = shop.api_key) =>
  shop.call('DELETE /delete-discount-code', input, { key });

test('200: the whole record with status deleted, and discount_code.deleted', async () => {
  const { discount_id } = await create('Launch20', { max_redemptions: 5 });
  const before = await shop.events();
  const answer = await remove({ code: 'Launch20' });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    discount_id,
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
    max_redemptions: 5,
    max_redemptions_per_customer: null,
    product_ids: null,
    redemptions: 0,
    status: 'deleted',
    created_at: '2026-11-14T09:30:00.000Z',
  });
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [
    { sequence: before.length + 1, type: 'discount_code.deleted', data: answer.body },
  ]);
});

test('200: afterwards the code is not found, but its discount_id is', async () => {
  const { discount_id } = await create('AFTER');
  const deleted = await remove({ code: 'AFTER' });
  assertRefused(await get({ code: 'AFTER' }), 404, 'discount_code_not_found');
  assert.deepEqual((await get({ discount_id })).body, deleted.body);
});

test('200: by discount_id, or by code in whatever case, in the query string or in a JSON body', async () => {
  for (const input of [
    async () => ({ discount_id: (await create('By-1')).discount_id }),
    async () => ({ code: (await create('By-2')).code.toLowerCase() }),
    async () => ({ discount_id: (await create('By-3')).discount_id, code: 'BY-3' }),
  ]) {
    const in_query = await remove(await input());
    assert.deepEqual([in_query.status, in_query.body.status], [200, 'deleted']);
    const in_body = await shop.call('DELETE /delete-discount-code', await input(), {
      in_body: true,
    });
    assert.deepEqual([in_body.status, in_body.body.status], [200, 'deleted']);
  }
});

test('200: scheduled and expired codes can be deleted', async () => {
  await create('SCHEDULED', { valid_from: '2030-01-01' });
  await create('EXPIRED', { valid_until: '2020-01-01' });
  for (const code of ['SCHEDULED', 'EXPIRED'])
    assert.equal((await remove({ code })).body.status, 'deleted');
});

test('200: the code may be created anew, and is another one', async () => {
  const first = await create('PHOENIX');
  await remove({ code: 'PHOENIX' });
  const second = await create('phoenix', { discount_percentage: 50 });
  assert.notEqual(second.discount_id, first.discount_id);
  assert.deepEqual((await get({ code: 'PHOENIX' })).body, second);
  assert.equal((await get({ discount_id: first.discount_id })).body.status, 'deleted');
  await remove({ code: 'PHOENIX' });
  assert.equal((await create('Phoenix')).status, 'active');
});

test('404 discount_code_not_found: deleting again, by code or by discount_id, stores nothing', async () => {
  const { discount_id } = await create('TWICE');
  await remove({ discount_id });
  const before = await shop.everything();
  for (const input of [{ code: 'TWICE' }, { discount_id }, { discount_id, code: 'TWICE' }]) {
    assertRefused(await remove(input), 404, 'discount_code_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('404 discount_code_not_found: of 64 at once one deletes', async () => {
  const { discount_id } = await create('RUSH');
  const before = await shop.events();
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) => remove(i % 2 === 0 ? { discount_id } : { code: 'RUSH' })),
  );
  const deleted = answers.filter(({ status }) => status === 200);
  assert.equal(deleted.length, 1);
  const others = answers.filter(({ status }) => status !== 200);
  for (const answer of others) assertRefused(answer, 404, 'discount_code_not_found');
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(
    written.map(({ data }) => data),
    [deleted[0]?.body],
  );
});

test('404 discount_code_not_found: unknown, or a code and a discount_id that do not belong together', async () => {
  const one = await create('ONE');
  await create('TWO');
  const before = await shop.everything();
  for (const input of [
    { code: 'NOTHING' },
    { discount_id: 'disc_nothing' },
    { discount_id: one.discount_id, code: 'TWO' },
    { discount_id: 'disc_nothing', code: 'ONE' },
  ]) {
    assertRefused(await remove(input), 404, 'discount_code_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('404 discount_code_not_found: the code of another store is answered like a missing one and stays', async () => {
  const { discount_id } = await create('OURS');
  const { api_key } = await shop.makeStore('test');
  const before = await shop.everything();
  const missing = await remove({ code: 'NOTHING' }, api_key);
  for (const input of [{ code: 'OURS' }, { discount_id }]) {
    const theirs = await remove(input, api_key);
    assertRefused(theirs, 404, 'discount_code_not_found');
    assert.deepEqual(
      { ...theirs.body.error, request_id: '' },
      { ...missing.body.error, request_id: '' },
    );
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: neither code nor discount_id, or no text', async () => {
  const before = await shop.everything();
  assertRefused(await remove({}), 400, 'invalid_parameters', ['code']);
  const number = await shop.call('DELETE /delete-discount-code', { code: 1 }, { in_body: true });
  assertRefused(number, 400, 'invalid_parameters', ['code']);
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: what delete-discount-code does not know is named and nothing is stored', async () => {
  await create('KEPT');
  const before = await shop.everything();
  assertRefused(await remove({ code: 'KEPT', force: true }), 400, 'unknown_parameter', ['force']);
  assert.equal(await shop.everything(), before);
});
