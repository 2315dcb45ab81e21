import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const list = async (parameters: object = {}, key = shop.api_key) =>
  (await shop.call('GET /list-tax-rates', parameters, { key })).body;
const create = async (country: string) =>
  (await shop.call('POST /create-tax-rate', { country, rate: 5 })).body;

test('200: newest first, in pages, of a country, and those of this store alone', async () => {
  assert.deepEqual(await list(), { object: 'list', data: [], has_more: false, next_cursor: null });
  const made = [await create('AR'), await create('BR'), await create('CL')].toReversed();
  assert.deepEqual((await list()).data, made);
  const first = await list({ limit: 2 });
  assert.deepEqual([first.data, first.has_more], [made.slice(0, 2), true]);
  assert.deepEqual((await list({ limit: 2, cursor: first.next_cursor })).data, made.slice(2));
  assert.deepEqual((await list({ country: 'br' })).data, [made[1]]);
  assert.deepEqual((await list({ country: 'UY' })).data, []);
  const other = await shop.makeStore('live');
  assert.deepEqual((await list({}, other.api_key)).data, []);
  assert.deepEqual((await list({}, (await shop.makeKey('read')).api_key)).data, made);
});

test('400 invalid_parameters: a country that is none, a cursor of another list', async () => {
  const answer = await shop.call('GET /list-tax-rates', { country: 'XX', limit: 0 });
  assertRefused(answer, 400, 'invalid_parameters', ['country', 'limit']);
  const cursor = Buffer.from('["products","a"]').toString('base64url');
  const wrong = await shop.call('GET /list-tax-rates', { cursor });
  assertRefused(wrong, 400, 'invalid_parameters', ['cursor']);
});
