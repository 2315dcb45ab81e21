import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { readQuickly } from './quick-request.ts';

const read = (...lines: string[]) => readQuickly(Buffer.from(lines.join('\r\n'), 'latin1'));

test('reads a GET and a POST', () => {
  const get = read('GET /get-product?product_id=p HTTP/1.1', 'Host: a', 'X-API-Key:  k ', '', '');
  assert.equal(get?.url, '/get-product?product_id=p');
  assert.deepEqual({ ...get?.headers }, { host: 'a', 'x-api-key': 'k' });
  assert.equal(get?.body, undefined);
  const post = read('POST /a HTTP/1.1', 'host: a', 'Content-Length: 2', '', '{}');
  assert.deepEqual([post?.method, post?.body?.toString()], ['POST', '{}']);
  assert.ok(read('GET /a HTTP/1.1', 'Host: a', 'Connection: Keep-Alive', '', ''));
  assert.equal(read('GET /a HTTP/1.1', 'Host: a', '__proto__: x', '', '')?.headers.host, 'a');
});

describe('leaves to Node', () => {
  const get = (...headers: string[]) => ['GET /a HTTP/1.1', 'Host: a', ...headers, '', ''];
  const post = (...headers: string[]) => ['POST /a HTTP/1.1', 'Host: a', ...headers, '', '{}'];
  const left: Record<string, string[]> = {
    'another method': ['PUT /a HTTP/1.1', 'Host: a', '', ''],
    'another version': ['GET /a HTTP/1.0', 'Host: a', '', ''],
    'a target with an origin': ['GET https://a/a HTTP/1.1', 'Host: a', '', ''],
    'a target with a space': ['GET /a b HTTP/1.1', 'Host: a', '', ''],
    'no Host': ['GET /a HTTP/1.1', 'x: y', '', ''],
    'two of a header': get('x-api-key: a', 'X-Api-Key: b'),
    'a line that goes on': get('x: a', ' b'),
    'a space before the colon': get('x : a'),
    'a name that is none': get('a(b): c'),
    'no name': get(': c'),
    'a byte that is no ASCII': get('x: \u00e4'),
    'a zero': get('x: a\0'),
    'a lone line feed': ['GET /a HTTP/1.1', 'Host: a\nx: y', '', ''],
    'a lone carriage return': get('x: a\rb'),
    'the beginning of a head': ['GET /a HTTP/1.1', 'Host: a', ''],
    'more than a request': ['GET /a HTTP/1.1', 'Host: a', '', 'GET /b HTTP/1.1'],
    'a GET with a length': get('Content-Length: 0'),
    'no length': post(),
    'an empty body': ['POST /a HTTP/1.1', 'Host: a', 'Content-Length: 0', '', ''],
    'a body that is not all here': post('Content-Length: 3'),
    'more than the body': post('Content-Length: 1'),
    'a length with a sign': post('Content-Length: +2'),
    'a length with a zero': post('Content-Length: 02'),
    'two lengths in one': post('Content-Length: 2, 2'),
    chunks: post('Content-Length: 2', 'Transfer-Encoding: chunked'),
    'who waits to be told to go on': post('Content-Length: 2', 'Expect: 100-continue'),
    'who closes': get('Connection: close'),
    'who changes the protocol': get('Connection: Upgrade', 'Upgrade: websocket'),
    'a long request': get(`x: ${'a'.repeat(8 * 1024)}`),
  };
  for (const [what, lines] of Object.entries(left)) {
    test(what, () => assert.equal(read(...lines), undefined));
  }
});

test('no text takes long to refuse', () => {
  const started = process.cpuUsage();
  for (const filling of [' ', '\t', 'a', 'a:', ':', 'a: b\r\n', '\r\n ', '/', '!']) {
    const text = `GET /a HTTP/1.1\r\nHost: a\r\nx:${filling.repeat(8_000)}`.slice(0, 8_100);
    for (let time = 0; time < 20; time++) assert.equal(read(`${text}\0`), undefined);
  }
  const { user } = process.cpuUsage(started);
  assert.ok(user < 1_000_000, `${user} µs`);
});

// What is read quickly, Node reads in the same way: no request means two things.
describe('beside Node', () => {
  interface Heard {
    method: string | undefined;
    url: string | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }
  let heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    heard.push({ method, url, headers: { ...headers }, body: String(await buffer(request)) });
    response.end();
  });
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => server.close());

  async function readByNode(text: string): Promise<Heard[]> {
    heard = [];
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(text, 'latin1');
    socket.resume();
    await once(socket, 'close');
    return heard;
  }

  const oneOf = (...texts: string[]) => fc.constantFrom(...texts);
  const name = oneOf('x-api-key', 'Content-Type', 'accept', 'Cookie', 'Idempotency-Key', 'x', '~');
  const value = fc.oneof(
    oneOf('', ' a', '\ta\t', ' application/json', ' a, b', ' "', ' a:b', ' \u00e4', ' a\0', ' 2'),
    fc.string({ maxLength: 12 }),
  );
  const header = fc.tuple(name, value).map(([one, other]) => `${one}:${other}`);
  const odd = oneOf('Content-Length: 2', 'Content-Length: 3', 'Connection: keep-alive', ' folded');
  const body = oneOf('', '', '{}', '{}', 'GET /b HTTP/1.1\r\nHost: b\r\n\r\n');
  const request = fc
    .record({
      method: oneOf('GET', 'GET', 'GET', 'POST', 'POST', 'get'),
      url: oneOf('/a', '/a?b=%20c', '/', '/b', "/~!$&'()", '*', '/\u00e4'),
      headers: fc.uniqueArray(fc.oneof({ arbitrary: header, weight: 3 }, odd), {
        maxLength: 4,
        selector: (text) => /^[^:]*/.exec(text)?.[0],
      }),
      end: oneOf('\r\n', '\r\n', '\r\n', '\r\n', '\n'),
      body,
    })
    .map(({ method, url, headers, end, body }) =>
      [`${method} ${url} HTTP/1.1`, 'Host: a', ...headers, '', body].join(end),
    );

  test('the same method, target, headers and body', async () => {
    let quick = 0;
    await fc.assert(
      fc.asyncProperty(request, async (text) => {
        const found = readQuickly(Buffer.from(text, 'latin1'));
        if (!found) return;
        quick += 1;
        const { method, url, headers, body = '' } = found;
        const same = { method, url, headers: { ...headers }, body: String(body) };
        assert.deepEqual(await readByNode(text), [same]);
      }),
      { numRuns: 3_000 },
    );
    assert.ok(quick > 100, `${quick} were read quickly`);
  });
});
