import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { DateInput } from '../../../src/platform/core/fields.ts';
import { exampleInput, requiredParameters } from '../../../src/platform/operation/examples.ts';
import type { Operation } from '../../../src/platform/operation/operation.ts';
import { operations as groups } from '../../../src/sites/api/operations.ts';
import type { Answer } from '../../harness/answer.ts';
import { startShop } from '../../harness/shop.ts';

// How clients write nothing, and where it must mean nothing: asked of every operation, in a store of
// its own each time.

const operations = Object.values(groups).flat();

const shop = await startShop();

/** What the operation answers to exactly this body in a new store, without what is new each time. */
async function answered(operation: Operation, body: string, headers = {}): Promise<string> {
  const { api_key } = await shop.makeStore('test');
  return told(await send(operation, { body, headers: { 'x-api-key': api_key, ...headers } }));
}

function send(
  { method, path }: Operation,
  { body, headers, query }: { body: string | undefined; headers: object; query?: string },
): Promise<Answer> {
  const target = query ? `${path}?${query}` : path;
  const with_type = { 'content-type': 'application/json', ...headers };
  return shop.send({ method, path: target, headers: with_type }, body);
}

const told = ({ status, text }: Answer): string =>
  `${status} ${text.replace(/[a-z]+_[0-9a-z]{28}|\/(?:dashboard|store|portal\/store)\/\d+|\/(?:portal|invitation)\/[0-9a-z]+|whsec_[^"]+|kassa_test_[^"]+|test [0-9a-f]{8}|"database_bytes":\d+/g, '…')}`;

const optionalOf = (operation: Operation): string[] => {
  const required = requiredParameters(operation);
  return Object.keys(operation.input.properties).filter((name) => !required.includes(name));
};

type Declared = TSchema & { documented?: { pattern?: string } };
const { pattern: DATE } = (DateInput as Declared).documented ?? {};

/** What a parameter is declared as, without "or null". */
function declared(operation: Operation, name: string): Declared {
  const property = operation.input.properties[name] as TSchema & { anyOf?: TSchema[] };
  return property.anyOf?.[0] ?? property;
}

test('null for an optional parameter is the same as leaving it out, one by one and all at once', async () => {
  let count = 0;
  for (const operation of operations) {
    const example = exampleInput(operation);
    const bare = Object.fromEntries(
      Object.entries(example).filter(([name]) => requiredParameters(operation).includes(name)),
    );
    const optional = optionalOf(operation);
    const nothing = Object.fromEntries(optional.map((name) => [name, null]));
    const wanted = await answered(operation, JSON.stringify(bare));
    for (const nulls of [nothing, ...optional.map((name) => ({ [name]: null }))]) {
      const body = JSON.stringify({ ...bare, ...nulls });
      assert.equal(await answered(operation, body), wanted, `${operation.path} ${body}`);
      count++;
    }
  }
  assert.ok(count > 150, `${count} requests`);
});

test('null inside an optional object is the same as leaving it out', async () => {
  const product = { name: 'A', description: '', price: 1, currency: 'EUR' };
  const licenseOf = async (license: object) =>
    (await shop.call('POST /create-product', { ...product, license })).body.license;
  const left_out = await licenseOf({ valid_days: 3 });
  assert.equal(left_out.valid_days, 3);
  const nothing = { activation_limit: null, certificate_days: null };
  assert.deepEqual(await licenseOf({ valid_days: 3, ...nothing }), left_out);
  const address = { line1: '1 Main Street', line2: null, country: null };
  const billing = await shop.call('POST /create-customer-billing', { customer_id: 'a', address });
  assert.deepEqual([billing.status, billing.body.address?.line2], [200, null]);
});

test('null in an update clears what may be null, and leaves the rest as it is', async () => {
  const product = { name: 'A', description: 'B', price: 1, currency: 'EUR', tier: 3 };
  const { body: made } = await shop.call('POST /create-product', { ...product, license: {} });
  const { product_id } = made;
  const change = { name: null, description: null, price: null, metadata: null, status: null };
  const clears = { tier: null, license: null, image_url: null };
  const { body } = await shop.call('POST /update-product', { product_id, ...change, ...clears });
  assert.deepEqual(body, { ...made, ...clears });
});

