import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/harness/answer.ts';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, type Shop, START, startShop } from '../../../test/harness/shop.ts';
import { type GatewayFault, setGatewayFault } from '../money/payments/test-gateway.sql.ts';

const DECLINED = cards.declined;

const shop = await startShop();

let numbers = 0;
const newCustomer = () => `buyer-${numbers++}`;

const createProduct = async (at: Shop): Promise<string> => {
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
  return (await at.call('POST /create-product', product)).body.product_id;
};
const createCode = async (more: object, at = shop): Promise<string> => {
  const code = { code: `CODE-${numbers++}`, discount_percentage: 25, ...more };
  const answer = await at.call('POST /create-discount-code', code);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.code;
};
const createMany = async (count: number, more: object = {}, at = shop): Promise<string[]> => {
  const product_id = await createProduct(at);
  const answers = await Promise.all(
    Array.from({ length: count }, () => {
      const input = { product_id, quantity: 1, customer_id: newCustomer(), ...more };
      return at.call('POST /create-checkout', input);
    }),
  );
  return answers.map(({ body }) => body.checkout_session_id);
};
const create = async (more: object = {}, at = shop): Promise<string> => {
  const [checkout_session_id] = await createMany(1, more, at);
  assert(checkout_session_id);
  return checkout_session_id;
};
const pay = (checkout_session_id: string, { card = cards.pays, key = '', at = shop } = {}) => {
  const input = { checkout_session_id, payment_method: card };
  const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
  return at.call('POST /complete-checkout', input, { headers });
};
const get = async (checkout_session_id: string, at = shop) =>
  (await at.call('GET /get-checkout', { checkout_session_id })).body;
const transactions = async (checkout_session_id: string, at = shop) =>
  (await at.call('GET /get-transactions', { checkout_session_id })).body.data;
const redemptions = async (code: string, at = shop): Promise<number> =>
  (await at.call('GET /get-discount-code', { code })).body.redemptions;
const charges = async (at = shop) =>
  at.db
    .reader(null)
    .all<{ charge_key: string }>(
      "SELECT charge_key FROM test_gateway_charges WHERE status = 'paid'",
    );
const setFault = (fault: GatewayFault | undefined, at = shop) =>
  at.db.write({ store_id: at.store_id }, async (tx) => setGatewayFault(tx, fault));

/** All answers are the same completed session, of one paid transaction and one charge. */
async function assertPaidOnce(checkout_session_id: string, answers: Answer[]): Promise<void> {
  const session = await get(checkout_session_id);
  assert.equal(session.status, 'completed');
  for (const { status, body, text } of answers) {
    assert.equal(status, 200, text);
    assert.deepEqual(body, session);
  }
  const { transaction_id } = session;
  const made = await transactions(checkout_session_id);
  assert.deepEqual(
    made.map((one: { status: string; transaction_id: string }) => [one.status, one.transaction_id]),
    [['paid', transaction_id]],
  );
  const charged = (await charges()).filter(({ charge_key }) => charge_key === transaction_id);
  assert.equal(charged.length, 1);
}

test('400 payment_attempts: of 48 declined payments of one session at once 30 are tried', async () => {
  const checkout_session_id = await create();
  const answers = await Promise.all(
    Array.from({ length: 48 }, () => pay(checkout_session_id, { card: DECLINED })),
  );
  const tried = answers.filter(({ body }) => body.error.code === 'payment_declined');
  const refused = answers.filter(({ body }) => body.error.code === 'payment_attempts');
  assert.deepEqual([tried.length, refused.length], [30, 18]);
  const input = { checkout_session_id, limit: 100 };
  assert.equal((await shop.call('GET /get-transactions', input)).body.data.length, 30);
});

test('200: with one Idempotency-Key 16 at once charge once and get equal answers, also later', async () => {
  const checkout_session_id = await create();
  const ask = () => pay(checkout_session_id, { key: 'paid-once' });
  const answers = await Promise.all(Array.from({ length: 16 }, ask));
  await assertPaidOnce(checkout_session_id, answers);
  const before = await shop.everything();
  const replayed = await ask();
  assert.deepEqual([replayed.status, replayed.text], [200, answers[0]?.text]);
  assert.equal(replayed.headers['idempotent-replayed'], 'true');
  assert.equal(await shop.everything(), before);
});

test('400 payment_declined: with one Idempotency-Key 16 at once are one attempt, answered again later', async () => {
  const checkout_session_id = await create();
  const ask = () => pay(checkout_session_id, { card: DECLINED, key: 'declined-once' });
  const answers = await Promise.all(Array.from({ length: 16 }, ask));
  for (const answer of answers) assertRefused(answer, 400, 'payment_declined', ['payment_method']);
  const made = await transactions(checkout_session_id);
  assert.deepEqual(
    made.map(({ status }: { status: string }) => status),
    ['declined'],
  );
  assert.equal((await pay(checkout_session_id, { key: 'another' })).status, 200);
  const before = await shop.everything();
  const replayed = await ask();
  assertRefused(replayed, 400, 'payment_declined', ['payment_method']);
  assert.equal(replayed.headers['idempotent-replayed'], 'true');
  assert.equal(await shop.everything(), before);
});

