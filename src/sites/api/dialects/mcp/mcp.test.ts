import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { call, connect, refused } from '../../../../../test/harness/agent.ts';
import type { Answer } from '../../../../../test/harness/answer.ts';
import { cards } from '../../../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../../../test/harness/shop.ts';
import { LIMITS } from '../../../../platform/core/limits.ts';
import { operations } from '../../operations.ts';

// The Model Context Protocol as its official client speaks it, and as nobody should.

const all = Object.values(operations).flat();
const nameOf = ({ path }: { path: string }) => path.slice(1);

let shop: Shop;
let seller: Client;
before(async () => {
  shop = await startShop();
  seller = await connect(shop);
});

test('an agent sells: a product, a purchase, a license on a machine, a refund', async () => {
  const { product_id } = await call(seller, 'create-product', {
    ...{ name: 'Lumen', description: 'An editor', price: 29, currency: 'USD' },
    license: { activation_limit: 1, valid_days: null },
  });
  const ada = await call(seller, 'create-customer', { email: 'ada@example.com' });
  const { checkout_session_id } = await call(seller, 'create-checkout', {
    ...{ product_id, quantity: 1, customer_id: ada.customer_id },
  });
  const paid = await call(seller, 'complete-checkout', {
    ...{ checkout_session_id, payment_method: cards.pays },
  });
  const [license_key] = paid.license_keys;
  await call(seller, 'activate-license', { license_key, instance_name: 'Laptop' });
  const full = await refused(seller, 'activate-license', { license_key, instance_name: 'Other' });
  assert.equal(full.code, 'activation_limit_reached');
  assert.equal((await call(seller, 'validate-license', { license_key })).valid, true);
  const { transaction_id } = paid;
  assert.equal((await call(seller, 'refund-transaction', { transaction_id })).total, 29);
  const { data } = await call(seller, 'list-audit-entries', { limit: 1 });
  assert.deepEqual([data[0].action, data[0].actor.kind], ['/refund-transaction', 'api_key']);
});

test('every tool that only reads and needs nothing answers', async () => {
  for (const operation of all) {
    if (!operation.read || operation.any_of || (operation.input.required ?? []).length > 0)
      continue;
    if (operation.errors.length > 0) continue;
    await call(seller, nameOf(operation));
  }
});

test('a refusal is a result that says what to mend; a repeated call is done once', async () => {
  const wrong = await refused(seller, 'create-product', { name: 'x', prize: 1 });
  assert.equal(wrong.code, 'invalid_parameters');
  const named = wrong.details.map(({ param }: { param: string }) => param);
  assert.deepEqual(named, ['prize', 'description', 'price', 'currency']);
  const unknown = await refused(seller, 'get-product', { product_id: 'prod_no' });
  assert.equal(`${unknown.status} ${unknown.code}`, '404 product_not_found');
  const idempotency_key = 'once';
  const product = { name: 'Once', description: '', price: 1, currency: 'USD' };
  const first = await call(seller, 'create-product', { ...product, idempotency_key });
  assert.deepEqual(await call(seller, 'create-product', { ...product, idempotency_key }), first);
  const other = { ...product, price: 2, idempotency_key };
  assert.equal((await refused(seller, 'create-product', other)).code, 'idempotency_key_reused');
  for (const key of ['', 'ü', 7, 'x'.repeat(256)]) {
    const sent = { ...product, idempotency_key: key };
    assert.equal((await refused(seller, 'create-product', sent)).code, 'idempotency_key_invalid');
  }
  const read = await refused(seller, 'get-product', { product_id: 'x', idempotency_key });
  assert.equal(read.details[0].param, 'idempotency_key');
});

