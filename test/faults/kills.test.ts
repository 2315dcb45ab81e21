import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { card } from '../harness/cast.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { times } from '../harness/seed.ts';
import { until } from '../harness/until.ts';

// The power goes off at each point of a payment and of a refund. Afterwards there is exactly one
// charge and a completed session, or none and an open one: said by our records and the gateway's.

const PAYS = card();
const IS_DECLINED = card('4000000000000002');
const FOR_EVER = 600_000;
const RANDOM_KILLS = times('KILLS', 2, 25);

let shop: ProcessShop;
let product_id: string;

before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  product_id = (await shop.call('/create-product', product)).body.product_id;
  const coupon = { code: 'HALF', discount_percentage: 50, max_redemptions: 1_000_000 };
  await shop.call('/create-discount-code', coupon);
});
beforeEach(() => shop.setFault(undefined));

let customers = 0;
async function openSession(): Promise<string> {
  const customer_id = `buyer_${customers++}`;
  const session = { product_id, quantity: 1, customer_id, coupon_code: 'HALF' };
  return (await shop.call('/create-checkout', session)).body.checkout_session_id;
}

const pay = (checkout_session_id: string, payment_method = PAYS, key = checkout_session_id) =>
  shop.call(
    '/complete-checkout',
    { checkout_session_id, payment_method },
    { 'idempotency-key': key },
  );

const paidCharges = async (checkout_session_id: string) =>
  (
    await shop.rows(`SELECT c.charge_key FROM test_gateway_charges c
      JOIN transactions t ON t.store_id = c.store_id AND t.transaction_id = c.charge_key
      WHERE c.status = 'paid' AND t.checkout_session_id = '${checkout_session_id}'`)
  ).length;

const statusOf = async (checkout_session_id: string) =>
  (
    await shop.rows<{ status: string }>(
      `SELECT status FROM checkouts WHERE checkout_session_id = '${checkout_session_id}'`,
    )
  )[0]?.status;

const SETTLED = (id: string) =>
  `SELECT status FROM checkouts WHERE checkout_session_id = '${id}' AND status <> 'processing'`;
const PENDING = (id: string) =>
  `SELECT status FROM transactions WHERE checkout_session_id = '${id}' AND status = 'pending'`;
const CHARGED = (id: string) => `SELECT c.status FROM test_gateway_charges c
  JOIN transactions t ON t.transaction_id = c.charge_key WHERE t.checkout_session_id = '${id}'`;

/** Kills the service as soon as `sql` finds something, and starts it again without the fault. */
async function killWhen(sql: string, under_way: Promise<unknown>): Promise<void> {
  const lost = assert.rejects(under_way);
  await shop.until(sql);
  await shop.kill();
  await lost;
  await shop.setFault(undefined);
  await shop.start();
}

test('killed after the intent, before the gateway is called: charged once after the restart', async () => {
  const id = await openSession();
  await shop.setFault({ fault: 'slow_before', delay_ms: FOR_EVER });
  await killWhen(PENDING(id), pay(id));
  await shop.until(SETTLED(id));
  assert.deepEqual([await statusOf(id), await paidCharges(id)], ['completed', 1]);
  const again = await pay(id);
  assert.deepEqual([again.status, again.body.status], [200, 'completed'], 'a retry is answered');
  assert.equal(await paidCharges(id), 1);
  await shop.assertRight();
});

test('killed after the gateway charged, before that is recorded: the charge is found', async () => {
  const id = await openSession();
  await shop.setFault({ fault: 'slow_after', delay_ms: FOR_EVER });
  await killWhen(CHARGED(id), pay(id));
  await shop.until(SETTLED(id));
  assert.deepEqual([await statusOf(id), await paidCharges(id)], ['completed', 1]);
  assert.equal((await pay(id)).body.status, 'completed');
  await shop.assertRight();
});

test('killed right after the outcome is recorded: nothing is lost and nothing is doubled', async () => {
  const id = await openSession();
  const paying = pay(id).catch(() => undefined); // It may be answered or not.
  await shop.until(`${SETTLED(id)} AND status = 'completed'`);
  await shop.kill();
  await paying;
  await shop.start();
  assert.deepEqual([await statusOf(id), await paidCharges(id)], ['completed', 1]);
  assert.equal((await pay(id)).body.status, 'completed');
  await shop.assertRight();
});

