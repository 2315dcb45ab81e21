import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';
import { LIMITS } from '../core/limits.ts';
import { readBody, readMessage, SenderGone } from './body.ts';

const PRODUCT = { name: 'Editor', description: 'Edits', price: 5, currency: 'EUR' };

describe('how a body must be sent', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });

  const json = (
    body: string | Buffer,
    headers: Record<string, string> = {},
    path = '/create-product',
  ) =>
    shop.send(
      {
        method: 'POST',
        path,
        headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json', ...headers },
      },
      body,
    );

  const refusedRaw = (heard: string, status: number, code: string) => {
    assert.match(heard, new RegExp(`^HTTP/1.1 ${status} `), heard);
    assert.match(heard, new RegExp(`"code":"${code}"`));
    assert.match(heard.toLowerCase(), /x-request-id: req_/);
  };
  const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

  test('400 unsupported_content_type: a body that is not declared as JSON', async () => {
    const body = JSON.stringify(PRODUCT);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'application/json5',
      '',
    ]) {
      assertRefused(await json(body, { 'content-type': type }), 400, 'unsupported_content_type');
    }
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json ;x=y',
    ]) {
      assert.equal((await json(body, { 'content-type': type })).status, 200);
    }
  });

  test('200: GET with Content-Type: application/json and an empty body is the normal case', async () => {
    const headers = {
      'x-api-key': shop.api_key,
      'content-type': 'application/json',
      'content-length': '0',
    };
    const answer = await shop.send({ method: 'GET', path: '/search-products', headers });
    assert.equal(answer.status, 200);
    const bare = await shop.send({
      method: 'GET',
      path: '/search-products',
      headers: { 'x-api-key': shop.api_key },
    });
    assert.equal(bare.status, 200);
  });

  test('400 unsupported_content_encoding: a compressed body', async () => {
    const answer = await json(JSON.stringify(PRODUCT), { 'content-encoding': 'gzip' });
    assertRefused(answer, 400, 'unsupported_content_encoding');
  });

  test('400 invalid_json: whatever is not one JSON object, and nothing is stored', async () => {
    const before = await shop.everything();
    const whole = JSON.stringify(PRODUCT);
    const deep = `{"name":${'['.repeat(40)}${']'.repeat(40)}}`;
    const bodies: (string | Buffer)[] = [
      '{',
      '[1]',
      '[{}]',
      '"text"',
      '5',
      'null',
      'true',
      'undefined',
      `${whole}x`,
      `${whole}${whole}`,
      `${whole}\uFEFF`,
      `\uFEFF\uFEFF${whole}`,
      "{'name':'x'}",
      '{"name":"x",}',
      '{"a":01}',
      '{"a":.5}',
      '{"a":NaN}',
      '{"name":"a","name":"b"}',
      '{"n\\u0061me":"a","name":"b"}',
      '{"__proto__":{"a":1}}',
      '{"metadata":{"__proto__":"x"}}',
      '{"name":"\\ud800"}',
      '{"name":"a\\u0000b"}',
      deep,
      Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
      Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0x80, 0x22, 0x7d]),
      Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
      '{"price":1e999}',
      '{"price":12345678901234567890}',
      '\u0000',
    ];
    for (const body of bodies) assertRefused(await json(body), 400, 'invalid_json');
    assert.equal(await shop.everything(), before);
  });

  test('400 invalid_json says where and what', async () => {
    const twice = await json('{"name":"a","name":"b"}');
    assert.match(twice.body.error.message, /name/);
    assert.match((await json('{"name": oops}')).body.error.message, /9/);
  });

  test('400 body_too_large: by its declared length, and when it only turns out so', async () => {
    const large = JSON.stringify({ ...PRODUCT, description: 'x'.repeat(LIMITS.body_bytes) });
    assertRefused(await json(large, {}, '/create-customer'), 400, 'body_too_large');
    const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`;
    const heard = await shop.raw([
      head(
        'POST /create-customer HTTP/1.1',
        'Host: localhost',
        `x-api-key: ${shop.api_key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ),
      chunk,
      chunk,
      chunk,
      chunk,
      chunk,
      chunk,
    ]);
    refusedRaw(heard, 400, 'body_too_large');
    assert.equal((await json(JSON.stringify({ ...PRODUCT, metadata: { a: 'x' } }))).status, 200);
  });

  test('a body in many small pieces is whole in the end', async () => {
    const body = JSON.stringify(PRODUCT);
    const pieces = [...body].map((sign) => `1\r\n${sign}\r\n`);
    const heard = await shop.raw([
      head(
        'POST /create-product HTTP/1.1',
        'Host: localhost',
        `x-api-key: ${shop.api_key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Connection: close',
      ),
      ...pieces,
      '0\r\n\r\n',
    ]);
    assert.match(heard, /^HTTP\/1.1 200 /);
  });

  test('200: Expect: 100-continue is answered before the body is sent', async () => {
    const body = JSON.stringify(PRODUCT);
    const heard = await shop.raw(
      [
        head(
          'POST /create-product HTTP/1.1',
          'Host: a',
          `x-api-key: ${shop.api_key}`,
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          'Expect: 100-continue',
          'Connection: close',
        ),
        body,
      ],
      2_000,
      100,
    );
    assert.match(heard, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });
});

test('a sender that was gone before anybody listened is noticed', async () => {
  const request = new IncomingMessage(new Socket());
  request.destroy();
  await once(request, 'close');
  await assert.rejects(readBody(request), SenderGone);
});

test('a body in pieces of one byte takes no more memory than a whole one', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = async () => {
    for (let times = 0; times < 3; times++) {
      collect();
      await new Promise(setImmediate);
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const length = 200_000;
  const sent = Buffer.from(Array.from({ length }, (_, at) => at % 251));
  const request = new IncomingMessage(new Socket());
  const read = readMessage(request, length);
  const before = await held();
  for (let at = 0; at < length; at++) {
    request.push(sent.subarray(at, at + 1));
    if (at % 1_000 === 0) await new Promise(setImmediate);
  }
  const more = (await held()) - before;
  assert.ok(more < 30 * length, `${more} bytes for ${length}`);
  request.push(null);
  assert.deepEqual(await read, sent);
});
