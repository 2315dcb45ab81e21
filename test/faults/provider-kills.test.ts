import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { GatewayFault } from '../../src/shop/money/payments/test-gateway.sql.ts';
import { card } from '../harness/cast.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { times } from '../harness/seed.ts';

// The power goes off at each point of a payment and of a refund, and comes back only when the
// provider has forgotten the key, or while it repeats its first answer. By the provider's own
// record everything was moved once or not at all, and ours says the same.

const PAYS = card();
const CONFIRMS = '4000002500003155';
const REFUNDS_LATER = card('4000000000007726');
const FAILS_REFUNDS_LATER = card('4000000000005134');
const FOR_EVER = 600_000;
const HOUR_MS = 3_600_000;
const RANDOM_KILLS = times('PROVIDER_KILLS', 2, 20);

let shop: ProcessShop;
let product_id: string;
before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  product_id = (await shop.call('/create-product', product)).body.product_id;
});
beforeEach(() => shop.setFault(undefined));

let customers = 0;
async function openSession(): Promise<string> {
  const session = { product_id, quantity: 1, customer_id: `buyer_${customers++}` };
  return (await shop.call('/create-checkout', session)).body.checkout_session_id;
}

const pay = (checkout_session_id: string, payment_method: object = PAYS) =>
  shop.call('/complete-checkout', { checkout_session_id, payment_method });

const pass = (hours: number) =>
  shop.db.write(null, async (tx) =>
    tx.run('UPDATE stores SET clock_ahead_ms = clock_ahead_ms + :ms', { ms: hours * HOUR_MS }),
  );

/** Kills the service as soon as `sql` finds something; so many hours later it starts again. */
async function killWhen(sql: string, under_way: Promise<unknown>, hours: number): Promise<void> {
  const lost = assert.rejects(under_way);
  await shop.until(sql);
  await shop.kill();
  await lost;
  await shop.setFault(undefined);
  await pass(hours);
  await shop.start();
}

const SETTLED = (transaction_id: string) =>
  `SELECT status FROM transactions WHERE transaction_id = '${transaction_id}'
   AND status <> 'pending'`;

/** The newest transaction. */
const newest = async () => {
  const [row] = await shop.rows<{ transaction_id: string; status: string; decline_code: string }>(
    'SELECT transaction_id, status, decline_code FROM transactions ORDER BY transaction_id DESC LIMIT 1',
  );
  assert(row);
  return row;
};

const chargesOf = async (transaction_id: string) =>
  (
    await shop.rows<{ status: string }>(
      `SELECT status FROM test_gateway_charges WHERE charge_key = '${transaction_id}'`,
    )
  ).map(({ status }) => status);
const refundsOf = async (transaction_id: string) =>
  (
    await shop.rows<{ status: string }>(
      `SELECT status FROM test_gateway_refunds WHERE refund_key = '${transaction_id}'`,
    )
  ).map(({ status }) => status);

const slow = (fault: GatewayFault['fault']) => shop.setFault({ fault, delay_ms: FOR_EVER });
const PENDING = (type: string) =>
  `SELECT status FROM transactions WHERE type = '${type}' AND status = 'pending'`;
const CHARGED = `SELECT c.status FROM test_gateway_charges c JOIN transactions t
  ON t.transaction_id = c.charge_key WHERE t.status = 'pending'`;
const REFUNDED = `SELECT r.status FROM test_gateway_refunds r JOIN transactions t
  ON t.transaction_id = r.refund_key WHERE t.status = 'pending'`;

test('a payment, killed before the call; a day later it was never made, and nothing is charged', async () => {
  const id = await openSession();
  await slow('slow_before');
  await killWhen(PENDING('purchase'), pay(id), 25);
  const { transaction_id } = await newest();
  await shop.until(SETTLED(transaction_id));
  assert.equal((await newest()).decline_code, 'payment_not_made');
  assert.deepEqual(await chargesOf(transaction_id), ['declined']);
  await shop.assertRight();
});

test('a payment, killed after the call; a day later it is found, and not charged again', async () => {
  const id = await openSession();
  await slow('slow_after');
  await killWhen(CHARGED, pay(id), 25);
  const { transaction_id } = await newest();
  await shop.until(SETTLED(transaction_id));
  assert.equal(
    (await shop.get(`/get-checkout?checkout_session_id=${id}`)).body.status,
    'completed',
  );
  assert.deepEqual(await chargesOf(transaction_id), ['paid']);
  await shop.assertRight();
});