test('a declined payment, killed before and after the gateway answers: none and an open session', async () => {
  for (const [fault, found] of [
    ['slow_before', PENDING],
    ['slow_after', CHARGED],
  ] as const) {
    const id = await openSession();
    await shop.setFault({ fault, delay_ms: FOR_EVER });
    await killWhen(found(id), pay(id, IS_DECLINED));
    await shop.until(SETTLED(id));
    assert.deepEqual([await statusOf(id), await paidCharges(id)], ['open', 0]);
    const again = await pay(id, IS_DECLINED);
    assert.equal(again.body.error.code, 'payment_declined', 'a retry gets the same answer');
    const tried = await shop.rows(
      `SELECT status FROM transactions WHERE checkout_session_id = '${id}'`,
    );
    assert.equal(tried.length, 1);
    assert.equal((await pay(id, PAYS, `${id}-other`)).body.status, 'completed');
    await shop.assertRight();
  }
});

test('a gateway whose answers are lost, and a kill on top: charged once', async () => {
  const id = await openSession();
  await shop.setFault({ fault: 'answer_lost', delay_ms: 0 });
  const answer = await pay(id);
  assert.deepEqual([answer.status, answer.body.error.code], [500, 'payment_unresolved']);
  assert.equal(await statusOf(id), 'processing');
  await shop.kill();
  await shop.setFault(undefined);
  await shop.start();
  await shop.until(SETTLED(id));
  assert.deepEqual([await statusOf(id), await paidCharges(id)], ['completed', 1]);
  await shop.assertRight();
});

test('a refund, killed before and after the gateway gives the money back: given back once', async () => {
  for (const [fault, sql] of [
    ['slow_before', `SELECT status FROM transactions WHERE type = 'refund' AND status = 'pending'`],
    [
      'slow_after',
      `SELECT r.status FROM test_gateway_refunds r JOIN transactions t
       ON t.transaction_id = r.refund_key WHERE t.status = 'pending'`,
    ],
  ] as const) {
    const id = await openSession();
    const { transaction_id } = (await pay(id)).body;
    await shop.setFault({ fault, delay_ms: FOR_EVER });
    const input = { transaction_id, amount: 4 };
    const headers = { 'idempotency-key': `refund-${id}` };
    await killWhen(sql, shop.call('/refund-transaction', input, headers));
    await shop.until(
      `SELECT status FROM transactions WHERE transaction_id = '${transaction_id}'
       AND status = 'partially_refunded'`,
    );
    const again = await shop.call('/refund-transaction', input, headers);
    assert.deepEqual([again.status, again.body.total, again.body.status], [200, 4, 'paid']);
    const given = await shop.rows<{ amount_minor: number }>(
      `SELECT r.amount_minor FROM test_gateway_refunds r JOIN test_gateway_charges c
       ON c.reference = r.charge_reference WHERE c.charge_key = '${transaction_id}'`,
    );
    assert.deepEqual(
      given.map(({ amount_minor }) => amount_minor),
      [400],
    );
    await shop.assertRight();
  }
});

test(`${RANDOM_KILLS} kills at random instants under load: every session is paid once or open`, async (t) => {
  const sessions: string[] = [];
  for (let kill = 0; kill < RANDOM_KILLS; kill++) {
    // The last time somebody has paid before.
    const answers_min = kill === RANDOM_KILLS - 1 ? 24 : 0;
    let answers_left = answers_min + Math.ceil(Math.random() * 25);
    const slow = kill % 3 === 0 ? ('slow_before' as const) : ('slow_after' as const);
    await shop.setFault(kill % 2 === 0 ? { fault: slow, delay_ms: 20 } : undefined);
    const buyers = Array.from({ length: 8 }, async () => {
      for (;;) {
        const id = await openSession();
        sessions.push(id);
        answers_left -= 1;
        const { body } = await pay(id, Math.random() < 0.3 ? IS_DECLINED : PAYS);
        answers_left -= 1;
        if (body.transaction_id && Math.random() < 0.5) {
          await shop.call('/refund-transaction', {
            transaction_id: body.transaction_id,
            amount: 3,
          });
        }
      }
    });
    const ended = Promise.allSettled(buyers);
    while (answers_left > 0) await setTimeout(1);
    await setTimeout(Math.random() * 20);
    await shop.kill();
    await ended;
    await shop.start();
  }
  await shop.setFault(undefined);
  await shop.kill();
  await shop.start();
  const pending = `SELECT status FROM transactions WHERE status = 'pending'`;
  await until(async () => (await shop.rows(pending)).length === 0, 'nothing stays pending');
  const counts: Record<string, number> = {};
  for (const id of new Set(sessions)) {
    if (id === undefined) continue;
    const status = (await statusOf(id)) ?? '';
    counts[status] = (counts[status] ?? 0) + 1;
    assert.equal(await paidCharges(id), status === 'completed' ? 1 : 0, `${id} is ${status}`);
    assert.ok(status === 'completed' || status === 'open', status);
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok((counts.completed ?? 0) > 0);
  await shop.assertRight();
});
