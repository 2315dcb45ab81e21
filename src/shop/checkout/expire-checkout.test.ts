import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, START, startShop } from '../../../test/harness/shop.ts';
import { type GatewayFault, setGatewayFault } from '../money/payments/test-gateway.sql.ts';

const shop = await startShop();

const create = async (more: object = {}, at = shop) => {
  const product = { name: 'Editor', description: '', price: 5, currency: 'EUR' };
  const { product_id } = (await at.call('POST /create-product', product)).body;
  const input = { product_id, quantity: 1, customer_id: 'ada', ...more };
  const answer = await at.call('POST /create-checkout', input);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const expire = (input: object, key = shop.api_key) =>
  shop.call('POST /expire-checkout', input, { key });
const pay = (checkout_session_id: string, at = shop) =>
  at.call('POST /complete-checkout', { checkout_session_id, payment_method: cards.pays });
const get = async (checkout_session_id: string, at = shop) =>
  (await at.call('GET /get-checkout', { checkout_session_id })).body;
const setFault = (fault: GatewayFault | undefined) =>
  shop.db.write({ store_id: shop.store_id }, async (tx) => setGatewayFault(tx, fault));

test('200: the session is expired, cannot be paid, and checkout.expired tells it', async () => {
  const made = await create({ metadata: { a: '1' } });
  const { checkout_session_id } = made;
  const before = await shop.events();
  const answer = await expire({ checkout_session_id });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { ...made, status: 'expired' });
  assert.deepEqual(await get(checkout_session_id), answer.body);
  assert.deepEqual((await shop.events()).slice(before.length), [
    { sequence: before.length + 1, type: 'checkout.expired', data: answer.body },
  ]);
  assertRefused(await pay(checkout_session_id), 400, 'checkout_expired', []);
});

test('200: what an expired one says stays, whatever becomes of the balance', async () => {
  const { checkout_session_id, customer_id } = await create({ customer_id: 'balanced' });
  const expired = (await expire({ checkout_session_id })).body;
  const gift = { customer_id, currency: 'EUR', amount: 3, reason: 'sorry' };
  const given = await shop.call('POST /adjust-customer-balance', gift);
  assert.equal(given.status, 200, given.text);
  assert.deepEqual((await expire({ checkout_session_id })).body, expired);
  assert.deepEqual(await get(checkout_session_id), expired);
});

test('200: expiring an expired one changes nothing', async () => {
  const { checkout_session_id } = await create();
  const first = await expire({ checkout_session_id });
  const before = await shop.everything();
  const second = await expire({ checkout_session_id });
  assert.deepEqual([second.status, second.body], [200, first.body]);
  assert.equal(await shop.everything(), before);
});

test('200: of 64 at once one expires it: one event, equal answers', async () => {
  const { checkout_session_id } = await create();
  const before = await shop.events();
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => expire({ checkout_session_id })),
  );
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text]);
  assert.equal((await shop.events()).length, before.length + 1);
});

test('200: a declined session can be expired and keeps its last_payment_error', async () => {
  const { checkout_session_id } = await create();
  const payment_method = cards.declined;
  await shop.call('POST /complete-checkout', { checkout_session_id, payment_method });
  const { status, body } = await expire({ checkout_session_id });
  assert.deepEqual([status, body.status], [200, 'expired']);
  assert.equal(body.last_payment_error.code, 'card_declined');
});

test('200: sessions whose time is over are marked by themselves, with one event each', async () => {
  const own = await startShop();
  const early = await create({ expires_in_minutes: 30 }, own);
  const late = await create({ expires_in_minutes: 31 }, own);
  const paid = await create({ expires_in_minutes: 30 }, own);
  assert.equal((await pay(paid.checkout_session_id, own)).status, 200);
  const before = await own.events();
  own.now = START + 30 * 60_000;
  await own.runJob('due');
  await own.runJob('due'); // It finds nothing the second time.
  const expired = { ...early, status: 'expired', updated_at: '2026-11-14T10:00:00.000Z' };
  assert.deepEqual(await get(early.checkout_session_id, own), expired);
  assert.equal((await get(late.checkout_session_id, own)).status, 'open');
  assert.equal((await get(paid.checkout_session_id, own)).status, 'completed');
  assert.deepEqual((await own.events()).slice(before.length), [
    { sequence: before.length + 1, type: 'checkout.expired', data: expired },
  ]);
});

