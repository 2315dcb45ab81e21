import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { card } from '../harness/cast.ts';
import { childrenOf, connectToEach } from '../harness/many-processes.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { until } from '../harness/until.ts';

// One of several processes is killed while clients buy. The others go on, it comes back, and four
// records agree: what clients were told, our sessions, our transactions, and the gateway's charges.

const PROCESSES = 3;
const BUYERS = 12;
const PURCHASES_AFTER = 24; // Answered after a kill, before it counts as survived.
let shop: ProcessShop;
let product_id: string;

before(async () => {
  shop = await ProcessShop.make();
  await shop.start({ KASSA_PROCESSES: String(PROCESSES), KASSA_LOG_LEVEL: 'off' });
  await connectToEach(shop, PROCESSES);
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  product_id = (await shop.call('/create-product', product)).body.product_id;
});

interface Purchases {
  /** Sessions whose payment a client was told of. */
  paid: Set<string>;
  reads: number;
  end(): Promise<void>;
}

/** Each buyer has a connection of its own, asks again after a failure, and reads what it was told. */
function startBuying(): Purchases {
  const paid = new Set<string>();
  const purchases = { paid, reads: 0, end };
  let ending = false;
  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    for (let number = 0; !ending; number++) await buy(`${Date.now()}-${buyer}-${number}`);
  });
  async function buy(name: string): Promise<void> {
    const sold = { product_id, quantity: 1, customer_id: `buyer_${name}` };
    const session = await insist('/create-checkout', sold, `open-${name}`);
    const { checkout_session_id } = session;
    const payment = { checkout_session_id, payment_method: card() };
    const done = await insist('/complete-checkout', payment, `pay-${name}`);
    assert.equal(done.status, 'completed');
    paid.add(checkout_session_id);
    const agent = shop.connection();
    const path = `/get-checkout?checkout_session_id=${checkout_session_id}`;
    const found = await shop.get(path, {}, agent).catch(() => undefined);
    agent.destroy();
    if (found?.status !== 200) return; // The process that was asked has ended.
    assert.equal(found.body.status, 'completed', 'what was answered is read everywhere');
    purchases.reads += 1;
  }
  async function end(): Promise<void> {
    ending = true;
    await Promise.all(buyers);
  }
  return purchases;
}

/** Asks until there is an answer, each time over a new connection, with the same Idempotency-Key. */
async function insist(path: string, input: object, key: string) {
  let body: { status?: string; checkout_session_id: string } | undefined;
  await until(async () => {
    const agent = shop.connection();
    const headers = { 'idempotency-key': key };
    const answer = await shop.call(path, input, headers, agent).catch(() => undefined);
    agent.destroy();
    assert.ok(!answer || answer.status === 200 || answer.status === 500, JSON.stringify(answer));
    if (answer?.status === 200) body = answer.body;
    return body !== undefined;
  }, `${path} is answered`);
  assert.ok(body);
  return body;
}

for (const [who, at] of [
  ['the one that was started first', 0],
  ['the one that was started last', PROCESSES - 1],
] as const) {
  test(`${who} is killed while clients buy: the others go on, it comes back, nothing is lost or doubled`, async () => {
    const pids = childrenOf(shop.pid);
    const purchases = startBuying();
    await until(() => purchases.paid.size >= BUYERS, 'everybody has bought something');
    process.kill(pids[at] ?? 0, 'SIGKILL');
    const paid_before = purchases.paid.size;
    const enough = () => purchases.paid.size >= paid_before + PURCHASES_AFTER;
    await until(enough, 'purchases go on');
    await purchases.end();
    const each = await connectToEach(shop, PROCESSES);
    for (const agent of each.values()) agent.destroy();
    const now = childrenOf(shop.pid);
    assert.equal(now.filter((pid) => pids.includes(pid)).length, PROCESSES - 1);
    assert.ok(purchases.reads > 0);
    await assertAgree(purchases.paid);
  });
}

test('told to end just after one of them was killed, all end at once', async () => {
  const ended_after_ms: number[] = [];
  for (const wait_ms of [0, 50]) {
    await shop.start({ KASSA_PROCESSES: String(PROCESSES), KASSA_LOG_LEVEL: 'off' });
    for (const agent of (await connectToEach(shop, PROCESSES)).values()) agent.destroy();
    let is_over = false;
    const writers = Array.from({ length: 2 * PROCESSES }, async () => {
      while (!is_over) {
        const agent = shop.connection();
        const product = { name: 'Late', description: '', price: 5, currency: 'USD' };
        await shop.call('/create-product', product, {}, agent).catch(() => setTimeout(5));
        agent.destroy();
      }
    });
    await setTimeout(200);
    process.kill(childrenOf(shop.pid)[0] ?? 0, 'SIGKILL');
    await setTimeout(wait_ms);
    const began = performance.now();
    await shop.kill('SIGTERM');
    ended_after_ms.push(performance.now() - began);
    is_over = true;
    await Promise.all(writers);
  }
  assert.ok(Math.max(...ended_after_ms) < 3_500, `it took ${ended_after_ms} ms`);
});

async function assertAgree(paid: Set<string>): Promise<void> {
  const settled = `SELECT checkout_session_id FROM checkouts WHERE status = 'processing'`;
  await until(async () => (await shop.rows(settled)).length === 0, 'nothing is left open');
  const charges = await shop.rows<{ checkout_session_id: string; count: number }>(
    `SELECT t.checkout_session_id, COUNT(*) AS count FROM test_gateway_charges c
     JOIN transactions t ON t.store_id = c.store_id AND t.transaction_id = c.charge_key
     WHERE c.status = 'paid' AND t.status = 'paid' GROUP BY t.checkout_session_id`,
  );
  const charged = new Map(charges.map((row) => [row.checkout_session_id, Number(row.count)]));
  for (const id of paid) assert.equal(charged.get(id), 1, `${id} is paid once`);
  const completed = await shop.rows<{ checkout_session_id: string }>(
    `SELECT checkout_session_id FROM checkouts WHERE status = 'completed'`,
  );
  assert.equal(completed.length, charged.size);
  await shop.assertRight();
}