test('400 idempotency_key_reused: another card or another session under the same key is refused', async () => {
  const [one, other] = [await create(), await create()];
  assertRefused(await pay(one, { card: DECLINED, key: 'reused' }), 400, 'payment_declined');
  const before = await shop.everything();
  const answers = [await pay(one, { key: 'reused' }), await pay(other, { key: 'reused' })];
  for (const answer of answers) assertRefused(answer, 400, 'idempotency_key_reused', []);
  assert.equal(await shop.everything(), before);
});

test('500 payment_unresolved: the provider does not answer; a job finds out and charges once', async () => {
  for (const [fault, charged] of [
    ['unavailable', 0],
    ['answer_lost', 1],
  ] as const) {
    const own = await startShop();
    const coupon_code = await createCode({ max_redemptions: 1 }, own);
    const checkout_session_id = await create({ coupon_code }, own);
    await setFault({ fault, delay_ms: 0 }, own);
    const before = await own.events();
    assertRefused(await pay(checkout_session_id, { at: own }), 500, 'payment_unresolved', []);
    const { status, transaction_id } = await get(checkout_session_id, own);
    const [pending] = await transactions(checkout_session_id, own);
    assert.deepEqual([status, pending.status], ['processing', 'pending']);
    assert.deepEqual([pending.transaction_id, pending.settled_at], [transaction_id, null]);
    assert.equal((await charges(own)).length, charged);
    assert.equal(await redemptions(coupon_code, own), 1);
    assert.deepEqual(await own.events(), before);

    own.now = START + 60_000; // Due, but the provider is still silent.
    await own.runJob('due');
    assert.equal((await get(checkout_session_id, own)).status, 'processing');
    await setFault(undefined, own);
    own.now = START + 120_000;
    await own.runJob('due');
    const session = await get(checkout_session_id, own);
    assert.equal(session.status, 'completed');
    assert.equal(session.completed_at, '2026-11-14T09:32:00.000Z');
    const [paid, ...others] = await transactions(checkout_session_id, own);
    assert.deepEqual([paid.transaction_id, paid.status, others], [transaction_id, 'paid', []]);
    assert.deepEqual([...(await charges(own))], [{ charge_key: transaction_id }]);
    assert.deepEqual((await own.events()).slice(before.length), [
      { sequence: before.length + 1, type: 'transaction.paid', data: paid },
      { sequence: before.length + 2, type: 'checkout.completed', data: session },
    ]);
    assert.equal(await redemptions(coupon_code, own), 1);
  }
});

test('500 payment_unresolved: is not kept: the same Idempotency-Key asks on, and charges once', async () => {
  for (const fault of ['unavailable', 'answer_lost'] as const) {
    const checkout_session_id = await create();
    const ask = () => pay(checkout_session_id, { key: `asks-on-${fault}` });
    await setFault({ fault, delay_ms: 0 });
    for (let n = 0; n < 3; n++) assertRefused(await ask(), 500, 'payment_unresolved', []);
    await setFault(undefined);
    await assertPaidOnce(checkout_session_id, [await ask(), await ask()]);
  }
});

test('500 payment_unresolved: after a restart what was pending is asked about at once', async () => {
  const own = await startShop();
  const checkout_session_id = await create({}, own);
  await setFault({ fault: 'answer_lost', delay_ms: 0 }, own);
  assertRefused(await pay(checkout_session_id, { at: own }), 500, 'payment_unresolved', []);
  await setFault(undefined, own);
  await own.restart();
  await own.runJob('due');
  assert.equal((await get(checkout_session_id, own)).status, 'completed');
  assert.equal((await charges(own)).length, 1);
});

test('500 payment_unresolved: a declined payment whose answer was lost is found out too', async () => {
  const own = await startShop();
  const coupon_code = await createCode({ max_redemptions: 1 }, own);
  const checkout_session_id = await create({ coupon_code }, own);
  await setFault({ fault: 'answer_lost', delay_ms: 0 }, own);
  const answer = await pay(checkout_session_id, { card: DECLINED, at: own });
  assertRefused(answer, 500, 'payment_unresolved', []);
  await setFault(undefined, own);
  own.now = START + 120_000;
  await own.runJob('due');
  const { status, last_payment_error, transaction_id } = await get(checkout_session_id, own);
  assert.equal(status, 'open');
  assert.deepEqual([last_payment_error.code, transaction_id], ['card_declined', null]);
  assert.equal(await redemptions(coupon_code, own), 0);
  assert.equal((await own.events()).at(-1)?.type, 'transaction.declined');
  assert.equal((await pay(checkout_session_id, { at: own })).status, 200);
});
