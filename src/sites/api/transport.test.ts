import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { before, describe, test } from 'node:test';
import { type ConnectionOptions, connect } from 'node:tls';
import { type Shop, startShop } from '../../../test/harness/shop.ts';

describe('the transport', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });

  async function handshake(options: ConnectionOptions) {
    const { port } = shop.app;
    const to = { host: '127.0.0.1', servername: 'localhost', port, ca: shop.ca };
    const socket = connect({ ...to, ...options });
    await once(socket, 'secureConnect');
    return socket;
  }

  test('TLS 1.2 and 1.3 with suites that authenticate what they encrypt; nothing older, no CBC', async () => {
    const good: ConnectionOptions[] = [
      {},
      { maxVersion: 'TLSv1.2' },
      {
        maxVersion: 'TLSv1.2',
        ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
      },
      {
        maxVersion: 'TLSv1.2',
        ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305',
      },
    ];
    for (const options of good) (await handshake(options)).destroy();
    const bad: ConnectionOptions[] = [
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA256' },
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA:ECDHE-RSA-AES256-SHA' },
      { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:AES256-SHA:AES128-SHA' },
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' },
    ];
    for (const options of bad) await assert.rejects(handshake(options), JSON.stringify(options));
  });

  test('a client cannot make the server shake hands again', async () => {
    const socket = await handshake({ maxVersion: 'TLSv1.2' });
    const refused = await new Promise((resolve) => {
      socket.on('error', resolve);
      socket.renegotiate({}, resolve);
    });
    assert.match(String(refused), /renegotiation/i);
    socket.destroy();
  });

  test('ALPN: HTTP/1.1 where it is offered; whoever offers something else is told the reason', async () => {
    const table: [offered: string[], chosen: string | false][] = [
      [['h2', 'http/1.1'], 'http/1.1'],
      [['http/1.1'], 'http/1.1'],
      [['http/1.0'], 'http/1.0'],
      [['h2'], 'h2'],
    ];
    for (const [offered, chosen] of table) {
      const socket = await handshake({ ALPNProtocols: offered });
      assert.equal(socket.alpnProtocol, chosen);
      if (chosen !== 'h2') {
        socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        const [answer] = await once(socket, 'data');
        assert.match(String(answer), /^HTTP\/1.1 200 /);
      }
      socket.destroy();
    }
    assert.equal((await handshake({})).destroy().alpnProtocol, false);
  });

  test('HTTP/2 alone: a goodbye in HTTP/2 says that HTTP/1.1 is wanted, and why', async () => {
    const session = connectHttp2(`https://localhost:${shop.app.port}`, { ca: shop.ca });
    session.on('error', () => {});
    const request = session.request({ ':path': '/healthz' });
    request.on('error', () => {});
    const [code, , reason] = await once(session, 'goaway');
    assert.equal(code, constants.NGHTTP2_HTTP_1_1_REQUIRED);
    assert.match(String(reason), /Kassa speaks HTTP\/1\.1/);
    session.destroy();
    assert.equal((await shop.call('GET /search-products')).status, 200);
  });
});

describe('headers of every answer', () => {
  const PATHS = ['/', '/docs', '/style.css', '/search-products', '/nowhere', '/healthz'];

  test('nosniff, whatever is answered', async () => {
    const shop = await startShop();
    for (const path of PATHS) {
      const { headers } = await shop.send({ method: 'GET', path });
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
    }
    for (const heard of [
      await shop.raw(['GET\r\n\r\n']),
      await shop.rawPlain(['GET / HTTP/1.1\r\n\r\n']),
    ]) {
      assert.match(heard, /^x-content-type-options: nosniff\r$/im);
    }
  });

  test('HTTPS for a year, but not for names that people try things out under', async () => {
    const table: [base_url: string | undefined, hsts: string | undefined][] = [
      [undefined, undefined],
      ['https://shop.example.com', 'max-age=31536000'],
      ['https://example.com:8443/shop', 'max-age=31536000'],
      ['https://localhost:8443', undefined],
      ['https://shop.localhost', undefined],
      ['https://kassa.test', undefined],
      ['https://nas.local/shop', undefined],
      ['https://nas', undefined],
      ['https://192.168.1.2', undefined],
      ['https://[::1]:8443', undefined],
    ];
    const shop = await startShop();
    for (const [base_url, hsts] of table) {
      if (base_url !== undefined) shop.options.base_url = base_url;
      await shop.restart();
      for (const path of PATHS) {
        const { headers } = await shop.send({ method: 'GET', path });
        assert.equal(headers['strict-transport-security'], hsts, `${base_url} ${path}`);
      }
    }
  });
});
