import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, START, startShop } from '../../test/harness/shop.ts';

const AT_START = '2026-11-14T09:30:00.000Z';

const shop = await startShop();

const OP = 'GET /get-clock';

test('200: a clock that nobody moved is the real time, in a test store and in a live one', async () => {
  for (const mode of ['test', 'live'] as const) {
    const { api_key: key } = await shop.makeStore(mode);
    const { status, body } = await shop.call(OP, {}, { key });
    assert.equal(status, 200);
    assert.deepEqual(body, { object: 'clock', now: AT_START, ahead_seconds: 0 });
  }
});

test('200: one that was moved is ahead by that much, for every key of its store and no other store', async () => {
  const { api_key: key } = await shop.makeKey('read');
  const other = await shop.makeStore('test');
  await shop.call(OP, {}, { key });
  await shop.call('POST /advance-clock', { by: 'P1M' });
  const moved = { now: '2026-12-14T09:30:00.000Z', ahead_seconds: 30 * 86_400 };
  for (const options of [{}, { key }]) {
    assert.deepEqual((await shop.call(OP, {}, options)).body, { object: 'clock', ...moved });
  }
  const answer = await shop.call(OP, {}, { key: other.api_key });
  assert.deepEqual([answer.body.now, answer.body.ahead_seconds], [AT_START, 0]);
});

test('200: it goes on with the real time, and stays ahead after a restart', async () => {
  const own = await startShop();
  await own.call('POST /advance-clock', { by: 'P1D' });
  own.now = START + 90_500;
  const later = { object: 'clock', now: '2026-11-15T09:31:30.500Z', ahead_seconds: 86_400 };
  assert.deepEqual((await own.call(OP)).body, later);
  await own.restart();
  assert.deepEqual((await own.call(OP)).body, later);
  const answer = await own.call('POST /advance-clock', { to: '2026-11-15T09:31:30.500Z' });
  assert.deepEqual([answer.status, answer.body.now], [200, later.now]);
});

test('400 unknown_parameter: there is nothing to ask for', async () => {
  assertRefused(await shop.call(OP, { store: 1 }), 400, 'unknown_parameter', ['store']);
});