test('a key sees and calls what its scope allows', async () => {
  const shipped = await connect(shop, { key: (await shop.makeKey('license')).api_key });
  const names = (await shipped.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(names, ['validate-license', 'activate-license', 'deactivate-license']);
  assert.equal((await refused(shipped, 'search-products')).code, 'api_key_scope');
  const reader = await connect(shop, {
    ...{ key: (await shop.makeKey('read')).api_key, tools: 'all' },
  });
  const { tools: read } = await reader.listTools();
  assert.ok(read.length > 30 && read.every(({ annotations }) => annotations?.readOnlyHint));
  assert.equal((await refused(reader, 'create-product')).code, 'api_key_scope');
  await assert.rejects(connect(shop, { key: 'kassa_test_wrong' }), /api_key_incorrect/);
});

const post = (body: string, headers: object = {}, query = ''): Promise<Answer> =>
  shop.send(
    {
      method: 'POST',
      path: `/mcp${query}`,
      headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json', ...headers },
    },
    body,
  );

const say = (message: object, headers?: object, query?: string) =>
  post(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }), headers, query);

test('whatever is no message of the protocol is answered with a clean error', async () => {
  const table: [body: string, status: number, code: number][] = [
    ['{', 400, -32700],
    ['', 400, -32600],
    ['[]', 400, -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32700],
    ['"ping"', 400, -32700],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"__proto__"}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"resources/list"}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200, -32602],
    [`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, 400, -32700],
  ];
  for (const [body, status, code] of table) {
    const answer = await post(body);
    assert.equal(`${answer.status} ${answer.body.error?.code}`, `${status} ${code}`, body);
  }
  const calls = [{ name: 'constructor' }, { name: 7 }, { name: 'get-product', arguments: [1] }];
  for (const params of calls) {
    const answer = await say({ method: 'tools/call', params });
    assert.equal(`${answer.status} ${answer.body.error?.code}`, '200 -32602', answer.text);
  }
  const near = await say({ method: 'tools/call', params: { name: 'create_products' } });
  assert.match(near.body.error.message, /Did you mean create-product\?/);
  const proto = '{"name":"create-product","arguments":{"__proto__":{"price":1}}}';
  const polluted = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${proto}}`);
  assert.equal(polluted.body.result?.isError ?? polluted.body.error?.code < 0, true);
  assert.equal((await post('x'.repeat(LIMITS.body_bytes + 1))).body.error.code, -32000);
  const long = await say({ method: 'x'.repeat(200_000) });
  assert.equal(long.body.error.message, 'There is no such method.');
});

test('versions, notifications, other methods and other sites', async () => {
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const answer = await say({ method: 'initialize', params: { protocolVersion: version } });
    assert.equal(answer.body.result.protocolVersion, version);
    const headers = { 'mcp-protocol-version': version };
    assert.equal((await say({ method: 'ping' }, headers)).status, 200);
  }
  const future = await say({ method: 'initialize', params: { protocolVersion: '2999-01-01' } });
  assert.equal(future.body.result.protocolVersion, '2025-11-25');
  const unknown = await say({ method: 'ping' }, { 'mcp-protocol-version': '2999-01-01' });
  assert.equal(unknown.status, 400);
  const note = await say({ id: undefined, method: 'notifications/initialized' });
  assert.deepEqual([note.status, note.body, note.headers['mcp-session-id']], [200, {}, undefined]);
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS', 'TRACE']) {
    const headers = { 'x-api-key': shop.api_key, accept: 'text/event-stream' };
    const answer = await shop.send({ method, path: '/mcp', headers });
    assert.deepEqual([answer.status, answer.headers.allow], [400, 'POST'], method);
    assert.match(answer.body.error.message, /^Send messages by POST/);
  }
  // Against DNS rebinding: only our own pages, and those of sites that the store names.
  for (const origin of ['https://evil.example', 'null', 'http://localhost']) {
    const answer = await say({ method: 'ping' }, { origin });
    assert.deepEqual([answer.status, answer.body.error.data.code], [403, 'origin_not_allowed']);
  }
  const own = { origin: 'https://localhost', host: 'localhost' };
  assert.equal((await say({ method: 'ping' }, own)).status, 200);
});
