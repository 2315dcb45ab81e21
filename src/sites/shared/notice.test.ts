import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';

// As browsers ask when somebody opens an address.
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('what is not there', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });
  const open = (path: string, method = 'GET') => shop.send({ method, path, headers: BROWSER });

  test('404: somebody with a browser gets a page, whole and never indexed', async () => {
    for (const path of ['/nowhere', '/checkouts', '/..%2f', '//', '/%00', '/robots.txt/']) {
      const { status, headers, text } = await open(path);
      assert.equal(status, 404, path);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(text, /<html lang="en" dir="ltr">/);
      assert.match(text, /<h1>Page not found<\/h1>/);
      assert.match(String(headers['content-security-policy']), /default-src 'none'/);
      assert.equal(headers['x-robots-tag'], 'noindex');
      assert.match(String(headers['x-request-id']), /^req_/);
    }
    const head = await open('/nowhere', 'HEAD');
    assert.deepEqual([head.status, head.text], [404, '']);
  });

  test('404 unknown_path: a program gets JSON, whatever else it would take', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5', '']) {
      const answer = await shop.send({ method: 'GET', path: '/nowhere', headers: { accept } });
      assertRefused(answer, 404, 'unknown_path');
    }
  });

  test('400: a page that is asked by another method says so to browsers', async () => {
    for (const [path, method] of [
      ['/docs', 'POST'],
      ['/', 'DELETE'],
    ] as const) {
      const { status, text } = await open(path, method);
      assert.equal(status, 400);
      assert.match(text, /<h1>This page cannot be used like this<\/h1>/);
    }
  });

  test('401, 400: operations and what is for operators answer with JSON, to browsers too', async () => {
    assertRefused(await open('/get-product'), 401, 'api_key_missing');
    assertRefused(await open('/healthz', 'POST'), 400, 'wrong_method');
    assertRefused(await open('/get-product', 'POST'), 400, 'wrong_method');
  });

  test('no message of the API is on a page: a form that is too large is refused in plain words', async () => {
    const { checkout_url } = await checkout(shop);
    const { status, text } = await shop.send(
      {
        method: 'POST',
        path: `${new URL(checkout_url).pathname}/pay`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      'a'.repeat(300_000),
    );
    assert.equal(status, 400);
    assert.match(text, /<h1>This did not work<\/h1>\s*<p>What you sent is too large\.<\/p>/);
  });
});

test('200: every browser finds an icon, and no search engine is to look for more', async () => {
  const shop = await startShop();
  const icon = await shop.send({ method: 'GET', path: '/favicon.ico' });
  assert.deepEqual([icon.status, icon.headers['content-type']], [200, 'image/x-icon']);
  assert.equal(icon.bytes.readUInt16LE(2), 1, 'an icon, by its first bytes');
  assert.equal(icon.headers['cache-control'], 'public, max-age=86400');
  const robots = await shop.send({ method: 'GET', path: '/robots.txt' });
  assert.deepEqual([robots.status, robots.text], [200, 'User-agent: *\nDisallow: /\n']);
});

test('200: the file that Apple asks for, once it is in the data folder', async () => {
  const shop = await startShop();
  const name = 'apple-developer-merchantid-domain-association';
  const ask = () => shop.send({ method: 'GET', path: `/.well-known/${name}` });
  assert.equal((await ask()).status, 404);
  writeFileSync(join(shop.place.data_dir, name), '7B227073704964223A');
  const { status, text, headers } = await ask();
  assert.deepEqual([status, text], [200, '7B227073704964223A']);
  assert.match(String(headers['content-type']), /^text\/plain/);
});

async function checkout(shop: Shop): Promise<{ checkout_url: string }> {
  const { must } = await shop.openStore(shop);
  const product = { name: 'Editor', description: '', price: 5, currency: 'EUR' };
  const { product_id } = await must('POST /create-product', product);
  await must('POST /create-customer', { customer_id: 'ada', email: 'ada@example.com' });
  return must('POST /create-checkout', { product_id, quantity: 1, customer_id: 'ada' });
}
