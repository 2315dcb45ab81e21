import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, type ErrorCode, Refusal } from '../../../src/platform/core/errors.ts';
import type { Answer } from '../../harness/answer.ts';
import { cards } from '../../harness/cast.ts';
import { ProcessShop } from '../../harness/process-shop.ts';
import { assertRefused, startShop } from '../../harness/shop.ts';
import { turnInto } from '../../harness/visits/mails.ts';

// A refusal that says "not now" decides nothing: its Idempotency-Key keeps nothing, and the same
// request is worked on anew. For each such code a way to get it, and what comes when it is over.

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const DAY_SECONDS = 86_400;

const shop = await startShop();
const { product, setFault } = await shop.openStore(shop);
const product_id = await product();

/** A request with a key of its own, that can be sent again and again. */
let keys = 0;
function keyed(operation: string, input: object, key = shop.api_key): () => Promise<Answer> {
  const headers = { 'idempotency-key': `transient-${keys++}` };
  return () => shop.call(operation, input, { key, headers });
}

let customers = 0;
async function openSession(): Promise<string> {
  const input = { product_id, quantity: 1, customer_id: `buyer_${customers++}` };
  return (await shop.call('POST /create-checkout', input)).body.checkout_session_id;
}

/** Not now, and not because that was the answer before. */
function assertNotNow(answer: Answer, code: ErrorCode): void {
  assertRefused(answer, ERRORS[code][0], code);
  assert.equal(answer.headers['idempotent-replayed'], undefined);
}

/** Decided by now, and so again each time. */
async function assertDecided(again: () => Promise<Answer>, status: number): Promise<Answer> {
  const answer = await again();
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers['idempotent-replayed'], undefined);
  const replayed = await again();
  assert.deepEqual([replayed.status, replayed.text], [answer.status, answer.text]);
  assert.equal(replayed.headers['idempotent-replayed'], 'true');
  return answer;
}

test('checkout_processing: complete-checkout pays when the buyer has given up at the bank', async () => {
  const checkout_session_id = await openSession();
  const post = (path: string, form: object) =>
    shop.send(
      { method: 'POST', path, headers: FORM },
      new URLSearchParams(Object.entries(form)).toString(),
    );
  const typed = { attempt: 'a', email: 'ada@example.com', name: '', country: '' };
  const card = { card_number: '4000002500003155', card_expiry: '12/34', card_code: '123' };
  const sent = await post(`/checkout/${checkout_session_id}/pay`, { ...typed, ...card });
  const bank = new URL(String(sent.headers.location), 'https://localhost').pathname;

  const again = keyed('POST /complete-checkout', {
    checkout_session_id,
    payment_method: cards.pays,
  });
  assertNotNow(await again(), 'checkout_processing');
  assertNotNow(await again(), 'checkout_processing');
  const back = await post(bank, { answer: 'refuse' });
  await shop.send({ method: 'GET', path: new URL(String(back.headers.location)).pathname });
  const { body } = await assertDecided(again, 200);
  assert.equal(body.status, 'completed');
  const { data } = (await shop.call('GET /get-transactions', { checkout_session_id })).body;
  const statuses = data.map(({ status }: { status: string }) => status);
  assert.deepEqual(statuses, ['paid', 'declined']);
});

test('checkout_processing: expire-checkout says that it is paid when it is', async () => {
  const checkout_session_id = await openSession();
  await setFault('unavailable');
  const pay = { checkout_session_id, payment_method: cards.pays };
  assertRefused(await shop.call('POST /complete-checkout', pay), 500, 'payment_unresolved');
  const again = keyed('POST /expire-checkout', { checkout_session_id });
  assertNotNow(await again(), 'checkout_processing');
  await setFault(undefined);
  assert.equal((await shop.call('POST /complete-checkout', pay)).status, 200);
  assertRefused(await assertDecided(again, 400), 400, 'checkout_completed');
});

test('payment_unresolved and refund_unresolved: the provider answers again, and nothing was done twice', async () => {
  const checkout_session_id = await openSession();
  const pay = keyed('POST /complete-checkout', { checkout_session_id, payment_method: cards.pays });
  await setFault('unavailable');
  assertNotNow(await pay(), 'payment_unresolved');
  await setFault(undefined);
  const { transaction_id } = (await assertDecided(pay, 200)).body;
  const refund = keyed('POST /refund-transaction', { transaction_id, amount: 5 });
  await setFault('unavailable');
  assertNotNow(await refund(), 'refund_unresolved');
  await setFault(undefined);
  await assertDecided(refund, 200);
  const { data } = (await shop.call('GET /get-transactions', { transaction_id })).body;
  assert.equal(data[0].refunded, 5);
});

