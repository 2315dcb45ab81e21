import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { verify } from '../../../src/care/verify/verify.ts';
import {
  type GatewayFault,
  setGatewayFault,
} from '../../../src/shop/money/payments/test-gateway.sql.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// A provider forgets keys after a day, repeats its first answer until then, and may need days for
// what it was asked. Whatever happens in between: nothing is charged twice and nothing is lost.

const HOUR_MS = 3_600_000;
const card = (number: string) => ({ number, exp_month: 12, exp_year: 2099, cvc: '123' });
const PAYS = card('4242424242424242');
const CONFIRMS = '4000002500003155';
const PAYS_TOMORROW = card('4000000000000382');
const REFUNDS_LATER = card('4000000000007726');
const FAILS_REFUNDS_LATER = card('4000000000005134');

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});

const post = async (operation: string, input: object) =>
  (await shop.call(`POST /${operation}`, input)).body;

async function openSession(more: object = {}): Promise<string> {
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD', ...more };
  const { product_id } = await post('create-product', product);
  await post('create-customer', { customer_id: 'ada', email: 'ada@example.com', name: 'Ada' });
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  return (await post('create-checkout', session)).checkout_session_id;
}

const pay = (checkout_session_id: string, payment_method: object = PAYS) =>
  shop.call('POST /complete-checkout', { checkout_session_id, payment_method });

const setFault = (fault: GatewayFault['fault'] | undefined) =>
  shop.db.write({ store_id: shop.store_id }, async (tx) =>
    setGatewayFault(tx, fault && { fault, delay_ms: 0 }),
  );

const session = async (checkout_session_id: string) =>
  (await shop.call('GET /get-checkout', { checkout_session_id })).body;
const transactions = async (filter: object = {}) =>
  (await shop.call('GET /get-transactions', filter)).body.data;

const rows = <Row>(sql: string) => shop.db.reader(null).all<Row>(sql);
const charges = () =>
  rows<{ reference: string; status: string; details: string }>(
    'SELECT reference, status, details FROM test_gateway_charges ORDER BY reference',
  );
const statuses = async () => (await charges()).map(({ status }) => status);

/** So much later, everything that is due by then has been done. */
async function later(ms: number): Promise<void> {
  shop.now += ms;
  await shop.runJob('due');
}

async function violations(): Promise<string[]> {
  const checks = await verify(shop.db, { progress: () => {} });
  return checks.flatMap(({ violations }) => violations);
}

test('a charge says who pays, for what and by which of our identifiers; its reference is kept', async () => {
  const id = await openSession();
  const { transaction_id } = (await pay(id)).body;
  const [charge] = await charges();
  const { store_id } = shop;
  assert.deepEqual(JSON.parse(charge?.details ?? ''), {
    payer: {
      customer_id: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      saved_card: null,
      language: null,
    },
    description: 'Editor',
    metadata: { store_id, transaction_id, type: 'purchase', checkout_session_id: id },
  });
  assert.deepEqual(
    (await rows('SELECT provider, provider_reference FROM transactions')).map((row) => ({
      ...(row as object),
    })),
    [{ provider: 'test', provider_reference: charge?.reference }],
  );
});

test('a payment whose answer was lost, asked about when its key is forgotten: found and charged once', async () => {
  const id = await openSession();
  await setFault('answer_lost');
  assert.equal((await pay(id)).body.error.code, 'payment_unresolved');
  await setFault(undefined);
  await later(25 * HOUR_MS);
  assert.equal((await session(id)).status, 'completed');
  assert.deepEqual([await statuses(), await violations()], [['paid'], []]);
});

test('a payment that never reached the provider in a day is declined: it was never made', async () => {
  const id = await openSession();
  await setFault('unavailable');
  assert.equal((await pay(id)).body.error.code, 'payment_unresolved');
  await later(23 * HOUR_MS + 1);
  await setFault(undefined);
  await later(10 * 60_000);
  assert.equal((await session(id)).status, 'processing', 'a call may still be on its way');
  await later(2 * HOUR_MS);
  const [{ status, decline_code }] = await transactions();
  assert.deepEqual([status, decline_code], ['declined', 'payment_not_made']);
  // So that a call that arrives now moves nothing either.
  assert.deepEqual([await statuses(), await violations()], [['declined'], []]);
});

test('a provider that cannot search: the payment waits for a person, and is not charged again', async () => {
  const id = await openSession();
  await setFault('answer_lost');
  await pay(id);
  await setFault('search_missing');
  await later(25 * HOUR_MS);
  await later(25 * HOUR_MS);
  const [waiting] = await transactions();
  assert.deepEqual([waiting.status, waiting.needs_review], ['pending', true]);
  assert.deepEqual(await statuses(), ['paid']);
  assert.deepEqual(await violations(), [
    `${waiting.transaction_id}: nobody knows whether the money was moved: look it up there, then call resolve-transaction`,
  ]);
  await setFault(undefined);
  await later(25 * HOUR_MS);
  const [settled] = await transactions();
  assert.deepEqual([settled.status, settled.needs_review], ['paid', false]);
  assert.deepEqual([await statuses(), await violations()], [['paid'], []]);
});

