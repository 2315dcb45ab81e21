import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';
import { setGatewayFault } from '../money/payments/test-gateway.sql.ts';

let shop: Shop;
let product_id: string;
before(async () => {
  shop = await startShop();
  const product = { name: 'Editor', description: '', price: 19.99, currency: 'USD' };
  product_id = (await shop.call('POST /create-product', product)).body.product_id;
});

async function openSession(more: object = {}): Promise<string> {
  const input = { product_id, quantity: 3, customer_id: 'ada', ...more };
  return (await shop.call('POST /create-checkout', input)).body.checkout_session_id;
}

const pay = (checkout_session_id: string, more: object = {}, headers = {}) =>
  shop.call(
    'POST /complete-checkout',
    { checkout_session_id, payment_method: cards.pays, ...more },
    { headers },
  );

test('400 price_changed: what the caller expects to pay is not what it costs, and nothing is charged', async () => {
  const id = await openSession();
  for (const total of [0, 19.99, 59.96, 59.98, 59.970001]) {
    assertRefused(await pay(id, { total }), 400, 'price_changed');
  }
  const { body } = await shop.call('GET /get-checkout', { checkout_session_id: id });
  assert.deepEqual([body.status, body.total], ['open', 59.97]);
  assert.equal((await pay(id, { total: 59.97 })).body.status, 'completed');
  assertRefused(await pay(await openSession(), { total: -1 }), 400, 'invalid_parameters', [
    'total',
  ]);
});

test('404 checkout_not_found: no card is handed over for a payment that cannot begin', async () => {
  const before = await shop.everything();
  assertRefused(await pay('cs_none'), 404, 'checkout_not_found');
  assert.equal(await shop.everything(), before);
});

test('400 checkout_expired: no card is handed over either', async () => {
  const id = await openSession();
  await shop.call('POST /expire-checkout', { checkout_session_id: id });
  const before = await shop.everything();
  assertRefused(await pay(id), 400, 'checkout_expired');
  assert.equal(await shop.everything(), before);
});

test('200: settled by a process whose clock is behind, it is not settled before it was made', async () => {
  const id = await openSession();
  const setFault = (fault: 'answer_lost' | undefined) =>
    shop.db.write({ store_id: shop.store_id }, async (tx) =>
      setGatewayFault(tx, fault && { fault, delay_ms: 0 }),
    );
  await setFault('answer_lost');
  assertRefused(await pay(id), 500, 'payment_unresolved');
  await setFault(undefined);
  shop.now -= 5;
  const { body } = await pay(id);
  shop.now += 5;
  assert.deepEqual([body.status, body.completed_at], ['completed', body.created_at]);
  await shop.assertRight();
});

test('400 idempotency_key_reused: another card with one key is another request', async () => {
  const id = await openSession();
  const headers = { 'idempotency-key': 'one-card' };
  assert.equal((await pay(id, {}, headers)).status, 200);
  const other = { payment_method: cards.declined };
  assertRefused(await pay(id, other, headers), 400, 'idempotency_key_reused');
  assert.equal((await pay(id, {}, headers)).headers['idempotent-replayed'], 'true');
});
