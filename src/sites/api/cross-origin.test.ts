import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Answer } from '../../../test/harness/answer.ts';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';
import { exampleInput } from '../../platform/operation/examples.ts';
import { operations } from './operations.ts';

const all = Object.values(operations).flat();
const ORIGIN = { origin: 'https://app.example' };

let shop: Shop;
let license_key: string;
before(async () => {
  shop = await startShop();
  license_key = (await shop.makeKey('license')).api_key;
});

const preflight = (path: string, method: string, headers: object = {}): Promise<Answer> =>
  shop.send({
    method: 'OPTIONS',
    path,
    headers: {
      ...ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,x-api-key',
      ...headers,
    },
  });

const allowed = ({ headers }: Answer) => headers['access-control-allow-origin'];

test('a preflight of any operation is answered 200; pages may use what a shipped key may call', async () => {
  let open = 0;
  for (const { path, method, scope } of all) {
    const answer = await preflight(path, method);
    assert.equal(answer.status, 200, path);
    assert.match(String(answer.headers['x-request-id']), /^req_/);
    assert.equal(allowed(answer), scope === 'license' ? '*' : undefined, path);
    if (scope !== 'license') continue;
    open++;
    assert.equal(answer.headers['access-control-allow-methods'], 'POST');
    const names = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ');
    for (const name of ['x-api-key', 'authorization', 'content-type', 'idempotency-key']) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(Number(answer.headers['access-control-max-age']) > 0);
  }
  assert.equal(open, 3);
});

test('400 wrong_method: OPTIONS that is no preflight; 404 unknown_path: one of nothing', async () => {
  const bare = { method: 'OPTIONS', path: '/validate-license' };
  assertRefused(await shop.send(bare), 400, 'wrong_method');
  assertRefused(await shop.send({ ...bare, headers: ORIGIN }), 400, 'wrong_method');
  assertRefused(await preflight('/nothing', 'GET'), 404, 'unknown_path');
});

test('an answer may be read by any page with a key of scope license, also a refusal', async () => {
  const open = all.filter(({ scope }) => scope === 'license');
  for (const operation of open) {
    const call = `${operation.method} ${operation.path}`;
    const ask = (key: string | null, input: object = exampleInput(operation)) =>
      shop.call(call, input, { key, headers: ORIGIN });
    for (const answer of [
      await ask(license_key),
      await ask(license_key, {}),
      await ask(null),
      await ask('kassa_test_wrong'),
    ]) {
      assert.equal(allowed(answer), '*', `${call} ${answer.text}`);
      assert.match(String(answer.headers['access-control-expose-headers']), /x-request-id/);
      assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    }
    assert.equal(allowed(await ask(shop.api_key)), undefined, 'a key that may do everything');
    const direct = await shop.call(call, exampleInput(operation), { key: license_key });
    assert.equal(allowed(direct), undefined, 'nobody asked');
  }
});

test('no page of a site that is not named reads an answer of any other operation, whatever the key', async () => {
  const { api_key: read } = await shop.makeKey('read');
  for (const operation of all) {
    if (operation.scope === 'license') continue;
    const call = `${operation.method} ${operation.path}`;
    for (const key of [shop.api_key, read, license_key, null]) {
      const input = operation.method === 'GET' ? exampleInput(operation) : {};
      const answer = await shop.call(call, input, { key, headers: ORIGIN });
      assert.equal(allowed(answer), undefined, call);
    }
  }
});

test('/.well-known/jwks.json may be read by any page; no other page is offered', async () => {
  const jwks = await shop.send({ method: 'GET', path: '/.well-known/jwks.json', headers: ORIGIN });
  assert.deepEqual([jwks.status, allowed(jwks)], [200, '*']);
  assert.equal(allowed(await preflight('/.well-known/jwks.json', 'GET')), '*');
  for (const path of ['/', '/docs', '/healthz', '/checkout/x', '/portal/x']) {
    const answer = await shop.send({ method: 'GET', path, headers: ORIGIN });
    assert.equal(allowed(answer), undefined, path);
    assert.equal(allowed(await preflight(path, 'POST')), undefined, path);
  }
});

const NAMED = 'https://shop.example';
const OTHERS = ['https://app.example', 'https://shop.example.evil', 'http://shop.example', 'null'];