test('a start that is repeated answers what the first did: what happened since is looked up', async () => {
  const id = await openSession();
  await setFault('answer_lost');
  const form = { attempt: 'a', email: 'ada@example.com', name: '', country: '' };
  const filled = { ...form, card_number: CONFIRMS, card_expiry: '12/34', card_code: '123' };
  const body = new URLSearchParams(Object.entries(filled)).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await shop.send({ method: 'POST', path: `/checkout/${id}/pay`, headers }, body);
  const [waiting] = await rows<{ action_token: string }>(
    'SELECT action_token FROM test_gateway_charges',
  );
  await setFault(undefined);
  const bank = `/test-bank/${waiting?.action_token}`;
  await shop.send({ method: 'POST', path: bank, headers }, 'answer=confirm');
  assert.equal((await session(id)).status, 'processing');
  await later(60_000);
  assert.equal((await session(id)).status, 'completed');
  assert.deepEqual([await statuses(), await violations()], [['paid'], []]);
});

test('a payment that takes a day: nothing is delivered before, and it is completed then', async () => {
  const id = await openSession({ license: { activation_limit: 1 } });
  const answer = await pay(id, PAYS_TOMORROW);
  assert.equal(answer.body.error.code, 'checkout_processing');
  assert.equal(
    (await pay(id)).body.error.code,
    'checkout_processing',
    'and no other card is charged',
  );
  await later(12 * HOUR_MS);
  const before = await session(id);
  assert.deepEqual([before.status, before.license_keys], ['processing', []]);
  await later(12 * HOUR_MS);
  const after = await session(id);
  assert.deepEqual([after.status, after.license_keys.length], ['completed', 1]);
  assert.deepEqual([await statuses(), await violations()], [['paid'], []]);
});

test('a refund that is pending for days counts as taken, and is told when it is paid', async () => {
  const id = await openSession();
  const { transaction_id } = (await pay(id, REFUNDS_LATER)).body;
  const refund = await post('refund-transaction', { transaction_id });
  assert.deepEqual([refund.status, refund.total], ['pending', 20]);
  const again = await post('refund-transaction', { transaction_id, amount: 1 });
  assert.equal(again.error.code, 'nothing_to_refund');
  const told = (await shop.events()).length;
  await later(24 * HOUR_MS);
  assert.equal((await shop.events()).length, told);
  assert.deepEqual(await violations(), []);
  await later(25 * HOUR_MS);
  const [paid] = await transactions({ transaction_id });
  assert.deepEqual([paid.status, paid.refunded], ['refunded', 20]);
  const events = (await shop.events()).slice(told);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['transaction.refunded'],
  );
  assert.deepEqual(await violations(), []);
});

test('a refund that fails after days: the books go back, and it can be tried again', async () => {
  const id = await openSession({ license: { activation_limit: 1 } });
  const { transaction_id, license_keys } = (await pay(id, FAILS_REFUNDS_LATER)).body;
  const refund = await post('refund-transaction', { transaction_id, amount: 15 });
  assert.equal(refund.status, 'pending');
  const told = (await shop.events()).length;
  await later(49 * HOUR_MS);
  const [failed] = await transactions({ transaction_id: refund.transaction_id });
  assert.deepEqual([failed.status, failed.decline_code], ['declined', 'refund_not_possible']);
  const [paid] = await transactions({ transaction_id });
  assert.deepEqual([paid.status, paid.refunded], ['paid', 0]);
  const events = (await shop.events()).slice(told);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['transaction.declined'],
  );
  const [license_key] = license_keys;
  assert.equal((await post('validate-license', { license_key })).valid, true);
  assert.equal((await post('refund-transaction', { transaction_id })).status, 'pending');
  assert.deepEqual(await violations(), []);
});

test('a renewal that never reached the provider is made anew under a key of its own, once', async () => {
  const plan = { billing_type: 'recurring', billing_interval: 'week' };
  const { subscription_id } = (await pay(await openSession(plan))).body;
  await setFault('unavailable');
  await later(7 * 24 * HOUR_MS);
  await later(30 * HOUR_MS);
  await setFault(undefined);
  await later(HOUR_MS);
  await later(HOUR_MS);
  const { data } = (await shop.call('GET /get-transactions', { subscription_id, type: 'renewal' }))
    .body;
  assert.deepEqual(
    data.map((one: { status: string; decline_code: string | null }) => [
      one.status,
      one.decline_code,
    ]),
    [
      ['paid', null],
      ['declined', 'payment_not_made'],
    ],
  );
  const { body } = await shop.call('GET /get-subscription', { subscription_id });
  assert.deepEqual([body.status, body.payment_retries], ['active', 0]);
  const found = (await statuses()).toSorted();
  assert.deepEqual([found, await violations()], [['declined', 'paid', 'paid'], []]);
});

test('a provider belongs to a store: an unknown one takes no payments, and gives back what an earlier one took', async () => {
  const { transaction_id } = (await pay(await openSession())).body;
  const open = await openSession();
  await shop.db.write(null, async (tx) => tx.run("UPDATE stores SET provider = 'elsewhere'"));
  shop.now += 1_000; // What is known of a key is kept for half a second.
  assert.equal((await pay(open)).body.error.code, 'gateway_missing');
  const method = { customer_id: 'ada', payment_method: PAYS };
  assert.equal((await post('update-payment-method', method)).error.code, 'gateway_missing');
  assert.equal((await post('refund-transaction', { transaction_id })).status, 'paid');
  assert.deepEqual(await violations(), []);
});