test('200: one whose time is over and that nobody has marked yet gets one event', async () => {
  const own = await startShop();
  const { checkout_session_id } = await create({ expires_in_minutes: 30 }, own);
  const before = await own.events();
  own.now = START + 30 * 60_000;
  const { status, body } = await own.call('POST /expire-checkout', { checkout_session_id });
  assert.deepEqual([status, body.status], [200, 'expired']);
  await own.runJob('due');
  const written = (await own.events()).slice(before.length);
  assert.deepEqual(
    written.map(({ type, data }) => [type, data]),
    [['checkout.expired', body]],
  );
});

test('400 checkout_completed: a paid session stays completed and nothing is stored', async () => {
  const { checkout_session_id } = await create();
  const completed = (await pay(checkout_session_id)).body;
  const before = await shop.everything();
  assertRefused(await expire({ checkout_session_id }), 400, 'checkout_completed', []);
  assert.equal(await shop.everything(), before);
  assert.deepEqual(await get(checkout_session_id), completed);
});

test('400 checkout_processing: a session whose payment is under way is left to it', async () => {
  const { checkout_session_id } = await create();
  await setFault({ fault: 'unavailable', delay_ms: 0 });
  assertRefused(await pay(checkout_session_id), 500, 'payment_unresolved');
  await setFault(undefined);
  const before = await shop.everything();
  assertRefused(await expire({ checkout_session_id }), 400, 'checkout_processing', []);
  assert.equal(await shop.everything(), before);
});

test('200: paying and expiring at once: one wins, and everything agrees with it', async () => {
  for (let round = 0; round < 16; round++) {
    const { checkout_session_id } = await create();
    const early = round % 2 === 0 ? expire({ checkout_session_id }) : undefined;
    const paying = pay(checkout_session_id);
    const [paid, expired] = await Promise.all([paying, early ?? expire({ checkout_session_id })]);
    const { status, transaction_id } = await get(checkout_session_id);
    const { data } = (await shop.call('GET /get-transactions', { checkout_session_id })).body;
    if (status === 'completed') {
      assert.equal(paid.status, 200, paid.text);
      assert.match(expired.body.error.code, /^checkout_(completed|processing)$/);
      assert.deepEqual([data.length, data[0].transaction_id], [1, transaction_id]);
    } else {
      assert.deepEqual([status, expired.status, data], ['expired', 200, []]);
      assertRefused(paid, 400, 'checkout_expired', []);
    }
  }
});

test('404 checkout_not_found: unknown, or of another store, whose session stays open', async () => {
  const { checkout_session_id } = await create();
  const { api_key } = await shop.makeStore('test');
  const before = await shop.everything();
  const missing = await expire({ checkout_session_id: 'cs_nothing' }, api_key);
  const foreign = await expire({ checkout_session_id }, api_key);
  for (const answer of [missing, foreign]) assertRefused(answer, 404, 'checkout_not_found', []);
  assert.deepEqual(
    { ...foreign.body.error, request_id: '' },
    { ...missing.body.error, request_id: '' },
  );
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: checkout_session_id is missing or no text', async () => {
  const before = await shop.everything();
  for (const checkout_session_id of [undefined, 7, null, ['cs_1']]) {
    const answer = await expire({ checkout_session_id });
    assertRefused(answer, 400, 'invalid_parameters', ['checkout_session_id']);
  }
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: what expire-checkout does not know is named, and nothing happens', async () => {
  const { checkout_session_id } = await create();
  const before = await shop.everything();
  const answer = await expire({ checkout_session_id, reason: 'x' });
  assertRefused(answer, 400, 'unknown_parameter', ['reason']);
  assert.equal(await shop.everything(), before);
});
