import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();
const KEY = 'kassa_test_a key of the seller';
const success_url = 'https://example.com/thanks';

const returnOf = async (checkout_url: string): Promise<URL> => {
  const { text } = await shop.send({ path: new URL(checkout_url).pathname });
  const found = /data-success="([^"]*)"/.exec(text)?.[1] ?? '';
  return new URL(found.replaceAll('&amp;', '&'));
};

/** Sealed keys; none of them can be read. */
const keysKept = async (): Promise<number> => {
  assert.ok(!(await shop.everything()).includes(KEY));
  const rows = await shop.db
    .reader(null)
    .all('SELECT checkout_session_id FROM checkouts WHERE return_key IS NOT NULL');
  return rows.length;
};

test('200: request_id is kept and shown; a guest of whom nothing is known can pay', async () => {
  const { must, ask, sell } = await shop.openStore();
  const product_id = await sell();
  const input = { product_id, quantity: 1, guest: true, request_id: 'order 1001' };
  const session = await must('POST /create-checkout', input);
  assert.deepEqual([session.request_id, session.customer_id], ['order 1001', null]);
  const { checkout_session_id } = session;
  const found = await must('GET /get-checkout', { checkout_session_id });
  assert.equal(found.request_id, 'order 1001');
  const both = { ...input, customer_id: 'ada' };
  assertRefused(await ask('POST /create-checkout', both), 400, 'invalid_parameters', ['guest']);
  const two = { ...input, request_id: 'order 1001&subscription_id=sub_1' };
  assert.equal((await must('POST /create-checkout', two)).request_id, two.request_id);
  const signed = await ask('POST /create-checkout', { ...two, success_url, return_key: KEY });
  assertRefused(signed, 400, 'invalid_parameters', ['request_id']);
});

test('200: the address to return to is signed with return_key, which is kept no longer than the session is open', async () => {
  const { must, sell } = await shop.openStore();
  const product_id = await sell();
  const wanted = { product_id, quantity: 1, customer_id: 'ada', success_url, request_id: 'r1' };
  const open = async () => must('POST /create-checkout', { ...wanted, return_key: KEY });
  const { checkout_session_id, checkout_url } = await open();
  assert.equal(await keysKept(), 1);
  const bought = await must('POST /complete-checkout', {
    ...{ checkout_session_id, payment_method: cards.pays },
  });
  assert.equal(await keysKept(), 0);
  const { signature, ...told } = Object.fromEntries((await returnOf(checkout_url)).searchParams);
  assert.deepEqual(told, {
    checkout_id: checkout_session_id,
    customer_id: 'ada',
    order_id: bought.transaction_id.replace('txn_', 'ord_'),
    product_id,
    request_id: 'r1',
  });
  const text = Object.entries(told)
    .sort()
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  assert.equal(signature, createHmac('sha256', KEY).update(text).digest('hex'));

  const other = await open();
  assert.equal(await keysKept(), 1);
  const { checkout_session_id: left } = other;
  await must('POST /expire-checkout', { checkout_session_id: left });
  assert.equal(await keysKept(), 0);
});
