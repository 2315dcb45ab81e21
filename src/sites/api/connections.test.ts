import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as netConnect } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type ConnectionOptions, connect } from 'node:tls';
import { type Shop, startShop } from '../../../test/harness/shop.ts';

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const answersIn = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);

const connectTo = ({ app, ca }: Shop, offer: ConnectionOptions = {}) =>
  connect({ host: '127.0.0.1', servername: 'localhost', port: app.port, ca, ...offer });

const ASKED = 20;
/** Asks for more than fits between two programs on one machine. */
async function manyLargeAnswers(shop: Shop): Promise<string> {
  const description = '\u4e2d'.repeat(10_000);
  for (let made = 0; made < 30; made++) {
    const product = { name: 'a', description, price: 1, currency: 'USD' };
    assert.equal((await shop.call('POST /create-product', product)).status, 200);
  }
  const key = `x-api-key: ${shop.api_key}`;
  return head('GET /search-products?limit=30 HTTP/1.1', 'Host: a', key).repeat(ASKED);
}

describe('a connection that stays away', () => {
  // Far more than a limit and the second in which it is looked at, on any machine.
  const PLENTY_MS = 30_000;
  let shop: Shop;
  before(async () => {
    const connection_limits = {
      headers_timeout_ms: 1_000,
      request_timeout_ms: 1_500,
      exchange_ms: 4_000,
    };
    shop = await startShop({ connection_limits });
  });

  /** What was heard until the server closed. */
  async function untilClosed(...pieces: string[]): Promise<string> {
    const started = performance.now();
    const heard = await shop.raw(pieces, PLENTY_MS);
    assert.ok(performance.now() - started < PLENTY_MS, 'the server closed');
    return heard;
  }
  const withKey = () => [
    'POST /create-product HTTP/1.1',
    'Host: a',
    `x-api-key: ${shop.api_key}`,
    'Content-Type: application/json',
  ];
  const refused = (heard: string, code: string) => {
    assert.deepEqual(answersIn(heard), ['400'], heard);
    assert.match(heard, new RegExp(`"code":"${code}"`));
    assert.match(heard, /^connection: close\r$/im);
  };

  test('400 request_timeout: a body that never comes, or stops, with a key or without', async () => {
    const form = [
      'POST /checkout/cs_1 HTTP/1.1',
      'Host: a',
      'Content-Type: application/x-www-form-urlencoded',
    ];
    const chunked = 'Transfer-Encoding: chunked';
    const [never, begun, chunks, page] = await Promise.all([
      untilClosed(head(...withKey(), 'Content-Length: 500')),
      untilClosed(head(...withKey(), 'Content-Length: 500'), '{"name":'),
      untilClosed(head(...withKey(), chunked), '4\r\n{"na\r\n'),
      untilClosed(head(...form, 'Content-Length: 500')),
    ]);
    for (const heard of [never, begun, chunks]) refused(heard, 'request_timeout');
    assert.deepEqual(answersIn(page), ['400']);
    assert.match(page, /^connection: close\r$/im);
  });

  test('400 invalid_http: chunks that are none, whatever follows them', async () => {
    const chunked = head(...withKey(), 'Transfer-Encoding: chunked');
    const table = [
      ['zzz\r\n'],
      ['4\r\n{"na\r\n', 'zzz\r\n'],
      ['4\r\n{"naTOO LONG'],
      ['-1\r\n'],
      ['zzz\r\n', 'more', 'and more\r\n\r\n'],
      ['fffffffffffffffff\r\n'],
    ];
    const all = await Promise.all(table.map((pieces) => untilClosed(chunked, ...pieces)));
    for (const heard of all) refused(heard, 'invalid_http');
    const together = await untilClosed(`${chunked}zzz\r\n`);
    refused(together, 'invalid_http');
  });

  test('one answer only: a request that was refused before its body came is not refused again', async () => {
    const heard = await untilClosed(
      head('POST /create-product HTTP/1.1', 'Host: a', 'Content-Length: 500'),
    );
    assert.deepEqual(answersIn(heard), ['401']);
  });

  test('nothing at all: a connection on which nothing was sent is closed without a word', async () => {
    const [nothing = '', ...begun] = await Promise.all(
      ['', 'G', 'GET / HTTP/1.1\r\nHost: a\r\n'].map((sent) => untilClosed(sent)),
    );
    assert.equal(nothing, '');
    const started = performance.now();
    assert.equal(await shop.rawPlain([''], PLENTY_MS), '', 'not even a TLS handshake');
    assert.ok(performance.now() - started < PLENTY_MS);
    for (const heard of begun) refused(heard, 'request_timeout');
  });

  test('nothing at all: nor on one that a browser opened ahead, in whatever way it offers TLS', async () => {
    const first = connectTo(shop);
    const session = await new Promise<Buffer>((resolve) => first.once('session', resolve));
    const offers = [
      {},
      { session },
      { ALPNProtocols: ['h2', 'http/1.1'] },
      { maxVersion: 'TLSv1.2' as const },
    ];
    const unused = offers.map((offer) => connectTo(shop, offer));
    const heard = await Promise.all([first, ...unused].map((socket) => text(socket)));
    assert.deepEqual(heard, ['', '', '', '', '']);
  });

  test('nothing more: an answer that nobody takes is given up', async () => {
    const asking = await manyLargeAnswers(shop);
    const socket = connectTo(shop);
    let is_closed = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      is_closed = true;
    });
    await once(socket, 'secureConnect');
    socket.pause();
    socket.write(asking);
    const started = performance.now();
    while (!is_closed && performance.now() - started < PLENTY_MS) {
      await setTimeout(200);
      socket.write('G'); // Who does not read learns of the end only by writing.
    }
    assert.ok(is_closed);
    socket.destroy();
  });

  test('others are served meanwhile, and the log has no failure', async () => {
    assert.equal((await shop.call('GET /search-products')).status, 200);
    assert.deepEqual(
      shop.log_lines.filter((line) => line.includes('"level":"error"')),
      [],
    );
  });
});

