import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { call, connect, refused } from '../../../../../test/harness/agent.ts';
import { type Shop, startShop } from '../../../../../test/harness/shop.ts';
import { operations } from '../../operations.ts';
import { SELLERS_WORDS } from './sellers-words.rules.ts';
import { USUAL_TOOLS } from './usual-tools.rules.ts';

// Which tools an agent is shown, and how it reaches the others.

const all = Object.values(operations).flat();
const nameOf = ({ path }: { path: string }) => path.slice(1);

let shop: Shop;
let seller: Client;
before(async () => {
  shop = await startShop();
  seller = await connect(shop);
});

const listAt = (query: string) =>
  shop.send(
    {
      method: 'POST',
      path: `/mcp${query}`,
      headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json' },
    },
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  );

test('the list is short: what a seller needs on most days, and the way to the rest', async () => {
  assert.equal(seller.getServerVersion()?.name, 'kassa');
  assert.match(seller.getInstructions() ?? '', /test store.*find/s);
  const { tools } = await seller.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name).toSorted(),
    [...Object.keys(USUAL_TOOLS), 'find', 'describe', 'call'].toSorted(),
  );
  const { text } = await listAt('');
  assert.ok(text.length < 20_000, `${text.length} bytes`);
  for (const tool of tools) {
    assert.equal(tool.outputSchema, undefined, tool.name);
    const operation = all.find((one) => nameOf(one) === tool.name);
    if (!operation) continue;
    assert.ok(tool.description?.startsWith(operation.summary), tool.name);
    const shown = Object.keys(tool.inputSchema.properties ?? {});
    const own = operation.read ? [] : ['idempotency_key'];
    const names = [...Object.keys(operation.input.properties), ...own];
    const named = names.filter((name) => tool.description?.includes(name));
    assert.deepEqual([...shown, ...named].filter(isFirst).toSorted(), names.toSorted());
    assert.equal(tool.annotations?.readOnlyHint ?? false, operation.read !== undefined, tool.name);
  }
  const hintsOf = (wanted: string) => tools.find(({ name }) => name === wanted)?.annotations;
  assert.equal(hintsOf('create-product')?.destructiveHint, false);
  assert.equal(hintsOf('refund-transaction')?.destructiveHint, true);
  assert.equal(hintsOf('call')?.destructiveHint, true);
});

const isFirst = (name: string, at: number, names: string[]) => names.indexOf(name) === at;

test('?tools=all: every operation is a tool, with what it takes and what it changes', async () => {
  const { tools } = await (await connect(shop, { tools: 'all' })).listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    all.map(nameOf),
  );
  for (const [at, tool] of tools.entries()) {
    const operation = all[at];
    assert(operation);
    assert.match(tool.name, /^[a-z-]{1,64}$/);
    assert.ok(tool.description?.startsWith(operation.summary), tool.name);
    for (const code of operation.errors) assert.ok(tool.description?.includes(code), tool.name);
    assert.equal(tool.annotations?.readOnlyHint, operation.read !== undefined, tool.name);
    const own = operation.read ? [] : ['idempotency_key'];
    const names = [...Object.keys(operation.input.properties), ...own];
    assert.deepEqual(Object.keys(tool.inputSchema.properties ?? {}), names);
    assert.equal(tool.outputSchema, undefined, tool.name);
  }
  const cancel = tools.find(({ name }) => name === 'cancel-subscription');
  assert.equal(cancel?.annotations?.idempotentHint, true);
});

test('?tools= chooses tools and groups; nothing else can be called there', async () => {
  const namesOf = async (tools: string) =>
    (await (await connect(shop, { tools })).listTools()).tools.map(({ name }) => name);
  assert.deepEqual(await namesOf('get-clock, create-checkout'), ['create-checkout', 'get-clock']);
  assert.deepEqual(await namesOf('payment-links,find'), [
    ...['create-payment-link', 'get-payment-link', 'list-payment-links', 'update-payment-link'],
    'delete-payment-link',
    'find',
  ]);
  const more = await namesOf('usual,get-clock');
  assert.ok(['get-clock', 'get-store', 'call'].every((name) => more.includes(name)));
  const chosen = await connect(shop, { tools: 'get-clock' });
  assert.equal((await call(chosen, 'get-clock')).object, 'clock');
  for (const name of ['get-store', 'call', 'find']) {
    await assert.rejects(chosen.callTool({ name, arguments: {} }), /no tool of this name/);
  }
  const table: [query: string, message: RegExp][] = [
    ['?tools=get-clok', /Did you mean get-clock\?/],
    ['?tools=', /must name tools or groups of tools: usual, all, products, /],
    ['?tool=all', /Did you mean tools\?/],
    ['?tools=all&tools=all', /tools/],
  ];
  for (const [query, message] of table) {
    const answer = await listAt(query);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, message);
  }
});

