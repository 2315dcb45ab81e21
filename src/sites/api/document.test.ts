import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startShop } from '../../../test/harness/shop.ts';
import { documentFor } from './document.ts';

const shop = await startShop();

const LARGE = ['/openapi.json', '/docs', '/style.css'];
const SMALL = ['/.well-known/jwks.json'];

interface Fetched {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

const fetchBytes = (path: string, headers: Record<string, string> = {}): Promise<Fetched> =>
  new Promise((resolve, reject) => {
    const { agent } = shop;
    const to = { host: '127.0.0.1', servername: 'localhost', port: shop.app.port, agent };
    get({ ...to, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, bytes: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });

describe('documents', () => {
  test('200: are compressed for who understands it, and the same for all', async () => {
    for (const path of LARGE) {
      const plain = await fetchBytes(path);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(plain.headers.vary, 'Accept-Encoding');
      const table: [accept: string, encoding: string | undefined][] = [
        ['gzip', 'gzip'],
        ['gzip, deflate, br, zstd', 'br'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['BR', 'br'],
        ['*', 'gzip'],
        ['identity', undefined],
        ['gzip;q=0', undefined],
        ['gzip;q=0, *', undefined],
        ['', undefined],
        [';;,=,q=0', undefined],
      ];
      for (const [accept, encoding] of table) {
        const found = await fetchBytes(path, { 'accept-encoding': accept });
        assert.equal(found.headers['content-encoding'], encoding, `${path} ${accept}`);
        assert.equal(found.headers.vary, 'Accept-Encoding');
        assert.equal(Number(found.headers['content-length']), found.bytes.length);
        const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
        assert.deepEqual(unpack ? unpack(found.bytes) : found.bytes, plain.bytes);
        if (unpack) assert.ok(found.bytes.length < plain.bytes.length / 2, `${found.bytes.length}`);
      }
    }
  });

  test('304: there is nothing new, however it was compressed; and something new is sent', async () => {
    for (const path of [...LARGE, ...SMALL]) {
      const first = await fetchBytes(path, { 'accept-encoding': 'br' });
      const etag = String(first.headers.etag);
      assert.match(etag, /^W\/"[\w-]{22}"$/);
      assert.match(String(first.headers['cache-control']), /^public, max-age=(60|300)$/);
      for (const known of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const again = await fetchBytes(path, { 'if-none-match': known });
        assert.deepEqual([again.status, again.bytes.length], [304, 0], `${path} ${known}`);
        assert.equal(again.headers.etag, etag);
        assert.equal(again.headers['content-length'], undefined);
        assert.match(String(again.headers['x-request-id']), /^req_/);
      }
      assert.equal((await fetchBytes(path, { 'if-none-match': '"other"' })).status, 200);
    }
  });

  test('200: a page with secrets beside what somebody else wrote is never compressed nor kept', async () => {
    const product = { name: 'Editor', description: 'x'.repeat(5_000), price: 5, currency: 'EUR' };
    const { product_id } = (await shop.call('POST /create-product', product)).body;
    const buying = { product_id, quantity: 1, customer_id: 'ada' };
    const { checkout_url } = (await shop.call('POST /create-checkout', buying)).body;
    for (const path of [new URL(checkout_url).pathname]) {
      const headers = { 'x-api-key': shop.api_key, 'accept-encoding': 'gzip, br' };
      const found = await fetchBytes(path, headers);
      assert.equal(found.status, 200);
      assert.ok(found.bytes.length > 5_000);
      assert.equal(found.headers['content-encoding'], undefined, path);
      assert.equal(found.headers['cache-control'], 'no-store', path);
      assert.equal(found.headers.etag, undefined);
    }
  });
});

test('a document is the same place in memory for everybody, compressed or not', async () => {
  const answer = { status: 200, type: 'text/html', body: 'x'.repeat(100_000), cache_seconds: 300 };
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const [one, other] = [await documentFor(answer, headers), await documentFor(answer, headers)];
    assert.ok(Buffer.isBuffer(one.body));
    assert.equal(one.body, other.body);
  }
});