test('a refund, killed before and after the call, a day later: not made, or given back once', async () => {
  for (const [fault, sql, status, refunds] of [
    ['slow_before', PENDING('refund'), 'declined', []],
    ['slow_after', REFUNDED, 'paid', ['paid']],
  ] as const) {
    const { transaction_id: paid } = (await pay(await openSession())).body;
    await slow(fault);
    const refunding = shop.call('/refund-transaction', { transaction_id: paid, amount: 5 });
    await killWhen(sql, refunding, 25);
    const { transaction_id } = await newest();
    await shop.until(SETTLED(transaction_id));
    assert.deepEqual([(await newest()).status, await refundsOf(transaction_id)], [status, refunds]);
    await shop.assertRight();
  }
});

test('a refund that takes days, killed after the call: asked about until it is paid, or fails', async () => {
  for (const [method, hours, status] of [
    [REFUNDS_LATER, 25, 'paid'],
    [FAILS_REFUNDS_LATER, 1, 'declined'],
  ] as const) {
    const { transaction_id: paid } = (await pay(await openSession(), method)).body;
    await slow('slow_after');
    const refunding = shop.call('/refund-transaction', { transaction_id: paid });
    await killWhen(REFUNDED, refunding, hours);
    const { transaction_id } = await newest();
    await shop.until(
      `SELECT provider_reference FROM transactions WHERE transaction_id = '${transaction_id}'
       AND provider_reference IS NOT NULL`,
    );
    assert.equal((await newest()).status, 'pending');
    await pass(49);
    await shop.until(SETTLED(transaction_id));
    assert.deepEqual(
      [(await newest()).status, await refundsOf(transaction_id)],
      [status, [status]],
    );
    await shop.assertRight();
  }
});

test('a payment to be confirmed, killed before its address is kept; the buyer confirms it meanwhile', async () => {
  const id = await openSession();
  await slow('slow_after');
  const form = { attempt: 'a', email: 'ada@example.com', name: '', country: '' };
  const filled = { ...form, card_number: CONFIRMS, card_expiry: '12/99', card_code: '123' };
  const body = new URLSearchParams(filled).toString();
  await killWhen(CHARGED, shop.submit(`/checkout/${id}/pay`, body), 0);
  const [waiting] = await shop.rows<{ action_token: string }>(
    `SELECT action_token FROM test_gateway_charges WHERE status = 'waiting'`,
  );
  const { transaction_id } = await newest();
  await shop.submit(`/test-bank/${waiting?.action_token}`, 'answer=confirm');
  await pass(1);
  await shop.until(SETTLED(transaction_id));
  assert.deepEqual([(await newest()).status, await chargesOf(transaction_id)], ['paid', ['paid']]);
  await shop.assertRight();
});

test(`${RANDOM_KILLS} kills under load, and a day in between now and then: charged is what was paid for`, async () => {
  const sessions = new Set<string>();
  for (let kill = 0; kill < RANDOM_KILLS; kill++) {
    let answers_left = 12;
    const fault = kill % 2 === 0 ? 'slow_before' : 'slow_after';
    await shop.setFault({ fault, delay_ms: 15 });
    const buyers = Array.from({ length: 6 }, async () => {
      for (;;) {
        const id = await openSession();
        sessions.add(id);
        const { transaction_id } = (await pay(id)).body;
        answers_left -= 1;
        if (transaction_id) await shop.call('/refund-transaction', { transaction_id, amount: 3 });
      }
    });
    const ended = Promise.allSettled(buyers);
    while (answers_left > 0) await setTimeout(1);
    await setTimeout(Math.random() * 20);
    await shop.kill();
    await ended;
    await pass(kill % 2 === 0 ? 25 : 0);
    await shop.start();
  }
  await shop.setFault(undefined);
  await shop.kill();
  await shop.start();
  for (let waited = 0; waited < 30_000; waited += 50) {
    if ((await shop.rows(`SELECT status FROM transactions WHERE status = 'pending'`)).length === 0)
      break;
    await setTimeout(50);
  }
  const doubled = await shop.rows(
    `SELECT charge_key FROM test_gateway_charges GROUP BY charge_key HAVING COUNT(*) > 1
     UNION ALL
     SELECT refund_key FROM test_gateway_refunds GROUP BY refund_key HAVING COUNT(*) > 1`,
  );
  assert.deepEqual(doubled, []);
  const paid = await shop.rows<{ checkout_session_id: string }>(
    `SELECT t.checkout_session_id FROM test_gateway_charges c JOIN transactions t
     ON t.transaction_id = c.charge_key WHERE c.status = 'paid'`,
  );
  const completed = await shop.rows<{ checkout_session_id: string }>(
    `SELECT checkout_session_id FROM checkouts WHERE status = 'completed'`,
  );
  const ids = (rows: { checkout_session_id: string }[]) =>
    rows.map((row) => row.checkout_session_id).toSorted();
  assert.deepEqual(ids(paid), ids(completed));
  assert.ok(completed.length > 0 && sessions.size > 0);
  await shop.assertRight();
});