test('gateway_missing: a live store without a provider is asked anew each time', async () => {
  const { api_key } = await shop.makeStore('live');
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  const made = await shop.call('POST /create-product', product, { key: api_key });
  const input = { product_id: made.body.product_id, quantity: 1, customer_id: 'ada' };
  const requests = [
    keyed('POST /create-checkout', input, api_key),
    keyed(
      'POST /complete-checkout',
      { checkout_session_id: 'cs_1', payment_method: cards.pays },
      api_key,
    ),
    keyed(
      'POST /update-payment-method',
      { customer_id: 'ada', payment_method: cards.pays },
      api_key,
    ),
  ];
  for (const again of requests) {
    assertNotNow(await again(), 'gateway_missing');
    assertNotNow(await again(), 'gateway_missing');
  }
});

test('clock_moving: a move that a kill cut off is refused for a while, then goes all the way, once', async () => {
  const killed = await ProcessShop.make();
  await killed.start();
  const plan = { name: 'Daily', description: '', price: 5, currency: 'USD' };
  const daily = { ...plan, billing_type: 'recurring', billing_interval: 'day' };
  const { product_id } = (await killed.call('/create-product', daily)).body;
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = (await killed.call('/create-checkout', session)).body;
  const paid = await killed.call('/complete-checkout', {
    checkout_session_id,
    payment_method: cards.pays,
  });
  assert.equal(paid.status, 200);

  const move = () => killed.call('/advance-clock', { by: 'P60D' }, { 'idempotency-key': 'move' });
  const cut_off = move().catch(() => 'cut off');
  await killed.until(`SELECT 1 FROM stores WHERE clock_ahead_ms > ${2 * DAY_SECONDS * 1000}`);
  await killed.kill();
  assert.equal(await cut_off, 'cut off');
  const claimed = await killed.rows<{ clock_ahead_ms: number }>(
    'SELECT clock_ahead_ms FROM stores WHERE clock_claimed_until > 0',
  );
  assert.ok((claimed[0]?.clock_ahead_ms ?? 0) < 60 * DAY_SECONDS * 1000, 'it was on its way');

  // The dead one's claim, as long as a slow machine may need to start again; and then it is over.
  const claimUntil = (until: number) =>
    killed.db.write(null, async (tx) =>
      tx.run('UPDATE stores SET clock_claimed_until = :until', { until }),
    );
  await claimUntil(Date.now() + 600_000);
  await killed.start();
  const refused = await move();
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'clock_moving']);
  await claimUntil(0);
  const moved = await move();
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  assert.equal(moved.body.reached, true);
  assert.equal(Math.round(moved.body.ahead_seconds / DAY_SECONDS), 60);
  const renewed = await killed.rows("SELECT 1 FROM events WHERE type = 'subscription.renewed'");
  assert.equal(renewed.length, 60);
  assert.deepEqual((await move()).body, moved.body, 'and that is kept');
  await killed.assertRight();
});

test('mail_pending and mail_switched_off: the mail was given up, and such mails are wanted again', async () => {
  const { api_key: key } = await shop.makeStore('live');
  const { body } = await shop.call('POST /send-test-mail', { to: 'ada@example.com' }, { key });
  const again = keyed('POST /resend-mail', { mail_id: body.mail_id }, key);
  assertNotNow(await again(), 'mail_pending');
  await turnInto(shop, body.mail_id, 'renewal');
  await shop.call('POST /update-mail-settings', { enabled: false }, { key });
  shop.now += 3 * DAY_SECONDS * 1000;
  await shop.runJob('mails');
  assertNotNow(await again(), 'mail_switched_off');
  await shop.call('POST /update-mail-settings', { enabled: true }, { key });
  await assertDecided(again, 200);
});

test('every code that passes is among these, and no other is taken for one', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const transient = codes.filter((code) => !new Refusal(code).is_final);
  // Asked too often, without a key, or broken: these come before or instead of an answer.
  const elsewhere = ['api_key_missing', 'api_key_incorrect', 'rate_limited', 'internal_error'];
  const here = ['checkout_processing', 'clock_moving', 'gateway_missing'];
  // In create-checkout.seller.test.ts.
  const of_stores = ['store_not_ready'];
  const unresolved = ['payment_unresolved', 'refund_unresolved'];
  // In transient-refusals.providers.test.ts.
  const of_providers = ['provider_busy', 'provider_disconnected', 'provider_key'].concat([
    'provider_permissions',
    'provider_unanswered',
  ]);
  const pending = ['payment_pending', 'transaction_disputed'];
  const mails = ['mail_pending', 'mail_switched_off'];
  const all = [...mails, ...elsewhere, ...here, ...unresolved, ...of_providers, ...pending].concat(
    of_stores,
  );
  assert.deepEqual(transient.toSorted(), all.toSorted());
});
