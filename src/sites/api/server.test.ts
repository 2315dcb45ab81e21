import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';
import { LIMITS } from '../../platform/core/limits.ts';

describe('how a request must be made', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });

  const refusedRaw = (heard: string, status: number, code: string) => {
    assert.match(heard, new RegExp(`^HTTP/1.1 ${status} `), heard);
    assert.match(heard, new RegExp(`"code":"${code}"`));
    assert.match(heard.toLowerCase(), /x-request-id: req_/);
  };
  const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

  test('400 https_required: plain HTTP on the TLS port gets a readable answer', async () => {
    const heard = await shop.rawPlain([head('GET /get-product HTTP/1.1', 'Host: localhost')]);
    refusedRaw(heard, 400, 'https_required');
  });

  test('other noise on the port ends without an answer and hurts nobody', async () => {
    await shop.rawPlain(['\x00\x01\x02\x03garbage\r\n\r\n'], 500);
    await shop.rawPlain([''], 100);
    assert.equal((await shop.call('GET /search-products')).status, 200);
  });

  test('404 unknown_path: a path that is none, without a key', async () => {
    for (const path of [
      '/checkouts',
      '/get-product/',
      '/GET-PRODUCT',
      '//',
      '/..%2f',
      '/__proto__',
    ]) {
      assertRefused(await shop.send({ method: 'GET', path }), 404, 'unknown_path');
    }
  });

  test('400 wrong_method: each operation answers to its own method only', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await shop.send({ method, path: '/get-product' });
      assertRefused(answer, 400, 'wrong_method');
      assert.match(answer.body.error.message, /answers to GET/);
    }
    refusedRaw(await shop.raw([head('CONNECT a:1 HTTP/1.1', 'Host: a')]), 400, 'wrong_method');
  });

  test('HEAD is a GET without the body', async () => {
    const answer = await shop.send({
      method: 'HEAD',
      path: '/search-products',
      headers: { 'x-api-key': shop.api_key },
    });
    assert.deepEqual([answer.status, answer.text], [200, '']);
  });

  test('400 headers_too_large: more than 16 KB of headers', async () => {
    const heard = await shop.raw([
      head('GET / HTTP/1.1', 'Host: localhost', `x: ${'y'.repeat(17_000)}`),
    ]);
    refusedRaw(heard, 400, 'headers_too_large');
    const url = await shop.raw([head(`GET /${'a'.repeat(17_000)} HTTP/1.1`, 'Host: localhost')]);
    refusedRaw(url, 400, 'headers_too_large');
  });

  test('400 invalid_http: what is not HTTP, inside TLS', async () => {
    const strange = [
      'hello\r\n\r\n',
      'GET\r\n\r\n',
      head('GET / HTTP/9.9', 'Host: a'),
      head('GET / HTTP/1.1', 'Host: a', 'no colon'),
      head('POST /create-product HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Content-Length: 6'),
      head(
        'POST /create-product HTTP/1.1',
        'Host: a',
        'Content-Length: 5',
        'Transfer-Encoding: chunked',
      ),
      head('POST /create-product HTTP/1.1', 'Host: a', 'Content-Length: -5'),
      head('GET / HTTP/1.1', 'Host: a', 'x: a\0b'),
      head('GET / HTTP/1.1'),
      head('GET / HTTP/1.1', 'Host: a', 'Expect: miracles'),
    ];
    for (const request of strange) refusedRaw(await shop.raw([request]), 400, 'invalid_http');
  });

  test('400 duplicate_header: two Host or two x-api-key headers', async () => {
    const hosts = head('GET /search-products HTTP/1.1', 'Host: a', 'Host: a', 'Connection: close');
    refusedRaw(await shop.raw([hosts]), 400, 'duplicate_header');
    const key = `x-api-key: ${shop.api_key}`;
    const keys = head('GET /search-products HTTP/1.1', 'Host: a', key, key, 'Connection: close');
    refusedRaw(await shop.raw([keys]), 400, 'duplicate_header');
  });

  test('a request that breaks off leaves nothing behind and no error in the log', async () => {
    const before = await shop.everything();
    await shop.raw(
      [
        head(
          'POST /create-product HTTP/1.1',
          'Host: a',
          `x-api-key: ${shop.api_key}`,
          'Content-Type: application/json',
          'Content-Length: 500',
        ),
        '{"name":',
      ],
      200,
    );
    assert.equal(await shop.everything(), before);
    assert.equal(shop.log_lines.filter((line) => line.includes('"level":"error"')).length, 0);
  });

  test('senders that go away at once, before or within their body, are all noticed', async () => {
    const other = await startShop();
    const request = head(
      'POST /create-product HTTP/1.1',
      'Host: a',
      `x-api-key: ${other.api_key}`,
      'Content-Type: application/json',
      'Content-Length: 500',
    );
    const gone = () => other.log_lines.filter((line) => line.includes('"sender_gone"')).length;
    const SENDERS = 40;
    const goAway = async (n: number) => {
      const socket = connect({
        host: '127.0.0.1',
        servername: 'localhost',
        port: other.app.port,
        ca: other.ca,
      });
      socket.on('error', () => {});
      await once(socket, 'secureConnect');
      const sent = n % 2 === 0 ? request : `${request}{"name":`;
      await new Promise<unknown>((resolve) => socket.write(sent, resolve));
      socket.destroy();
    };
    await Promise.all(Array.from({ length: SENDERS }, (_, n) => goAway(n)));
    // Written with the lines of the next moments.
    for (let waited = 0; gone() < SENDERS && waited < 100; waited++) await setTimeout(50);
    assert.equal(gone(), SENDERS);
  });

  test('pipelined requests are answered in their order', async () => {
    const ask = (path: string) =>
      head(`GET ${path} HTTP/1.1`, 'Host: a', `x-api-key: ${shop.api_key}`);
    const heard = await shop.raw(
      [ask('/search-products') + ask('/get-product?product_id=x') + ask('/healthz')],
      500,
    );
    const statuses = [...heard.matchAll(/HTTP\/1.1 (\d+) /g)].map((match) => match[1]);
    assert.deepEqual(statuses, ['200', '404', '200']);
  });

  test('what comes before a malformed request on a connection is answered first', async () => {
    const body = JSON.stringify({ customer_id: 'pipelined' });
    const post = head(
      'POST /create-customer HTTP/1.1',
      'Host: a',
      `x-api-key: ${shop.api_key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    );
    const heard = await shop.raw([`${post}${body}GARBAGE\r\n\r\n`], 1_000);
    assert.match(heard, /^HTTP\/1.1 200 /);
    assert.match(heard, /"customer_id":"pipelined"/);
  });

  test('every answer carries x-request-id, and errors the same one inside', async () => {
    const good = await shop.call('GET /search-products');
    assert.match(String(good.headers['x-request-id']), /^req_/);
    const bad = await shop.call('GET /get-product');
    assert.equal(bad.body.error.request_id, bad.headers['x-request-id']);
  });

  test('1,000 open connections are served, and ending does not wait for idle ones', async () => {
    const other = await startShop();
    const sockets = Array.from({ length: 300 }, () =>
      connect({ host: '127.0.0.1', servername: 'localhost', port: other.app.port, ca: other.ca }),
    );
    for (const socket of sockets) socket.on('error', () => {});
    await Promise.all(sockets.map((socket) => once(socket, 'secureConnect')));
    assert.equal((await other.call('GET /search-products')).status, 200);
    const started = performance.now();
    await other.restart();
    assert.ok(performance.now() - started < LIMITS.shutdown_ms / 2);
    for (const socket of sockets) socket.destroy();
  });
});
