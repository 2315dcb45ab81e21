import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mistyped } from '../../../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../../../test/harness/shop.ts';
import { LIMITS } from '../../../../platform/core/limits.ts';

// Lemon Squeezy's License API, asked as its documentation shows and as its own package asks.

const FORM = 'application/x-www-form-urlencoded';
const TYPES = [FORM, `${FORM}; charset=utf-8`, 'application/json', 'application/vnd.api+json'];

function post(shop: Shop, call: string, fields: object, type = FORM, headers: object = {}) {
  const body = type.startsWith(FORM)
    ? new URLSearchParams({ ...fields }).toString()
    : JSON.stringify(fields);
  const sent = { accept: 'application/json', 'content-type': type, ...headers };
  return shop.send({ method: 'POST', path: `/v1/licenses/${call}`, headers: sent }, body);
}

async function shopWithLicense(options: Parameters<typeof startShop>[0] = {}) {
  const shop = await startShop(options);
  const store = await shop.openStore(shop);
  await store.must('POST /update-store-settings', { lemon_squeezy_licenses: true });
  const license_key = await store.newKey();
  const ask = (call: string, fields: object = {}, type?: string) =>
    post(shop, call, { license_key, ...fields }, type);
  return { shop, store, license_key, ask };
}

test('200: activate, validate and deactivate, in every kind of body, in the shapes of Lemon Squeezy', async () => {
  const { shop, store, license_key, ask } = await shopWithLicense();
  const license = (await store.validate(license_key)).license;
  const customer = await store.must('GET /get-customer', { customer_id: license.customer_id });
  const product = await store.must('GET /get-product', { product_id: license.product_id });
  for (const type of TYPES) {
    const activated = await ask('activate', { instance_name: 'Test' }, type);
    assert.equal(activated.status, 200, activated.text);
    const { license_key: key, instance, meta } = activated.body;
    const created_at = license.created_at.replace('Z', '000Z');
    assert.deepEqual(activated.body, {
      activated: true,
      error: null,
      license_key: {
        ...{ id: key.id, status: 'active', key: license_key },
        ...{ activation_limit: license.activation_limit, activation_usage: 1 },
        ...{ created_at, expires_at: null, test_mode: true },
      },
      instance: { id: instance.id, name: 'Test', created_at: instance.created_at },
      meta: {
        ...{ store_id: 1, order_id: meta.order_id, order_item_id: meta.order_id },
        ...{ product_id: meta.product_id, product_name: product.name },
        ...{ variant_id: meta.product_id, variant_name: 'Default' },
        customer_id: meta.customer_id,
        ...{ customer_name: customer.name ?? '', customer_email: customer.email ?? '' },
      },
    });
    const numbers = [key.id, meta.order_id, meta.product_id, meta.customer_id];
    assert.ok(numbers.every((number) => Number.isSafeInteger(number) && number > 0));
    assert.equal(new Set(numbers).size, 4);
    assert.match(instance.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

    const valid = await ask('validate', { instance_id: instance.id }, type);
    const { activated: _, ...rest } = activated.body;
    assert.deepEqual([valid.status, valid.body], [200, { valid: true, ...rest }]);
    const alone = await ask('validate', {}, type);
    assert.deepEqual([alone.status, alone.body], [200, { valid: true, ...rest, instance: null }]);

    const ended = await ask('deactivate', { instance_id: instance.id }, type);
    const { instance: __, ...without } = rest;
    const inactive = { ...without.license_key, status: 'inactive', activation_usage: 0 };
    const expected = { deactivated: true, ...without, license_key: inactive };
    assert.deepEqual([ended.status, ended.body], [200, expected]);
  }
  assert.equal((await store.validate(license_key)).license.activation_usage, 0);
  for (const name of ['cache-control', 'x-request-id', 'access-control-allow-origin']) {
    assert.ok((await ask('validate')).headers[name], name);
  }
  assert.ok(shop.log_lines.every((line) => !line.includes(license_key)));
});

test('200: numbers are given once and kept, and no two records of any store have the same', async () => {
  const { shop, ask } = await shopWithLicense();
  const first = (await ask('validate')).body;
  const other = await shop.openStore();
  await other.must('POST /update-store-settings', { lemon_squeezy_licenses: true });
  const keys = await Promise.all([other.newKey(), other.newKey()]);
  const answers = await Promise.all(
    [...keys, ...keys].map((license_key) => post(shop, 'validate', { license_key })),
  );
  const [one, two, ...again] = answers.map(({ body }) => body);
  assert.deepEqual(again, [one, two]);
  assert.notEqual(one.meta.store_id, first.meta.store_id);
  const numbersOf = ({ license_key, meta }: typeof one) => [
    license_key.id,
    meta.order_id,
    meta.product_id,
  ];
  const all = [first, one, two].flatMap(numbersOf);
  assert.ok(new Set(all).size >= all.length - 1, JSON.stringify(all));
  const sorted = all.toSorted((a, b) => a - b);
  assert.ok((sorted.at(-1) ?? 0) - (sorted[0] ?? 0) > 1_000, 'they count nothing');
  await shop.restart();
  assert.deepEqual((await ask('validate')).body, first);
});

test('404: a key that is unknown, mistyped or of a store that has not switched it on, all alike', async () => {
  const shop = await startShop();
  const store = await shop.openStore(shop);
  const license_key = await store.newKey();
  const before = await shop.everything();
  const lemon = '38b1460a-5104-4067-a91d-77b872934d51';
  for (const call of ['activate', 'validate', 'deactivate']) {
    const done =
      { activate: 'activated', validate: 'valid', deactivate: 'deactivated' }[call] ?? '';
    for (const key of [license_key, mistyped(license_key), lemon, 'x'.repeat(2000)]) {
      const fields = { license_key: key, instance_name: 'Test', instance_id: 'inst_x' };
      const { status, body } = await post(shop, call, fields);
      assert.equal(status, 404);
      const nothing = { license_key: null, ...(call !== 'deactivate' && { instance: null }) };
      const error = 'license_key not found.';
      assert.deepEqual(body, { [done]: false, error, ...nothing, meta: null });
    }
  }
  assert.equal(await shop.everything(), before);
});

test('400, 404: no place left, disabled, an unknown instance; the license is told all the same', async () => {
  const { store, license_key, ask } = await shopWithLicense();
  const { license } = await store.validate(license_key);
  const limit = license.activation_limit ?? 0;
  assert.ok(limit > 0);
  for (let n = 0; n < limit; n++) assert.equal((await ask('activate', named(n))).status, 200);
  const full = await ask('activate', named(limit));
  const error = 'This license key has reached the activation limit.';
  assert.deepEqual([full.status, full.body.activated, full.body.error], [400, false, error]);
  assert.equal(full.body.license_key.activation_usage, limit);
  assert.equal(full.body.instance, null);
  assert.ok(full.body.meta.product_id > 0);
  for (const call of ['validate', 'deactivate']) {
    const unknown = await ask(call, { instance_id: 'f90ec370-fd83-46a5-8bbd-44a241e78665' });
    const told = [unknown.status, unknown.body.error, unknown.body.license_key.status];
    assert.deepEqual(told, [404, 'license_key instance not found.', 'active']);
  }
  await store.must('POST /disable-license', { license_id: license.license_id });
  for (const [call, done] of [
    ['validate', 'valid'],
    ['activate', 'activated'],
  ] as const) {
    const { status, body } = await ask(call, named(9));
    const told = [status, body[done], body.error, body.license_key.status];
    assert.deepEqual(told, [400, false, 'This license key is disabled.', 'disabled']);
  }
});

test('400: an expired key is not valid, takes no place, and gives one back', async () => {
  const { shop, store } = await shopWithLicense();
  const license_key = await store.newKey({ activation_limit: 2, valid_days: 30 });
  const ask = (call: string, fields: object = {}) => post(shop, call, { license_key, ...fields });
  const { instance, license_key: key } = (await ask('activate', named(1))).body;
  assert.match(key.expires_at, /^2026-12-14T09:30:00\.\d{6}Z$/);
  await store.advance('P31D');
  const instance_id = instance.id;
  for (const [call, fields] of [
    ['validate', {}],
    ['validate', { instance_id }],
    ['activate', named(2)],
  ] as const) {
    const { status, body } = await ask(call, fields);
    const told = [status, body.error, body.license_key.status, body.license_key.activation_usage];
    assert.deepEqual(told, [400, 'This license key is expired.', 'expired', 1]);
  }
  const ended = await ask('deactivate', { instance_id });
  assert.deepEqual([ended.status, ended.body.license_key.activation_usage], [200, 0]);
});

const named = (n: number) => ({ instance_name: `Machine ${n}` });

test('400: what is missing or no form and no JSON is named, and nothing is done', async () => {
  const { shop, ask, license_key } = await shopWithLicense();
  await ask('validate');
  const before = await shop.everything();
  for (const [call, fields, error] of [
    ['activate', { license_key: '' }, /license key field is required/],
    ['activate', {}, /instance name field is required/],
    ['activate', { instance_name: 'x'.repeat(201) }, /instance_name must be at most 200/],
    ['deactivate', { instance_id: ' ' }, /instance id field is required/],
    ['activate', { instance_name: 'a\0' }, /instance name field must not contain a zero byte/],
    ['validate', { instance_id: '\0' }, /instance id field must not contain a zero byte/],
    ['deactivate', { instance_id: '\0' }, /instance id field must not contain a zero byte/],
    ['validate', { license_key: 'a\0b' }, /license key field must not contain a zero byte/],
  ] as const) {
    const { status, body } = await ask(call, fields);
    assert.deepEqual([status, String(body.error).match(error)?.length], [400, 1], body.error);
  }
  const send = (body: string, type: string) =>
    shop.send(
      { method: 'POST', path: '/v1/licenses/validate', headers: { 'content-type': type } },
      body,
    );
  for (const [body, type] of [
    ['{', 'application/json'],
    ['[1]', 'application/json'],
    ['x', 'text/plain'],
    ['', ''],
    ['%', FORM],
    ['license_key=%FF%FE', FORM],
    [`license_key=${'x'.repeat(LIMITS.license_body_bytes)}`, FORM],
  ] as const) {
    const answer = await send(body, type);
    assert.ok([400, 404].includes(answer.status), `${body.slice(0, 20)} ${answer.text}`);
    assert.equal(answer.body.valid, false);
  }
  const marked = await send(`\uFEFF${JSON.stringify({ license_key })}`, 'application/json');
  assert.equal(marked.status, 200, 'a byte order mark is skipped');
  const wrong = await shop.send({ method: 'GET', path: '/v1/licenses/validate' });
  assert.deepEqual([wrong.status, wrong.headers.allow, wrong.body.valid], [400, 'POST', false]);
  assert.equal(await shop.everything(), before);
});

test('429: limited by license and by address, together with API keys of scope license', async () => {
  const rate_limit = { rate_per_second: 10_000, burst: 20_000 };
  const { shop, store, ask, license_key } = await shopWithLicense({ rate_limit });
  for (let n = 0; n < LIMITS.license_burst; n++) assert.equal((await ask('validate')).status, 200);
  const refused = await ask('validate');
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1']);
  assert.equal(refused.body.valid, false);
  const { api_key } = await shop.makeKey('license');
  const own = await shop.call('POST /validate-license', { license_key }, { key: api_key });
  assert.equal(own.status, 429, 'the same license, asked about in another language');
  const other_key = await store.newKey();
  assert.equal((await ask('validate', { license_key: other_key })).status, 200);
  const guess = { license_key: mistyped(license_key) };
  let tries = 0;
  while ((await ask('validate', guess)).status === 404) tries++;
  assert.ok(tries < LIMITS.license_address_burst, `${tries}`);
  shop.now += 1000;
  assert.equal((await ask('validate')).status, 200);
});

test('200: pages of any site may ask, also after a preflight', async () => {
  const { shop, license_key } = await shopWithLicense();
  const origin = 'https://app.example';
  const preflight = await shop.send({
    method: 'OPTIONS',
    path: '/v1/licenses/validate',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  const { headers } = preflight;
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['access-control-allow-methods'], 'POST');
  const answer = await post(shop, 'validate', { license_key }, 'application/json', { origin });
  assert.equal(answer.headers['access-control-allow-origin'], '*');
});
