import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { KEY_SCOPES } from '../../platform/core/access.ts';
import { newApiKey } from '../../shop/store/api-key.rules.ts';
import { markRevoked } from '../../shop/store/api-key.sql.ts';
import { mayCall, senderOf } from './api-keys.ts';
import { operations } from './operations.ts';

const shop = await startShop({ clock: Date.now });

test('401 api_key_missing: no key, or an empty one', async () => {
  assertRefused(await shop.call('GET /search-products', {}, { key: null }), 401, 'api_key_missing');
  assertRefused(await shop.call('GET /search-products', {}, { key: '' }), 401, 'api_key_missing');
});

test('401 api_key_incorrect: mistyped in any one place, made up, or well-formed but unknown', async () => {
  const key = shop.api_key;
  const mistyped = [...key].map(
    (sign, at) => key.slice(0, at) + (sign === 'x' ? 'y' : 'x') + key.slice(at + 1),
  );
  const others = [
    'x',
    'foo,bar',
    key.toUpperCase(),
    `${key}a`,
    key.slice(1),
    'kassa_test_',
    newApiKey('test'),
    newApiKey('live'),
  ];
  for (const wrong of [...mistyped, ...others]) {
    const answer = await shop.call('GET /search-products', {}, { key: wrong });
    assertRefused(answer, 401, 'api_key_incorrect');
  }
});

test('200: a key is taken as a bearer token, by every operation as in x-api-key', async () => {
  for (const operation of Object.values(operations).flat()) {
    const call = `${operation.method} ${operation.path}`;
    const ask = async (headers: Record<string, string>) => {
      const { status, body } = await shop.call(call, {}, { key: null, headers });
      return `${status} ${body.error?.code}`;
    };
    const wanted = await ask({ 'x-api-key': shop.api_key });
    assert.doesNotMatch(wanted, /^40[13] (?!owners_only)/, call);
    for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
      assert.equal(await ask({ authorization: `${scheme} ${shop.api_key}` }), wanted, call);
    }
  }
});

test('x-api-key counts before Authorization, and other schemes of Authorization do not count', async () => {
  const list = (headers: Record<string, string>) =>
    shop.call('GET /search-products', {}, { key: null, headers });
  const good = shop.api_key;
  const wrong = newApiKey('test');
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  assert.equal((await list({ 'x-api-key': good, ...bearer(wrong) })).status, 200);
  assert.equal((await list({ 'x-api-key': good, authorization: 'Basic YTpi' })).status, 200);
  assert.equal((await list({ 'x-api-key': '', ...bearer(good) })).status, 200);
  const refused = await list({ 'x-api-key': wrong, ...bearer(good) });
  assertRefused(refused, 401, 'api_key_incorrect');
  assertRefused(await list(bearer(wrong)), 401, 'api_key_incorrect');
  assertRefused(await list(bearer(`${good} ${good}`)), 401, 'api_key_incorrect');
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic YTpi', good, `Bearer${good}`]) {
    assertRefused(await list({ authorization }), 401, 'api_key_missing');
  }
});

test('400 duplicate_header: two Authorization headers', async () => {
  const line = `Authorization: Bearer ${shop.api_key}\r\n`;
  const heard = await shop.raw([
    `GET /search-products HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${line}${line}\r\n`,
  ]);
  assert.match(heard, /"code":"duplicate_header"/);
});

test('403 api_key_invalid: revoked while the server runs, within a second', async () => {
  const { api_key, key_id } = await shop.makeKey('full');
  assert.equal((await shop.call('GET /search-products', {}, { key: api_key })).status, 200);
  await shop.db.write(null, async (tx) => markRevoked(tx, key_id, Date.now()));
  await setTimeout(1_000);
  assertRefused(
    await shop.call('GET /search-products', {}, { key: api_key }),
    403,
    'api_key_invalid',
  );
});

test('403 api_key_invalid: expired to the instant', async () => {
  for (let life_ms = 400; ; life_ms *= 2) {
    const expires_at = Date.now() + life_ms;
    const { api_key: key } = await shop.makeKey('full', expires_at);
    const { status } = await shop.call('GET /search-products', {}, { key });
    if (Date.now() >= expires_at) continue; // The machine is too busy for so short a life.
    assert.equal(status, 200);
    while (Date.now() < expires_at) await setTimeout(expires_at - Date.now());
    assertRefused(await shop.call('GET /search-products', {}, { key }), 403, 'api_key_invalid');
    return;
  }
});

test('403 api_key_scope: a read key may call every GET and nothing else', async () => {
  const { api_key } = await shop.makeKey('read');
  for (const { method, path } of Object.values(operations).flat()) {
    const answer = await shop.call(`${method} ${path}`, {}, { key: api_key });
    if (method === 'GET') assert.notEqual(answer.status, 403, path);
    else assertRefused(answer, 403, 'api_key_scope');
  }
});

test('403 api_key_scope: a license key may call nothing but license operations', async () => {
  const { api_key } = await shop.makeKey('license');
  for (const operation of Object.values(operations).flat()) {
    const { method, path, scope } = operation;
    const answer = await shop.call(`${method} ${path}`, {}, { key: api_key });
    if (scope === 'license') assert.notEqual(answer.status, 403, path);
    else assertRefused(answer, 403, 'api_key_scope');
  }
});

test('only hashes of keys are stored', async () => {
  const stored = await shop.everything();
  assert.ok(!stored.includes(shop.api_key));
  assert.ok(!stored.includes(shop.api_key.slice(15, 40)));
});

test('a key that is made works at once, and from two stores each sees its own', async () => {
  const other = await shop.makeStore('live');
  assert.match(other.api_key, /^kassa_live_/);
  const product = { name: 'A', description: '', price: 1, currency: 'USD' };
  const made = await shop.call('POST /create-product', product, { key: other.api_key });
  assert.equal(made.status, 200);
  assert.equal((await shop.call('GET /search-products')).body.data.length, 0);
  const theirs = await shop.call('GET /search-products', {}, { key: other.api_key });
  assert.equal(theirs.body.data.length, 1);
});

test('the declared scope decides, whatever the method: a GET that needs a full key refuses a read key', () => {
  const allowed = KEY_SCOPES.flatMap((scope) =>
    KEY_SCOPES.filter((needed) => mayCall(scope, { scope: needed })).map((one) => [scope, one]),
  );
  assert.deepEqual(allowed, [
    ['full', 'full'],
    ['full', 'read'],
    ['full', 'license'],
    ['read', 'read'],
    ['license', 'license'],
  ]);
});

test('whoever names one key in many ways is one sender', () => {
  const ways = [
    { 'x-api-key': 'kassa_test_1' },
    { 'x-api-key': '', authorization: 'Bearer kassa_test_1' },
    ...['bearer kassa_test_1', 'BEARER \t kassa_test_1'].map((authorization) => ({
      authorization,
    })),
  ];
  assert.deepEqual([...new Set(ways.map((one) => senderOf(one, '127.0.0.1')))], ['kassa_test_1']);
  for (const authorization of ['Basic eA==', 'Basic eQ==', '']) {
    assert.equal(senderOf({ authorization }, '127.0.0.1'), '127.0.0.1', 'a header that names none');
  }
});
