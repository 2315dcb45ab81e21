import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { verify } from '../../../src/care/verify/verify.ts';
import { card, type openStore } from '../../harness/cast.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// Payments and refunds may take days, and fail after that. Whatever is done in between: nobody gets
// the same money twice, and nobody owes it twice.

const PAYS_TOMORROW = '4000000000000382';
const FAILS_REFUNDS_LATER = '4000000000005134';

let shop: Shop;
let store: Awaited<ReturnType<typeof openStore>>;
beforeEach(async () => {
  shop = await startShop();
  store = await shop.openStore();
});

async function buy(product_id: string, number?: string) {
  const { checkout_session_id } = await store.create({ product_id });
  const payment_method = card(number);
  return store.must('POST /complete-checkout', { checkout_session_id, payment_method });
}

async function violations(): Promise<string[]> {
  const checks = await verify(shop.db, { progress: () => {} });
  return checks.flatMap(({ violations }) => violations);
}

/** Begins a refund that never reaches the provider: a day later it turns out not to be made. */
async function refundInVain(operation: string, input: object, answered = 500): Promise<void> {
  await store.setFault('unavailable');
  assert.equal((await store.ask(operation, input)).status, answered);
}

test('what a failed refund of a cancel put on the balance is taken back by a later refund', async () => {
  const { transaction_id, subscription_id } = await buy(await store.plan());
  // A cancel does not wait for its refund.
  await refundInVain('POST /cancel-subscription', { subscription_id, refund: 'full' }, 200);
  shop.now += 25 * 3_600_000;
  await store.setFault(undefined);
  await shop.runJob('due');
  assert.deepEqual(await store.balances(), { EUR: 20 });
  const refund = await store.refund(transaction_id);
  assert.deepEqual([refund.status, refund.total, refund.balance_change], ['paid', 20, -20]);
  assert.deepEqual([await store.balances(), await violations()], [{}, []]);
});

test('and is there again if that refund fails too', async () => {
  const { transaction_id, subscription_id } = await buy(await store.plan(), FAILS_REFUNDS_LATER);
  await store.cancel(subscription_id, { refund: 'full' });
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), { EUR: 20 });
  assert.equal((await store.refund(transaction_id)).status, 'pending');
  assert.deepEqual(await store.balances(), {});
  await store.advance('P3D');
  assert.deepEqual([await store.balances(), await violations()], [{ EUR: 20 }, []]);
});

test('a debt is owed again once, also if the refund of the price fails after the one of the debt', async () => {
  const product = { name: 'Book', description: '', price: 10, currency: 'EUR' };
  const { product_id } = await store.must('POST /create-product', product);
  await store.must('POST /create-customer', { customer_id: 'ada' });
  const debt = { customer_id: 'ada', amount: -5, currency: 'EUR', reason: 'late' };
  await store.must('POST /adjust-customer-balance', debt);
  const { transaction_id } = await buy(product_id);
  await refundInVain('POST /refund-transaction', { transaction_id, amount: 10 });
  await store.setFault(undefined);
  assert.equal((await store.refund(transaction_id, { amount: 5 })).balance_change, -5);
  shop.now += 25 * 3_600_000;
  await shop.runJob('due');
  const again = await store.refund(transaction_id, { amount: 10 });
  assert.deepEqual([again.status, again.balance_change], ['paid', 0]);
  assert.deepEqual([await store.balances(), await violations()], [{ EUR: -5 }, []]);
});

test('a refund of the last period, made while the renewal is under way, takes nothing of the new one', async () => {
  const { subscription_id, transaction_id } = await buy(await store.plan());
  await store.changeCard(PAYS_TOMORROW);
  await store.advance('P1M');
  const [renewal] = await store.transactions(subscription_id);
  assert.deepEqual([renewal.type, renewal.status], ['renewal', 'pending']);
  await store.refund(transaction_id);
  await store.advance('P2D');
  await store.cancel(subscription_id, { refund: 'prorated' });
  const [{ type, total }] = await store.transactions(subscription_id);
  assert.equal(type, 'refund');
  assert.ok(total > 18 && total < 20, `${total} of 20 for the rest of the month`);
  assert.deepEqual(await violations(), []);
});

const run = (sql: string) => shop.db.write(null, async (tx) => tx.run(sql));

test('a renewal that is to be confirmed by a buyer who is not there is given up: nobody can pay it later', async () => {
  const { subscription_id } = await buy(await store.plan());
  await store.setFault('answer_lost');
  await store.advance('P1M');
  await run(`UPDATE test_gateway_charges SET status = 'waiting', action_token = 'at_the_bank'
    WHERE created_at = (SELECT MAX(created_at) FROM test_gateway_charges)`);
  await store.setFault(undefined);
  await store.advance('PT1H');
  const [renewal] = await store.transactions(subscription_id);
  const { status, decline_code } = renewal;
  assert.deepEqual([status, decline_code], ['declined', 'authentication_required']);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const bank = '/test-bank/at_the_bank';
  await shop.send({ method: 'POST', path: bank, headers }, 'answer=confirm');
  assert.deepEqual(await store.charges(), ['2000 paid', '2000 declined']);
  assert.deepEqual(await violations(), []);
});

test('two charges for one payment whose answer was lost: kassa verify says so at once', async () => {
  const { checkout_session_id } = await store.create({ product_id: await store.plan() });
  await store.setFault('answer_lost');
  const payment = { checkout_session_id, payment_method: card() };
  assert.equal((await store.ask('POST /complete-checkout', payment)).status, 500);
  assert.deepEqual(await violations(), []);
  await run(`INSERT INTO test_gateway_charges (store_id, reference, charge_key, token, amount_minor,
      currency, status, details, key_forgotten, created_at)
    SELECT store_id, 'ch_twice', charge_key, token, amount_minor, currency, 'paid', '{}', 1, created_at
    FROM test_gateway_charges`);
  const [found = '', ...more] = await violations();
  assert.match(found, /^txn_\w+: the gateway has it, we do not$/);
  assert.deepEqual(more, []);
});

test('a card that was given later stays, also when an earlier purchase with another is paid after it', async () => {
  const payment = async (number: string) => {
    const { checkout_session_id } = await store.create({ product_id: await store.plan() });
    const input = { checkout_session_id, payment_method: card(number) };
    await store.ask('POST /complete-checkout', input);
    return store.must('GET /get-checkout', { checkout_session_id });
  };
  const { checkout_session_id, status } = await payment(PAYS_TOMORROW);
  assert.equal(status, 'processing');
  await store.advance('PT1M');
  await store.changeCard('5555555555554444');
  await store.advance('P2D');
  const { subscription_id } = await store.must('GET /get-checkout', { checkout_session_id });
  await store.advance('P1M');
  const [renewal, first] = await store.transactions(subscription_id);
  const cardOf = (one: typeof renewal) => [one.type, one.payment_method.last4];
  assert.deepEqual(
    [cardOf(renewal), cardOf(first)],
    [
      ['renewal', '4444'],
      ['subscription_start', '0382'],
    ],
  );
});
