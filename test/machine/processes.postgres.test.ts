import assert from 'node:assert/strict';
import type { Agent } from 'node:https';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { markRevokedOfStore } from '../../src/shop/store/api-key.sql.ts';
import { card } from '../harness/cast.ts';
import { childrenOf, connectToEach } from '../harness/many-processes.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { times } from '../harness/seed.ts';
import { until } from '../harness/until.ts';

// KASSA_PROCESSES: several processes serve one port and share a PostgreSQL.

const PROCESSES = 3;
const WRITES = times('PROCESS_WRITES', 150, 2_000);
const PRODUCT = { name: 'Editor', description: '', price: 20, currency: 'USD' };
let shop: ProcessShop;
let each: Map<number, Agent>;
const at = (number: number): Agent => {
  const agent = each.get(number);
  assert.ok(agent);
  return agent;
};

before(async () => {
  shop = await ProcessShop.make();
  await shop.start({ KASSA_PROCESSES: String(PROCESSES) });
  each = await connectToEach(shop, PROCESSES);
});

test('every process takes connections, reads and writes, and tells of all of them', async () => {
  for (const agent of each.values()) {
    const { body } = await shop.call('/create-product', PRODUCT, {}, agent);
    const found = await shop.get(`/get-product?product_id=${body.product_id}`, {}, agent);
    assert.equal(found.body.name, 'Editor');
  }
  const { body: metrics } = await shop.get('/metrics', {}, at(2));
  for (const number of each.keys()) {
    const line = `kassa_requests_total{operation="/create-product",status="200",process="${number}"} 1`;
    assert.ok(metrics.includes(line), metrics);
  }
});

test(`who has the answer to a write reads it in every process: ${WRITES} writes`, async () => {
  const { body } = await shop.call('/create-product', PRODUCT);
  const { product_id } = body;
  for (let turn = 1; turn <= WRITES; turn++) {
    const price = turn;
    const writer = at(1 + (turn % PROCESSES));
    await shop.call('/update-product', { product_id, price }, {}, writer);
    const readers = [...each.values()].filter((agent) => agent !== writer);
    for (const reader of readers) {
      const found = await shop.get(`/get-product?product_id=${product_id}`, {}, reader);
      assert.equal(found.body.price, price, `turn ${turn}`);
    }
  }
});

test('refusals, forms and pages are the same in every process', async () => {
  const answers = [];
  for (const agent of each.values()) {
    const wrong = await shop.call('/create-product', { ...PRODUCT, price: -1 }, {}, agent);
    const { request_id: _, ...error } = wrong.body.error;
    const home = await shop.get('/', { accept: 'text/html' }, agent);
    const sign_in = await shop.get('/account/sign-in', { accept: 'text/html' }, agent);
    answers.push([wrong.status, error, home.status, home.body, sign_in.status]);
  }
  assert.equal(answers[0]?.[0], 400);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
});

test('an Idempotency-Key holds across the processes', async () => {
  const headers = { 'idempotency-key': 'across' };
  const made = await Promise.all(
    [...each.values()].map((agent) => shop.call('/create-product', PRODUCT, headers, agent)),
  );
  assert.equal(new Set(made.map(({ body }) => body.product_id)).size, 1);
});

test('a moved clock and a revoked key are known in every process within a second', async () => {
  await shop.call('/advance-clock', { to: '2031-01-01T00:00:00Z' }, {}, at(1));
  await setTimeout(1_000);
  for (const agent of each.values()) {
    const { body } = await shop.call('/create-product', PRODUCT, {}, agent);
    assert.match(body.created_at, /^2031/);
  }
  const { store_id, api_key } = await shop.makeStore();
  const own = { 'x-api-key': api_key };
  for (const agent of each.values()) {
    assert.equal((await shop.get('/search-products', own, agent)).status, 200);
  }
  await shop.db.write({ store_id }, async (tx) => {
    const [key] = await tx.all<{ key_id: string }>(
      'SELECT key_id FROM api_keys WHERE store_id = :store_id',
    );
    await markRevokedOfStore(tx, key?.key_id ?? '', Date.now());
  });
  await setTimeout(1_000);
  for (const agent of each.values()) {
    assert.equal((await shop.get('/search-products', own, agent)).status, 403);
  }
});

test('SIGTERM lets a payment finish that is under way in another process, and ends all', async () => {
  const { body: product } = await shop.call('/create-product', PRODUCT);
  const { product_id } = product;
  const sold = { product_id, quantity: 1, customer_id: 'ada' };
  const { body: session } = await shop.call('/create-checkout', sold);
  await shop.setFault({ fault: 'slow_before', delay_ms: 1_000 });
  const { checkout_session_id } = session;
  const asked = { checkout_session_id, payment_method: card() };
  const paying = shop.call('/complete-checkout', asked, {}, at(3));
  await shop.until(`SELECT 1 FROM transactions WHERE status = 'pending'`);
  const children = childrenOf(shop.pid);
  const stopped = shop.kill('SIGTERM');
  assert.equal((await paying).body.status, 'completed');
  for (const agent of each.values()) agent.destroy();
  await stopped;
  assert.equal(children.length, PROCESSES);
  for (const pid of children) assert.throws(() => process.kill(pid, 0), /ESRCH/);
  await shop.assertRight();
});

test('processes count requests together, and a killed first process ends all of them', async () => {
  await shop.start({ KASSA_PROCESSES: '2', KASSA_RATE_LIMIT: '1/60' });
  each = await connectToEach(shop, 2);
  const remaining = async (number: number) => {
    const { headers } = await shop.get('/search-products', {}, at(number));
    return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
  };
  for (let request = 0; request < 50; request++) await remaining(1);
  // The second process may be asked a few times before it hears what the first has counted.
  let asked = 0;
  await until(async () => {
    asked += 1;
    await setTimeout(100);
    return (await remaining(2)) < 60 - 45;
  }, 'the second process has heard of it');
  assert.ok(asked < 15, `${asked} requests`);
  const children = childrenOf(shop.pid);
  await shop.kill('SIGKILL');
  const isGone = (pid: number) => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  };
  await until(() => children.every(isGone), 'nobody is left');
});
