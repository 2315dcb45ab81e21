import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { mistyped } from '../../../test/harness/cast.ts';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import { exampleInput } from '../../platform/operation/examples.ts';
import { operations } from './operations.ts';

// API keys of scope `license`, which are shipped inside an application and so are everybody's.

const OP = 'POST /validate-license';
const PLENTY = { rate_per_second: 10_000, burst: 20_000 };
const MAY = ['/validate-license', '/activate-license', '/deactivate-license'];

/** A shop that counts, on a clock that stands still, with two licenses and a shipped key. */
async function limitedShop() {
  const shop = await startShop({ rate_limit: PLENTY });
  const store = await shop.openStore(shop);
  const { api_key: shipped } = await shop.makeKey('license');
  const [license_key, other_key] = [await store.newKey(), await store.newKey()];
  const ask = (input: object, operation = OP, headers: Record<string, string> = {}) =>
    shop.call(operation, input, { key: shipped, headers });
  return { shop, store, shipped, license_key, other_key, ask };
}

async function statuses(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const found = new Set<number>();
  for (let n = 0; n < count; n++) found.add((await ask()).status);
  return [...found];
}

test('403 api_key_scope: a license key may validate, activate and deactivate, and nothing else', async () => {
  const shop = await startShop();
  const { api_key: key } = await shop.makeKey('license');
  const may: string[] = [];
  for (const operation of Object.values(operations).flat()) {
    const { method, path } = operation;
    const before = await shop.everything();
    const answer = await shop.call(`${method} ${path}`, exampleInput(operation), { key });
    if (answer.status !== 403) may.push(path);
    else assertRefused(answer, 403, 'api_key_scope');
    assert.equal(await shop.everything(), before, path);
  }
  assert.deepEqual(may, MAY);
});

test('200: with a license key the three do what they do with a full one', async () => {
  const shop = await startShop();
  const store = await shop.openStore(shop);
  const license_key = await store.newKey();
  const { api_key: key } = await shop.makeKey('license');
  const ask = (operation: string, input: object) =>
    shop.call(operation, { license_key, ...input }, { key });
  const activated = await ask('POST /activate-license', { instance_name: 'Laptop' });
  assert.equal(activated.body.activated, true, activated.text);
  const { instance_id } = activated.body.instance;
  const { body } = await ask(OP, { instance_id });
  assert.deepEqual(body, await store.validate(license_key, { instance_id }));
  assert.equal((await ask('POST /deactivate-license', { instance_id })).body.deactivated, true);
});

test('404 license_not_found: a license key of another store finds nothing', async () => {
  const shop = await startShop();
  const license_key = await (await shop.openStore()).newKey();
  const { api_key: key } = await shop.makeKey('license');
  assertRefused(await shop.call(OP, { license_key }, { key }), 404, 'license_not_found');
});

test('429 rate_limited: one license is asked about so often and no more; others are not touched', async () => {
  const { shop, license_key, other_key, ask } = await limitedShop();
  assert.deepEqual(await statuses(LIMITS.license_burst, () => ask({ license_key })), [200]);
  const refused = await ask({ license_key });
  assertRefused(refused, 429, 'rate_limited', []);
  const { license_burst: burst, license_per_second: rate } = LIMITS;
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.headers['ratelimit-policy'], `"default";q=${burst};w=${burst / rate}`);
  assert.equal(refused.headers.ratelimit, `"default";r=0;t=${burst / rate}`);
  // However the key is written, and whatever is asked about it.
  assert.equal((await ask({ license_key: license_key.toLowerCase() })).status, 429);
  const activation = { license_key, instance_name: 'Laptop' };
  assert.equal((await ask(activation, 'POST /activate-license')).status, 429);
  const end = { license_key, instance_id: 'inst_nothing' };
  assert.equal((await ask(end, 'POST /deactivate-license')).status, 429);
  assert.equal((await ask({ license_key: other_key })).status, 200);
  shop.now += 1_000;
  assert.deepEqual(await statuses(rate, () => ask({ license_key })), [200]);
  assert.equal((await ask({ license_key })).status, 429);
});

test('429 rate_limited: not with a full key, which is the seller’s own', async () => {
  const { store, license_key, ask } = await limitedShop();
  const more = LIMITS.license_address_burst + LIMITS.license_burst;
  assert.deepEqual(await statuses(more, () => store.ask(OP, { license_key })), [200]);
  assert.equal((await ask({ license_key })).status, 200, 'and it uses up nothing of the others');
});

test('429 rate_limited: not when limits are off', async () => {
  const shop = await startShop();
  const license_key = await (await shop.openStore(shop)).newKey();
  const { api_key: key } = await shop.makeKey('license');
  const more = LIMITS.license_address_burst + 1;
  assert.deepEqual(await statuses(more, () => shop.call(OP, { license_key }, { key })), [200]);
});

