import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Answer, assertRefused, type Shop, startShop } from '../../test/harness.ts';
import { exampleInput } from '../operation/examples.ts';
import { operations } from '../operations.ts';

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

test('no page reads an answer of any other operation, whatever the key', async () => {
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