describe('a body that is too large', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });
  const post = (...lines: string[]) =>
    head('POST /create-product HTTP/1.1', 'Host: a', `x-api-key: ${shop.api_key}`, ...lines);

  test('400 body_too_large: is told that the connection ends, and hears it whatever it sends', async () => {
    const large = 3 * 1024 * 1024;
    const body = 'x'.repeat(large);
    const declared = await shop.raw([post(`Content-Length: ${large}`), body], 20_000);
    const chunk = `${large.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const chunked = await shop.raw([post('Transfer-Encoding: chunked'), chunk], 20_000);
    const endless = await shop.raw([post(`Content-Length: ${10 * large}`), body.repeat(3)], 20_000);
    for (const heard of [declared, chunked, endless]) {
      assert.deepEqual(answersIn(heard), ['400']);
      assert.match(heard, /"code":"body_too_large"/);
      assert.match(heard, /^connection: close\r$/im);
    }
  });

  test('401, 404: a small body that was not needed leaves the connection good for the next request', async () => {
    const refused = (path: string) =>
      `${head(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 4')}`;
    const last = head('GET /healthz HTTP/1.1', 'Host: a', 'Connection: close');
    const pieces = [refused('/create-product'), 'body', refused('/nowhere'), 'body', last];
    assert.deepEqual(answersIn(await shop.raw(pieces, 20_000, 50)), ['401', '404', '200']);
  });

  test('401: who waits to be told to go on and is refused, is told that the connection ends', async () => {
    const ask = head(
      'POST /create-product HTTP/1.1',
      'Host: a',
      'Content-Length: 9',
      'Expect: 100-continue',
    );
    const heard = await shop.raw([ask], 20_000);
    assert.deepEqual(answersIn(heard), ['401']);
    assert.match(heard, /^connection: close\r$/im);
  });
});

describe('a request that comes before the last answer is all sent', () => {
  test('200: it is read to its end, however it is cut up on the way', async () => {
    const shop = await startShop();
    const asking = await manyLargeAnswers(shop);
    const answered = () =>
      shop.log_lines.filter((line) => line.includes('/search-products')).length;
    const socket = connectTo(shop);
    await once(socket, 'secureConnect');
    socket.pause();
    socket.write(asking);
    let before = -1;
    while (before === 0 || before !== answered()) {
      before = answered();
      await setTimeout(500);
    }
    assert.ok(before < ASKED, 'not all of it fits between two programs');

    const product = '{"name":"a","description":"","price":1,"currency":"USD"';
    const body = `${product}${' '.repeat(60_000)}}`; // Of several TLS records.
    const post = head(
      'POST /create-product HTTP/1.1',
      'Host: a',
      `x-api-key: ${shop.api_key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    );
    socket.write(post + body);
    socket.write(post);
    socket.write(body);
    socket.write(head('GET /healthz HTTP/1.1', 'Host: a', 'Connection: close'));
    await setTimeout(200); // Now the server has it all, and cannot get rid of its answers.
    const answers = answersIn(await text(socket));
    assert.deepEqual(
      answers,
      Array.from({ length: ASKED + 3 }, () => '200'),
    );
  });
});

describe('connections of one address', () => {
  const LIMIT = 20;

  async function open(shop: Shop, count: number) {
    const sockets = Array.from({ length: count }, () => netConnect(shop.app.port, '127.0.0.1'));
    const closed = sockets.map(async (socket) => {
      socket.on('error', () => {});
      await once(socket, 'close');
      return 'closed';
    });
    const settled = async () =>
      Promise.race([Promise.all(closed.slice(LIMIT)), setTimeout(10_000)]);
    return { sockets, closed, settled, end: () => sockets.map((socket) => socket.destroy()) };
  }

  test('so many and no more; when one ends, there is room again', async () => {
    const shop = await startShop({ connection_limits: { connections_per_address: LIMIT } });
    const { sockets, closed, settled, end } = await open(shop, LIMIT + 10);
    assert.ok(await settled(), 'those beyond the limit are closed');
    assert.equal(await Promise.race([...closed.slice(0, LIMIT), setTimeout(200, 'open')]), 'open');
    await assert.rejects(shop.call('GET /search-products'));
    sockets[0]?.destroy();
    for (let tries = 0; tries < 100; tries++) {
      const found = await shop.call('GET /search-products').catch(() => undefined);
      if (found?.status === 200) break;
      await setTimeout(50);
    }
    assert.equal((await shop.call('GET /search-products')).status, 200);
    const lines = shop.log_lines.filter((line) => line.includes('too many connections'));
    assert.equal(lines.length, 1, 'told once a minute');
    end();
  });

  test('a trusted proxy stands for many and is not bound by it', async () => {
    const connection_limits = { connections_per_address: LIMIT };
    const shop = await startShop({ trusted_proxies: ['127.0.0.1'], connection_limits });
    const { closed, end } = await open(shop, LIMIT + 10);
    assert.equal(await Promise.race([...closed, setTimeout(500, 'open')]), 'open');
    const ask = head(
      'GET /docs HTTP/1.1',
      'Host: a',
      'x-forwarded-proto: https',
      'Connection: close',
    );
    assert.match(await shop.rawPlain([ask], 20_000), /^HTTP\/1.1 200 /);
    end();
  });
});