test('429 rate_limited: is not kept under an Idempotency-Key: later it is done, once', async () => {
  const { shop, store, license_key, ask } = await limitedShop();
  const { instance_id } = (await store.activate(license_key, 'Desktop')).instance;
  const requests: [operation: string, input: object][] = [
    ['POST /activate-license', { license_key, instance_name: 'Laptop' }],
    ['POST /deactivate-license', { license_key, instance_id }],
  ];
  await statuses(LIMITS.license_burst, () => ask({ license_key }));
  const send = (operation: string, input: object) =>
    ask(input, operation, { 'idempotency-key': operation.slice(6) });
  for (const request of requests) assertRefused(await send(...request), 429, 'rate_limited');
  shop.now += 1_000;
  for (const request of requests) {
    const done = await send(...request);
    assert.deepEqual([done.status, done.headers['idempotent-replayed']], [200, undefined]);
    const again = await send(...request);
    assert.deepEqual([again.body, again.headers['idempotent-replayed']], [done.body, 'true']);
  }
});

/** Asks as a client at this address, through the trusted proxy. */
function askFrom(shop: Shop, address: string, input: object, key: string): Promise<number> {
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': address,
  };
  const { port } = shop.app;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/validate-license', headers };
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(input));
  });
}

test('429 rate_limited: one address asks so often with a license key and no more; others go on', async () => {
  const { shop, shipped, license_key } = await limitedShop();
  shop.options.trusted_proxies = ['127.0.0.1'];
  await shop.restart();
  const guess = { license_key: mistyped(license_key) };
  const from = (address: string, input: object = guess, key = shipped) =>
    askFrom(shop, address, input, key);
  const { license_address_burst: burst, license_address_per_second: rate } = LIMITS;
  for (const [address, neighbour, stranger] of [
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
  ] as const) {
    const found = new Set<number>();
    for (let n = 0; n < burst; n++) found.add(await from(address));
    assert.deepEqual([...found], [404]);
    assert.equal(await from(neighbour, { license_key }), 429);
    assert.equal(await from(stranger, { license_key }), 200);
    assert.equal(await from(address, { license_key }, shop.api_key), 200, 'with a full key');
  }
  shop.now += 1_000;
  const again = new Set<number>();
  for (let n = 0; n < rate; n++) again.add(await from('203.0.113.7'));
  assert.deepEqual([...again], [404]);
  assert.equal(await from('203.0.113.7'), 429);
});

test('200: eight addresses, or eighty, do not use up a shipped key for the others', async () => {
  const { shop, shipped, license_key, other_key } = await limitedShop();
  shop.options.trusted_proxies = ['127.0.0.1'];
  shop.options.rate_limit = { rate_per_second: 1, burst: 50 };
  await shop.restart();
  const guess = { license_key: mistyped(license_key) };
  for (let at = 1; at <= 8; at++) {
    const from = `203.0.113.${at}`;
    const tries = Array.from({ length: LIMITS.license_address_burst + 5 }, () =>
      askFrom(shop, from, guess, shipped),
    );
    const found = await Promise.all(tries);
    assert.equal(found.filter((status) => status === 429).length, 5, from);
  }
  assert.equal(await askFrom(shop, '198.51.100.1', { license_key: other_key }, shipped), 200);
});

test('400 body_too_large: what a license key may send is a few thousand bytes', async () => {
  const { shop, shipped, license_key, ask } = await limitedShop();
  const numbers = `[${Array(58_000).fill('1e5').join(',')}]`;
  const headers = { 'x-api-key': shipped, 'content-type': 'application/json' };
  for (const path of MAY) {
    const body = JSON.stringify({ license_key }).replace('}', `,"a":${numbers}}`);
    assertRefused(await shop.send({ method: 'POST', path, headers }, body), 400, 'body_too_large');
  }
  const longest = { license_key, fingerprint: '\u{1F980}'.repeat(255) };
  assert.notEqual((await ask(longest)).body.error?.code, 'body_too_large');
  assertRefused(await ask({ license_key, more: [1] }), 400, 'unknown_parameter', ['more']);
});

test('404, 400: a refusal is not kept under an Idempotency-Key: who guesses fills no disk', async () => {
  const { shop, license_key, ask } = await limitedShop();
  const before = await shop.everything();
  const activation = { license_key: mistyped(license_key), instance_name: 'Laptop' };
  for (const input of [activation, { license_key }]) {
    const answer = await ask(input, 'POST /activate-license', { 'idempotency-key': 'guess' });
    assert.ok([400, 404].includes(answer.status), answer.text);
  }
  assert.equal(await shop.everything(), before);
});