test('find, describe and call: an agent reaches what is not in its list', async () => {
  const found = await call(seller, 'find', { words: 'tax report' });
  assert.deepEqual(found.tools[0], {
    ...{ name: 'get-tax-report', summary: found.tools[0].summary, only_reads: true },
  });
  for (const [words, name] of [
    ['pause subscriptions', 'pause-subscription'],
    ['invite a colleague', 'invite-member'],
    ['audit', 'list-audit-entries'],
    ['signing secret webhook', 'get-webhook-secret'],
    // As sellers say it, and by what is only in an answer.
    ['give the money back', 'refund-transaction'],
    ['voucher', 'create-discount-code'],
    ['VAT report', 'get-tax-report'],
    ['mrr', 'get-metrics'],
    ['reactivate', 'resume-subscription'],
    ['orders', 'get-transactions'],
    ['downgrade', 'update-subscription'],
    ['todo', 'get-attention'],
    ['overdue subscriptions', 'list-subscriptions'],
    ['go live', 'copy-store'],
  ]) {
    const { tools } = await call(seller, 'find', { words });
    assert.equal(tools[0].name, name, JSON.stringify(tools));
  }
  const { groups } = await call(seller, 'find');
  assert.deepEqual(await call(seller, 'find', { words: 'zebra' }), { tools: [], groups });
  assert.deepEqual(Object.values(groups).flat(), all.map(nameOf));
  const { inputSchema, example } = await call(seller, 'describe', { tool: 'create-customer' });
  assert.ok(inputSchema.properties.email.anyOf[0].format === 'email' && example !== undefined);
  const made = await call(seller, 'call', {
    ...{ tool: 'create-customer', arguments: { email: 'eve@example.com' } },
  });
  assert.equal(made.email, 'eve@example.com');
  assert.equal((await call(seller, 'get-clock')).object, 'clock'); // By its name as well.
  const reader = await connect(shop, { key: (await shop.makeKey('read')).api_key });
  const writes = await call(reader, 'find', { words: 'create product' });
  assert.ok(writes.tools.every((tool: { only_reads: boolean }) => tool.only_reads));
  const inside = { tool: 'create-customer', arguments: {} };
  assert.equal((await refused(reader, 'call', inside)).code, 'api_key_scope');
});

test('a guide that is called wrongly says what to mend', async () => {
  const table: [name: string, sent: object, param: string][] = [
    ['find', { words: 7 }, 'words'],
    ['find', { words: 'x'.repeat(201) }, 'words'],
    ['describe', {}, 'tool'],
    ['describe', { tool: 'constructor' }, 'tool'],
    ['call', { tool: 'get-clok' }, 'tool'],
    ['call', { tool: 'call' }, 'tool'],
    ['call', { tool: 'get-clock', arguments: 'x' }, 'arguments'],
    ['call', { tool: 'get-clock', arguments: { x: 1 } }, 'x'],
    ['call', { tool: 'get-customer', customer_id: 'eve' }, 'customer_id'],
    ['call', { tool: 'create-customer', arguments: {}, idempotency_key: 'a' }, 'idempotency_key'],
  ];
  for (const [name, sent, param] of table) {
    const { status, details } = await refused(seller, name, sent);
    assert.deepEqual([status, details[0].param], [400, param], `${name} ${JSON.stringify(sent)}`);
  }
  const { details } = await refused(seller, 'call', { tool: 'get-clok' });
  assert.match(details[0].message, /Did you mean get-clock\?/);
  const messageOf = async (sent: object) =>
    (await refused(seller, 'call', { ...sent })).details[0].message;
  assert.match(await messageOf({ tool: 'find' }), /^is called directly/);
  assert.match(await messageOf({ tool: 'get-clock', by: 'P1D' }), /^must be inside `arguments`$/);
});

test('every word that sellers use leads somewhere', async () => {
  for (const [word, meanings] of Object.entries(SELLERS_WORDS)) {
    for (const words of [word, ...meanings]) {
      const { tools } = await call(seller, 'find', { words });
      assert.ok(tools.length > 0, words);
    }
  }
});

test('lists answer 20 records unless more are wanted', async () => {
  for (let number = 0; number < 22; number++) {
    await shop.call('POST /create-customer', { customer_id: `many_${number}` });
  }
  const page = await call(seller, 'list-customers');
  assert.deepEqual([page.data.length, page.has_more], [20, true]);
  const next = await call(seller, 'list-customers', { cursor: page.next_cursor, limit: null });
  assert.ok(next.data.length > 0);
  assert.ok((await call(seller, 'list-customers', { limit: 100 })).data.length > 20);
  const named = { tool: 'list-customers', arguments: {} };
  assert.equal((await call(seller, 'call', named)).data.length, 20);
});
