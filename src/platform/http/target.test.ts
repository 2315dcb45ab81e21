import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { requestTarget } from './target.ts';

describe('a base URL with a path', () => {
  const get = (path: string) => ({ method: 'GET', path });

  test('200: operations, pages, documents and stylesheets are there with the path and without', async () => {
    const shop = await startShop({ base_url: 'https://localhost/shop' });
    for (const prefix of ['/shop', '']) {
      const made = await shop.call(`POST ${prefix}/create-customer`, {});
      const { customer_id } = made.body;
      const found = await shop.call(`GET ${prefix}/get-customer`, { customer_id });
      assert.deepEqual([found.status, found.body.customer_id], [200, customer_id]);
      for (const path of ['/', '/docs', '/openapi.json', '/style.css', '/.well-known/jwks.json']) {
        assert.equal((await shop.send(get(prefix + path))).status, 200, prefix + path);
      }
      assert.equal((await shop.send(get(`${prefix}/healthz`))).status, 200);
    }
    assert.equal((await shop.send(get('/shop'))).status, 200, 'without the slash');
    assert.match((await shop.send(get('/shop/openapi.json'))).text, /"https:\/\/localhost\/shop"/);
  });

  test('200: a page is asked for by what follows its own path', async () => {
    const shop = await startShop({ base_url: 'https://localhost/a/b' });
    const product = { name: 'Editor', description: '', price: 5, currency: 'EUR' };
    const { product_id } = (await shop.call('POST /create-product', product)).body;
    const buying = { product_id, quantity: 1, customer_id: 'ada' };
    const { checkout_url } = (await shop.call('POST /create-checkout', buying)).body;
    const { pathname } = new URL(checkout_url);
    assert.match(pathname, /^\/a\/b\/checkout\/cs_/);
    assert.match((await shop.send(get(pathname))).text, /Editor/);
    assert.match((await shop.send(get(pathname.slice('/a/b'.length)))).text, /Editor/);
  });

  test('200: a path that is also one of ours', async () => {
    const shop = await startShop({ base_url: 'https://localhost/checkout' });
    assert.equal((await shop.call('GET /checkout/search-products')).status, 200);
    assert.equal((await shop.call('GET /search-products')).status, 200);
    const stripped = await shop.send(get('/checkout/cs_1'));
    const whole = await shop.send(get('/checkout/checkout/cs_1'));
    assert.match(stripped.text, /<!doctype html>/);
    assert.deepEqual([stripped.status, stripped.text], [whole.status, whole.text]);
  });

  test('404 unknown_path: what only looks like the path, and the path twice', async () => {
    const shop = await startShop({ base_url: 'https://localhost/shop' });
    for (const path of [
      '/shopping',
      '/shop-docs',
      '/shop/shop/docs',
      '/SHOP/docs',
      '/other/docs',
    ]) {
      assert.equal((await shop.send(get(path))).status, 404, path);
    }
  });
});

describe('an absolute request target', () => {
  test('200: is the same as its path', async () => {
    const shop = await startShop();
    const ask = (target: string) =>
      shop.raw([
        `GET ${target} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${shop.api_key}\r\nConnection: close\r\n\r\n`,
      ]);
    for (const origin of ['https://localhost', 'HTTPS://shop.example:8443', 'http://[::1]:80']) {
      assert.match(await ask(`${origin}/search-products?limit=1`), /^HTTP\/1.1 200 .*"list"/s);
      assert.match(
        await ask(`${origin}/get-product?product_id=x`),
        /^HTTP\/1.1 404 .*product_not/s,
      );
      assert.match(await ask(origin), /^HTTP\/1.1 200 .*Kassa is running/s);
    }
    assert.match(await ask('ftp://localhost/search-products'), /^HTTP\/1.1 404 .*unknown_path/s);
  });

  test('path and query of every form of a target', () => {
    const table: [target: string, path: string, query_text: string][] = [
      ['/', '/', ''],
      ['/a?b=c', '/a', 'b=c'],
      ['/a?b=https://c?d', '/a', 'b=https://c?d'],
      ['//a/b', '//a/b', ''],
      ['https://h', '/', ''],
      ['https://h?x', '/', 'x'],
      ['https://h/a/b?c', '/a/b', 'c'],
      ['https:///a', 'https:///a', ''],
      ['*', '*', ''],
      ['', '', ''],
    ];
    for (const [target, path, query_text] of table) {
      assert.deepEqual(requestTarget(target), { path, query_text }, target);
    }
  });
});