test('[] as a whole body is an empty object, and a byte order mark is skipped', async () => {
  for (const operation of operations) {
    const empty = await answered(operation, '{}');
    assert.equal(await answered(operation, '[]'), empty, operation.path);
    assert.equal(await answered(operation, ' [ ] '), empty, operation.path);
    assert.equal(await answered(operation, '\ufeff{}'), empty, operation.path);
    assert.equal(await answered(operation, '\ufeff[]'), empty, operation.path);
    const example = JSON.stringify(exampleInput(operation));
    const wanted = await answered(operation, example);
    assert.equal(await answered(operation, `\ufeff${example}`), wanted, operation.path);
  }
});

test('[] as metadata is an empty object', async () => {
  const with_metadata = operations.filter(({ input }) => 'metadata' in input.properties);
  assert.ok(with_metadata.length >= 5);
  for (const operation of with_metadata) {
    const input = exampleInput(operation);
    const wanted = await answered(operation, JSON.stringify({ ...input, metadata: {} }));
    const php = JSON.stringify({ ...input, metadata: [] });
    assert.equal(await answered(operation, php), wanted, operation.path);
  }
});

test('a GET or DELETE with Content-Type: application/json and an empty body takes its query', async () => {
  for (const operation of operations) {
    if (operation.method === 'POST') continue;
    const input = exampleInput(operation);
    const query = new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]));
    const { api_key } = await shop.makeStore('test');
    const headers = { 'x-api-key': api_key };
    const wanted = await answered(operation, JSON.stringify(input));
    for (const body of [undefined, '']) {
      const answer = await send(operation, { body, headers, query: query.toString() });
      assert.equal(told(answer), wanted, operation.path);
    }
    const twice = { body: JSON.stringify(input), headers, query: query.toString() };
    assert.equal(told(await send(operation, twice)), wanted, operation.path);
  }
});

test('a parameter in the query and null in the body is no conflict', async () => {
  for (const operation of operations) {
    if (operation.method === 'POST') continue;
    for (const name of Object.keys(operation.input.properties)) {
      const body = JSON.stringify({ [name]: null });
      const headers = { 'x-api-key': shop.api_key };
      const answer = await send(operation, { body, headers, query: `${name}=1` });
      const code = answer.body.error?.code;
      assert.notEqual(code, 'conflicting_parameter', `${operation.path} ${name} ${answer.text}`);
    }
  }
});

test('a date-time without an offset is read as UTC, by every parameter that is a date', async () => {
  const dates = operations.flatMap((operation) =>
    Object.keys(operation.input.properties)
      .filter((name) => declared(operation, name).documented?.pattern === DATE)
      .map((name) => ({ operation, name })),
  );
  assert.ok(dates.length >= 5);
  for (const { operation, name } of dates) {
    const { by: _, ...example } = exampleInput(operation);
    const at = (text: string) => answered(operation, JSON.stringify({ ...example, [name]: text }));
    const wanted = await at('2027-01-02T03:04:05.000Z');
    // What is about something that is not there looks at the date all the same.
    assert.match(wanted, /^(200|404) |"product_unavailable"/, `${operation.path} ${wanted}`);
    for (const text of ['2027-01-02T03:04:05', '2027-01-02 03:04:05', '2027-01-02T03:04:05.000']) {
      assert.equal(await at(text), wanted, `${operation.path} ${name} ${text}`);
    }
  }
});

test('a list without a limit has pages of 100', () => {
  const lists = operations.filter(
    ({ path }) => /^\/(list|search)-|-transactions$/.test(path) && path !== '/search-store',
  );
  assert.ok(lists.length >= 9);
  for (const { path, input } of lists) {
    const { limit } = input.properties as Record<string, { default?: number; maximum?: number }>;
    assert.deepEqual([limit?.default, limit?.maximum], [100, 100], path);
  }
});
