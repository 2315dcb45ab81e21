import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, get } from 'node:https';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Shop, startShop } from '../../../test/harness/shop.ts';

let shop: Shop;
const agent = new Agent();
before(async () => {
  shop = await startShop({ rate_limit: 'off' });
  const product = { description: 'x ä'.repeat(100), price: 5, currency: 'EUR' };
  for (let at = 0; at < 30; at++) {
    await shop.call('POST /create-product', { ...product, name: `Editor ${at}` });
  }
});

interface Fetched {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Node's server has the connection after a request that the quick door does not read. */
const ways = { 'the quick door': {}, 'Node’s server': { 'keep-alive': 'timeout=5' } };

const fetchBytes = (path: string, headers: Record<string, string>): Promise<Fetched> =>
  new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', servername: 'localhost', port: shop.app.port, ca: shop.ca };
    const asked = { 'x-api-key': shop.api_key, ...headers };
    get({ ...to, agent, path, headers: asked }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

for (const [name, more] of Object.entries(ways)) {
  test(`200: a large answer through ${name} is compressed for who asks for it`, async () => {
    const plain = await fetchBytes('/search-products', { ...more });
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const [accept, encoding] of [
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['br;q=0.1, gzip;q=0.9', 'gzip'],
      ['GZIP ; q=0.5, identity;q=0.1', 'gzip'],
      ['gzip;q=0, br', 'br'],
      ['identity;q=0, *', 'gzip'],
    ] as const) {
      const found = await fetchBytes('/search-products', { ...more, 'accept-encoding': accept });
      assert.equal(found.headers['content-encoding'], encoding);
      assert.match(String(found.headers.vary), /Accept-Encoding/);
      assert.equal(found.headers['content-type'], 'application/json');
      assert.equal(found.headers['cache-control'], 'no-store');
      assert.equal(Number(found.headers['content-length']), found.bytes.length);
      assert.ok(found.bytes.length < plain.bytes.length / 5, `${found.bytes.length}`);
      const text = unpack[encoding](found.bytes).toString();
      assert.equal(text.trimEnd(), plain.bytes.toString());
      assert.deepEqual(JSON.parse(text), JSON.parse(plain.bytes.toString()));
    }
    const refusals = [
      'gzip;q=0, *',
      '*, br;q=0, gzip;q=0',
      '*;q=0',
      'br;q=0.0',
      'gzip;q=0.5, identity',
    ];
    for (const accept of ['identity', 'gzip;q=0', '', 'zstd', ...refusals]) {
      const found = await fetchBytes('/search-products', { ...more, 'accept-encoding': accept });
      assert.equal(found.headers['content-encoding'], undefined, accept);
      assert.deepEqual(found.bytes, plain.bytes);
    }
  });
}

test('200: a small answer, a refusal and what holds a secret stay as they are', async () => {
  const asking = { 'accept-encoding': 'gzip, br' };
  for (let at = 0; at < 6; at++) {
    const url = `https://example.com/${at}/${'x'.repeat(900)}`;
    await shop.call('POST /create-webhook', { url });
  }
  const url = `https://example.com/${'x'.repeat(1_900)}`;
  const name = 'A long name. '.repeat(15);
  const { webhook_id } = (await shop.call('POST /create-webhook', { url, name })).body;
  for (const path of [
    '/search-products?limit=1',
    '/search-products?limit=no',
    `/get-webhook-secret?webhook_id=${webhook_id}`,
  ]) {
    const { headers } = await fetchBytes(path, asking);
    assert.equal(headers['content-encoding'], undefined, path);
  }
  // The list has no secrets, and is large.
  const list = await fetchBytes('/list-webhooks', asking);
  assert.equal(list.headers['content-encoding'], 'br');
});

test('the length of the same answer is never the same, so it does not tell what is in it', async () => {
  for (const accept of ['gzip', 'br']) {
    const lengths = new Set<number>();
    for (let at = 0; at < 40; at++) {
      lengths.add(
        (await fetchBytes('/search-products', { 'accept-encoding': accept })).bytes.length,
      );
    }
    assert.ok(lengths.size > 15, `${lengths.size}`);
    assert.ok(Math.max(...lengths) - Math.min(...lengths) > 32);
  }
});

test('many at once: nobody waits for the compression of others', async () => {
  const asking = { 'accept-encoding': 'br' };
  const all = await Promise.all(
    Array.from({ length: 24 }, () => fetchBytes('/search-products', asking)),
  );
  const texts = all.map(({ headers, bytes }) =>
    (headers['content-encoding'] ? brotliDecompressSync(bytes) : bytes).toString().trimEnd(),
  );
  assert.equal(new Set(texts).size, 1);
  assert.ok(all.some(({ headers }) => headers['content-encoding'] === 'br'));
});
