import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Shop, startShop } from '../../test/harness.ts';
import { LIMITS } from './limits.ts';

describe('behind a proxy that speaks TLS', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop({ trusted_proxies: ['127.0.0.1'] });
  });
  const ask = (...lines: string[]) =>
    shop.rawPlain([
      `${['GET /search-products HTTP/1.1', 'Host: a', `x-api-key: ${shop.api_key}`, 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`,
    ]);

  test('200: a request counts as HTTPS when the trusted proxy says so', async () => {
    assert.match(await ask('x-forwarded-proto: https'), /^HTTP\/1.1 200 /);
  });

  test('400 https_required: the proxy says http, or nothing', async () => {
    assert.match(await ask('x-forwarded-proto: http'), /https_required/);
    assert.match(await ask(), /https_required/);
  });

  test('400 https_required: an address that is not the proxy cannot claim it', async () => {
    const other = await startShop({ trusted_proxies: ['10.1.2.3'] });
    const heard = await other.rawPlain([
      `GET /search-products HTTP/1.1\r\nHost: a\r\nx-api-key: ${other.api_key}\r\nx-forwarded-proto: https\r\nConnection: close\r\n\r\n`,
    ]);
    assert.match(heard, /https_required/);
  });
});

describe('slow requests', () => {
  test('given up on: headers that never end, and a connection that says nothing', async () => {
    const shop = await startShop();
    const wait_ms = LIMITS.headers_timeout_ms + 5_000;
    const started = performance.now();
    const [heard] = await Promise.all([
      shop.raw(['GET / HTTP/1.1\r\nHost: a\r\n'], wait_ms),
      shop.rawPlain([''], wait_ms),
    ]);
    assert.match(heard, /^HTTP\/1.1 400 /);
    assert.match(heard, /request_timeout/);
    assert.ok(performance.now() - started < wait_ms, 'both were closed by the server');
  });
});
