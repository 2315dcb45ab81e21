import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/harness/answer.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import { newApiKey } from '../../shop/store/api-key.rules.ts';

// The door through which dialects are asked, tried with one of them.

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

function ping(shop: Shop, more: { headers?: object; method?: string; body?: string } = {}) {
  const { headers, method = 'POST', body = PING } = more;
  const sent = { 'content-type': 'application/json', 'x-api-key': shop.api_key, ...headers };
  return shop.send({ method, path: '/mcp', headers: sent }, body);
}

/** Told in the words of the dialect, not in those of operations. */
function assertTold(answer: Answer, status: number, code: string): void {
  assert.equal(`${answer.status} ${answer.body?.error?.data?.code}`, `${status} ${code}`);
  assert.deepEqual(Object.keys(answer.body), ['jsonrpc', 'id', 'error']);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['x-request-id'], answer.body.error.data.request_id);
}

test('200: a dialect is asked with an API key in either header, below a base path too', async () => {
  const shop = await startShop({ base_url: 'https://shop.example/kassa' });
  const answer = await ping(shop);
  assert.deepEqual([answer.status, answer.body], [200, { jsonrpc: '2.0', id: 1, result: {} }]);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const bearer = { authorization: `Bearer ${shop.api_key}`, 'content-type': 'application/json' };
  const below = { method: 'POST', path: '/kassa/mcp', headers: bearer };
  assert.equal((await shop.send(below, PING)).status, 200);
  await until(() => {
    const log = shop.log_lines.filter((line) => line.includes('"route":"/mcp"'));
    return log.length === 2 && log.every((line) => line.includes(shop.store_id));
  }, 'the log names the store');
});

test('every refusal on the path of a dialect is told in its own words', async () => {
  const shop = await startShop();
  const refused = async (status: number, code: string, more: Parameters<typeof ping>[1]) =>
    assertTold(await ping(shop, more), status, code);
  await refused(401, 'api_key_missing', { headers: { 'x-api-key': '' } });
  await refused(401, 'api_key_incorrect', { headers: { 'x-api-key': newApiKey('test') } });
  const { api_key: expired } = await shop.makeKey('full', shop.now);
  await refused(403, 'api_key_invalid', { headers: { 'x-api-key': expired } });
  await refused(400, 'wrong_method', { method: 'OPTIONS' });
  await refused(400, 'wrong_method', { method: 'PATCH' });
  await refused(400, 'unsupported_content_encoding', { headers: { 'content-encoding': 'gzip' } });
  await refused(400, 'unsupported_content_type', { headers: { 'content-type': 'text/plain' } });
  await refused(400, 'invalid_json', { body: '{' });
  await refused(400, 'body_too_large', { body: 'x'.repeat(LIMITS.body_bytes + 1) });
  const { api_key: shipped } = await shop.makeKey('license');
  const large = ' '.repeat(LIMITS.license_body_bytes + 1);
  await refused(400, 'body_too_large', { headers: { 'x-api-key': shipped }, body: large });
  const below = { method: 'POST', path: '/mcp/more', headers: { 'x-api-key': shop.api_key } };
  assertTold(await shop.send(below), 404, 'unknown_path');
  const twice = 'POST /mcp HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n';
  assert.match(await shop.raw([twice]), /HTTP\/1.1 400 [\s\S]*"jsonrpc":"2.0"[\s\S]*duplicate_h/);
});

test('400 https_required: also told by the dialect, behind a proxy', async () => {
  const shop = await startShop({ trusted_proxies: ['127.0.0.1'] });
  const text = 'POST /mcp HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  assert.match(await shop.rawPlain([text]), /HTTP\/1.1 400 [\s\S]*"jsonrpc":"2.0"[\s\S]*https_req/);
});

test('429 rate_limited: a dialect uses up the same limits as operations', async () => {
  const shop = await startShop({ rate_limit: { rate_per_second: 1, burst: 2 } });
  assert.equal((await ping(shop)).headers.ratelimit, '"default";r=1;t=1');
  assert.equal((await shop.call('GET /search-products')).status, 200);
  const refused = await ping(shop);
  assertTold(refused, 429, 'rate_limited');
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.headers['ratelimit-policy'], '"default";q=2;w=2');
});

test('429 rate_limited: guessing keys is limited by address', async () => {
  const shop = await startShop({ rate_limit: { rate_per_second: 1000, burst: 2000 } });
  const guess = () => ping(shop, { headers: { 'x-api-key': newApiKey('test') } });
  for (let n = 0; n < LIMITS.failed_keys_burst; n++) assert.equal((await guess()).status, 401);
  assertTold(await guess(), 429, 'rate_limited');
  assert.equal((await ping(shop)).status, 200);
});

test('500 internal_error: a failure says nothing of the inside, and the log has it', async () => {
  const shop = await startShop();
  await shop.db.write(null, async (tx) => tx.run('DROP TABLE api_keys'));
  const answer = await ping(shop);
  assertTold(answer, 500, 'internal_error');
  assert.doesNotMatch(answer.text, /api_keys/);
  const { request_id } = answer.body.error.data;
  await until(
    () => shop.log_lines.some((line) => line.includes(request_id) && /api_keys/.test(line)),
    'the log has the failure',
  );
});
