import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { newApiKey } from '../../shop/store/api-key.rules.ts';

const shop = await startShop();

const messageOf = (answer: { body: { error: { message: string } } }) => answer.body.error.message;

test('404 unknown_path: a near miss names the operation, anything else names none', async () => {
  for (const path of [
    '/create-prodcut',
    '/createProduct',
    '/products/create',
    '/CREATE-PRODUCT/',
  ]) {
    const answer = await shop.send({ method: 'POST', path });
    assertRefused(answer, 404, 'unknown_path');
    assert.match(messageOf(answer), /Did you mean POST \/create-product\? See \/docs/);
  }
  const started = performance.now();
  for (const path of ['/wp-login.php', '/products', `/${'create-'.repeat(1500)}`]) {
    const answer = await shop.send({ method: 'GET', path });
    assertRefused(answer, 404, 'unknown_path');
    assert.doesNotMatch(messageOf(answer), /Did you mean/);
  }
  assert.ok(performance.now() - started < 10_000);
});

test('400: a near miss of a parameter or of a value names the right one', async () => {
  const product = { name: 'Lumen', description: 'An editor', price: 19.99, currency: 'USD' };
  for (const [input, hint] of [
    [{ ...product, curency: 'USD' }, /curency is not a parameter here\. Did you mean currency\?/],
    [{ ...product, imageUrl: 'https://a.example' }, /Did you mean image_url\?/],
    [{ ...product, license: { activation_limt: 3 } }, /Did you mean activation_limit\?/],
    [{ ...product, billing_type: 'recuring' }, /one_time, recurring\. Did you mean recurring\?/],
    [{ ...product, billing_type: 'One-Time' }, /Did you mean one_time\?/],
    [{ ...product, currency: 'EURO' }, /currency code\. Did you mean EUR\?/],
  ] as const) {
    const answer = await shop.call('POST /create-product', input);
    assert.equal(answer.status, 400);
    assert.match(messageOf(answer), hint);
  }
  const customer = await shop.call('POST /create-customer', { country: 'UK' });
  assert.match(messageOf(customer), /Did you mean GB\?/);
  const webhook = { url: 'https://a.example', events: ['checkout.complete'] };
  assert.match(
    messageOf(await shop.call('POST /create-webhook', webhook)),
    /mean checkout\.completed\?/,
  );
  const search = await shop.call('GET /search-products', { querry: 'x' });
  assert.match(messageOf(search), /Did you mean query\?/);
  const far = await shop.call('POST /create-product', { ...product, colour: 'red' });
  assert.doesNotMatch(messageOf(far), /Did you mean/);
});

test('400: many wrong names get a few hints, and no time', async () => {
  const names = Array.from({ length: 5000 }, (_, n) => [`curency_of_the_price_${n}`, 1]);
  const started = performance.now();
  const answer = await shop.call('POST /create-product', {
    ...Object.fromEntries(names),
    pricee: 1,
    metadta: {},
  });
  assert.equal(answer.status, 400);
  assert.ok(performance.now() - started < 10_000);
  assert.ok((answer.text.match(/Did you mean/g) ?? []).length <= 10);
});

test('401 api_key_incorrect: what was sent instead of a key is recognised and never repeated', async () => {
  const flipped = shop.api_key.replace('kassa_test', 'kassa_live');
  for (const [key, hint] of [
    ['sk_live_51abcdefghijklmnop', /key of Stripe/],
    ['rk_test_51abcdefghijklmnop', /key of Stripe/],
    ['pk_test_51abcdefghijklmnop', /publishable key of Stripe/],
    ['whsec_abcdefghijklmnop', /signing secret/],
    ['creem_test_abcdefghijklmnop', /key of Creem/],
    ['eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJhdWQiOiI5NGQ1.sig', /Lemon Squeezy/],
    ['KASSA-7QK2M-9D4XA-HT0WV-3RBN8-FZ6E5', /license key/],
    [`key_${'0'.repeat(28)}`, /identifier of an API key/],
    [newApiKey('live'), /a live key of Kassa, but no store here/],
    [flipped, /a test key whose beginning was changed/],
    ['nonsense', /mistyped or unknown/],
  ] as const) {
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
      const answer = await shop.call('GET /search-products', {}, { key: null, headers });
      assertRefused(answer, 401, 'api_key_incorrect');
      assert.match(messageOf(answer), hint);
      assert.ok(!answer.text.includes(key));
    }
  }
});

test('400 wrong_method: the methods that would do are in Allow, for operations and for pages', async () => {
  for (const [method, path, allow] of [
    ['GET', '/create-product', 'POST'],
    ['OPTIONS', '/create-product', 'POST'],
    ['PUT', '/get-product', 'GET, HEAD'],
    ['OPTIONS', '/get-product', 'GET, HEAD'],
    ['POST', '/delete-discount-code', 'DELETE'],
    ['POST', '/docs', 'GET, HEAD'],
    ['PATCH', '/portal/x', 'GET, HEAD, POST'],
    ['OPTIONS', '/.well-known/jwks.json', 'GET, HEAD'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['OPTIONS', '/mcp', 'POST'],
  ] as const) {
    for (const accept of ['application/json', 'text/html']) {
      const answer = await shop.send({ method, path, headers: { accept } });
      assert.equal(answer.status, 400, `${method} ${path}`);
      assert.equal(answer.headers.allow, allow, `${method} ${path}`);
    }
  }
  const right = await shop.send({ method: 'GET', path: '/docs' });
  assert.equal(right.headers.allow, undefined);
});
