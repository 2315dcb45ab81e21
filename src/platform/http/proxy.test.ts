import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { before, describe, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { createProxies } from './proxy.ts';

test('an IPv4 address is shown as one, however the socket or the proxy calls it', () => {
  const { clientAddress } = createProxies(['127.0.0.1']);
  const cases: [remoteAddress: string, told: string | undefined, address: string][] = [
    ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['::ffff:127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '::FFFF:192.0.2.7', '192.0.2.7'],
    ['::ffff:127.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['::1', undefined, '::1'],
    ['2001:db8::ffff:1', undefined, '2001:db8::ffff:1'],
  ];
  for (const [remoteAddress, told, address] of cases) {
    const headers = told === undefined ? {} : { 'x-forwarded-for': told };
    assert.equal(clientAddress({ socket: { remoteAddress }, headers }), address);
  }
});

describe('behind a proxy that speaks TLS', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop({ trusted_proxies: ['127.0.0.1'] });
  });
  const get = (path: string, of: Shop, ...lines: string[]) =>
    of.rawPlain([
      `${[`GET ${path} HTTP/1.1`, 'Host: a', `x-api-key: ${of.api_key}`, 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`,
    ]);
  const ask = (...lines: string[]) => get('/search-products', shop, ...lines);

  test('200: a request counts as HTTPS when the trusted proxy says so, as proxies say it', async () => {
    const said = [
      ['x-forwarded-proto: https'],
      ['X-Forwarded-Proto: HTTPS'],
      ['x-forwarded-proto: http, https'],
      ['x-forwarded-proto: http,https '],
      ['x-forwarded-proto: http', 'x-forwarded-proto: https'],
      ['Forwarded: proto=https'],
      ['Forwarded: for=192.0.2.1;proto=http, for="[2001:db8::1]:47";PROTO=HTTPS;by=10.0.0.1'],
      ['Forwarded: for=192.0.2.1; proto="https"; host=shop.example'],
      ['Forwarded: for="', 'Forwarded: for=192.0.2.1;proto=https'],
      ['x-forwarded-proto: https', 'Forwarded: for=192.0.2.1;proto=https'],
      ['x-forwarded-proto: https', 'Forwarded: for=192.0.2.1'],
    ];
    for (const lines of said) assert.match(await ask(...lines), /^HTTP\/1.1 200 /, String(lines));
  });

  test('400 https_required: the proxy says http, or nothing, or two things', async () => {
    const said = [
      [],
      ['x-forwarded-proto: http'],
      ['x-forwarded-proto: https, http'],
      ['x-forwarded-proto: httpsx'],
      ['x-forwarded-proto: https,'],
      ['Forwarded: proto=http'],
      ['Forwarded: proto=https, for=192.0.2.1'],
      ['Forwarded: for=192.0.2.1;proto=https, for=192.0.2.2;proto=http'],
      ['Forwarded: for="proto=https"'],
      ['x-forwarded-proto: https', 'Forwarded: proto=http'],
      ['x-forwarded-proto: http', 'Forwarded: proto=https'],
    ];
    for (const lines of said) assert.match(await ask(...lines), /https_required/, String(lines));
  });

  test('400 https_required: an address that is not the proxy cannot claim it', async () => {
    const other = await startShop({ trusted_proxies: ['10.1.2.3'] });
    for (const line of ['x-forwarded-proto: https', 'Forwarded: proto=https']) {
      assert.match(await get('/search-products', other, line), /https_required/);
    }
  });

  test('200: /healthz, /readyz and /metrics are for who looks after it, and answer without it', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      assert.match(await get(path, shop), /^HTTP\/1.1 200 /, path);
    }
    for (const path of ['/', '/docs', '/openapi.json', '/.well-known/jwks.json', '/nowhere']) {
      assert.match(await get(path, shop), /https_required/, path);
    }
  });

  test('429 rate_limited: the address that counts is the one that the proxy saw', async () => {
    const limited = await startShop({
      trusted_proxies: ['127.0.0.1'],
      rate_limit: { rate_per_second: 1_000, burst: 1_000 },
    });
    limited.api_key = 'kassa_test_wrong';
    const guess = (...lines: string[]) =>
      get('/search-products', limited, 'x-forwarded-proto: https', ...lines);
    const from = async (...lines: string[]) => (await guess(...lines)).slice(9, 12);
    for (let n = 0; n < 50; n++) await from('Forwarded: for=192.0.2.7;proto=https');
    assert.equal(await from('Forwarded: for=192.0.2.8, for="192.0.2.7:47";proto=https'), '429');
    assert.equal(await from('x-forwarded-for: 192.0.2.8, 192.0.2.7'), '429');
    assert.equal(await from('x-forwarded-for: 192.0.2.7, 192.0.2.8'), '401');
    assert.equal(await from('Forwarded: for=192.0.2.9;proto=https'), '401');
  });
});

describe('kassa health', () => {
  async function check(shop: Shop, env: Record<string, string>): Promise<number> {
    const child = spawn(process.execPath, ['src/main.ts', 'health'], {
      env: { KASSA_PORT: String(shop.app.port), ...env },
    });
    const [code] = await once(child, 'exit');
    return code;
  }

  test('ends with 0 while Kassa is ready and with 1 when not, with TLS and behind a proxy', async () => {
    const own = await startShop();
    const proxied = await startShop({ trusted_proxies: ['127.0.0.1'] });
    const behind = { KASSA_TRUST_PROXY: '127.0.0.1', KASSA_BASE_URL: 'https://shop.example/a' };
    assert.equal(await check(own, {}), 0);
    assert.equal(await check(proxied, behind), 0);
    await own.place.takeAway();
    await proxied.place.takeAway();
    assert.equal(await check(own, {}), 1);
    assert.equal(await check(proxied, behind), 1);
    assert.equal(await check(own, { KASSA_PORT: '1' }), 1);
  });
});