test('200: pages of a site that the store names use its keys, in either header, and read all answers', async () => {
  const [store, other] = [await shop.openStore(), await shop.openStore()];
  await store.must('POST /update-store-settings', { allowed_origins: [NAMED] });
  const asked = await preflight('/create-product', 'POST', { origin: NAMED });
  assert.deepEqual(
    [asked.status, allowed(asked), asked.headers.vary],
    [200, NAMED, 'Origin'],
    asked.text,
  );
  assert.equal(asked.headers['access-control-allow-methods'], 'POST');
  assert.equal(asked.headers['access-control-allow-credentials'], undefined);
  const input = { name: 'Lumen', description: 'An editor', price: 9, currency: 'USD' };
  for (const headers of [{ 'x-api-key': store.key }, { authorization: `Bearer ${store.key}` }]) {
    const ask = (input: object) =>
      shop.call('POST /create-product', input, {
        key: null,
        headers: { ...headers, origin: NAMED },
      });
    for (const [answer, status] of [
      [await ask(input), 200],
      [await ask({}), 400],
    ] as const) {
      assert.deepEqual([answer.status, allowed(answer)], [status, NAMED]);
      assert.equal(answer.headers.vary, 'Origin');
      assert.match(String(answer.headers['access-control-expose-headers']), /x-request-id/);
    }
  }
  const wrong = { key: 'kassa_test_wrong', headers: { origin: NAMED } };
  const unknown = await shop.call('GET /search-products', {}, wrong);
  assert.deepEqual([unknown.status, allowed(unknown)], [401, NAMED]);
  // The site of one store is a stranger to the keys of another, although its preflight is answered.
  const stranger = { key: other.key, headers: { origin: NAMED } };
  const refused = await shop.call('POST /create-product', input, stranger);
  assertRefused(refused, 403, 'origin_not_allowed');
  assert.equal(allowed(refused), undefined);
});

test('403 origin_not_allowed: from any other site nothing is done, and nothing can be read', async () => {
  const store = await shop.openStore();
  await store.must('POST /update-store-settings', { allowed_origins: [NAMED] });
  const product_id = await store.plan();
  const license = await store.newKey();
  const before = await shop.everything();
  for (const origin of OTHERS) {
    assert.equal(allowed(await preflight('/archive-product', 'POST', { origin })), undefined);
    for (const [call, input] of [
      ['POST /archive-product', { product_id }],
      ['GET /get-product', { product_id }],
      ['POST /activate-license', { license_key: license, instance_name: 'Page' }],
    ] as const) {
      const refused = await shop.call(call, input, { key: store.key, headers: { origin } });
      assertRefused(refused, 403, 'origin_not_allowed');
      assert.equal(allowed(refused), undefined, call);
      assert.ok(!refused.text.includes(product_id));
    }
  }
  assert.equal(await shop.everything(), before);
});

test('200: programs without an origin and pages of Kassa itself are not asked; a site is named or not at once', async () => {
  const store = await shop.openStore();
  const list = (headers: Record<string, string>) =>
    shop.call('GET /search-products', {}, { key: store.key, headers });
  const direct = await list({});
  assert.deepEqual(
    [direct.status, allowed(direct), direct.headers.vary],
    [200, undefined, 'Origin'],
  );
  const own = `https://localhost:${shop.app.port}`;
  assert.equal((await list({ origin: own, host: `localhost:${shop.app.port}` })).status, 200);
  assert.equal((await list({ origin: NAMED })).status, 403);
  await store.must('POST /update-store-settings', { allowed_origins: [NAMED] });
  assert.equal((await list({ origin: NAMED })).status, 200);
  await store.must('POST /update-store-settings', { allowed_origins: [] });
  assert.equal((await list({ origin: NAMED })).status, 403);
});

test('403: dialects take keys from the sites that the store names, and from no others', async () => {
  const store = await shop.openStore();
  await store.must('POST /update-store-settings', { allowed_origins: [NAMED] });
  const path = '/creem/v1/products/search';
  const list = (origin: string) =>
    shop.send({ method: 'GET', path, headers: { origin, 'x-api-key': store.key } });
  const [named, strange] = [await list(NAMED), await list('https://app.example')];
  assert.deepEqual([named.status, allowed(named)], [200, NAMED], named.text);
  assert.deepEqual([strange.status, allowed(strange)], [403, undefined], strange.text);
  assert.equal(allowed(await preflight(path, 'GET', { origin: NAMED })), NAMED);
  assert.equal(allowed(await preflight(path, 'GET')), undefined);
});
