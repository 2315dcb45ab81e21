import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import { rateLimiter } from '../../platform/core/rate-limit.ts';
import { newApiKey } from '../../shop/store/api-key.rules.ts';

test('429 rate_limited: the burst is served, the next is refused with Retry-After, then it refills', async () => {
  const shop = await startShop({ rate_limit: { rate_per_second: 2, burst: 5 } });
  const ask = () => shop.call('GET /search-products');
  for (let left = 4; left >= 0; left--) {
    const answer = await ask();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['ratelimit-policy'], '"default";q=5;w=3');
    assert.equal(answer.headers.ratelimit, `"default";r=${left};t=${Math.ceil((5 - left) / 2)}`);
  }
  const refused = await ask();
  assertRefused(refused, 429, 'rate_limited');
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.headers.ratelimit, '"default";r=0;t=3');
  shop.now += 500;
  assert.equal((await ask()).status, 200);
  assertRefused(await ask(), 429, 'rate_limited');
});

test('429 rate_limited: one key does not use up what another may', async () => {
  const shop = await startShop({ rate_limit: { rate_per_second: 1, burst: 1 } });
  const other = await shop.makeKey('full');
  assert.equal((await shop.call('GET /search-products')).status, 200);
  assertRefused(await shop.call('GET /search-products'), 429, 'rate_limited');
  assert.equal((await shop.call('GET /search-products', {}, { key: other.api_key })).status, 200);
});

test('429 rate_limited: guessing keys is limited by address, good keys from there still work', async () => {
  const shop = await startShop({ rate_limit: { rate_per_second: 1000, burst: 2000 } });
  const guess = () => shop.call('GET /search-products', {}, { key: newApiKey('test') });
  for (let n = 0; n < LIMITS.failed_keys_burst; n++)
    assertRefused(await guess(), 401, 'api_key_incorrect');
  const refused = await guess();
  assertRefused(refused, 429, 'rate_limited');
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal((await shop.call('GET /search-products')).status, 200);
});

test('a clock that goes back neither refills nor empties a bucket', () => {
  const limiter = rateLimiter({ rate_per_second: 1, burst: 2 });
  assert.equal(limiter.take('a', 10_000).remaining, 1);
  assert.equal(limiter.take('a', 5_000).remaining, 0);
  assert.equal(limiter.take('a', 5_000).allowed, false);
});
