import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CastStore, cards } from '../../harness/cast.ts';
import { assertRefused, type Shop, startShop } from '../../harness/shop.ts';

// A buyer asks the bank for the money back. Test cards rehearse it: disputed after an hour, and
// decided after two days.

const SOLD = 'subscription_start';

let shop: Shop;
let store: CastStore;
beforeEach(async () => {
  shop = await startShop();
  store = await shop.openStore();
});

async function buy(product_id: string, payment_method = cards.disputed_lost) {
  const { checkout_session_id } = await store.create({ product_id });
  return store.must('POST /complete-checkout', { checkout_session_id, payment_method });
}

const find = async (transaction_id: string) =>
  (await store.must('GET /get-transactions', { transaction_id })).data[0];

async function accounts(): Promise<Record<string, number>> {
  const sql = `SELECT debit_account, credit_account, amount_minor FROM ledger_entries
    WHERE store_id = :store_id`;
  const sums: Record<string, number> = {};
  for (const row of await shop.db
    .reader(store)
    .all<{ debit_account: string; credit_account: string; amount_minor: number }>(sql)) {
    sums[row.debit_account] = (sums[row.debit_account] ?? 0) + row.amount_minor;
    sums[row.credit_account] = (sums[row.credit_account] ?? 0) - row.amount_minor;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

test('opened: the payment is `disputed`, its money is held, its license stays', async () => {
  const { transaction_id, license_keys } = await buy(await store.sell());
  await store.toldTypes();
  await store.advance('PT2H');
  const payment = await find(transaction_id);
  assert.equal(payment.status, 'disputed');
  assert.deepEqual(payment.dispute, {
    ...{ status: 'opened', reason: 'fraudulent', amount: 20, tax: 0, fee: 0 },
    fee_currency: 'EUR',
    due_at: '2026-11-16T09:30:00.000Z',
    opened_at: '2026-11-14T10:30:00.000Z',
    closed_at: null,
  });
  assert.deepEqual(await store.toldTypes(), ['transaction.disputed']);
  assert.deepEqual(await accounts(), { disputes: 2000, sales: -2000 });
  assert.equal((await store.validate(license_keys[0])).valid, true);
  await shop.assertRight();
});

test('lost: the payment is `charged_back`, and its license is disabled', async () => {
  const { transaction_id, license_keys } = await buy(await store.sell());
  await store.toldTypes();
  await store.advance('P3D');
  const payment = await find(transaction_id);
  assert.deepEqual([payment.status, payment.dispute.status], ['charged_back', 'lost']);
  assert.equal(payment.dispute.closed_at, '2026-11-16T09:30:00.000Z');
  assert.deepEqual(await store.toldTypes(), [
    'transaction.disputed',
    'transaction.dispute_lost',
    'license.disabled',
  ]);
  assert.deepEqual(await accounts(), { refunds: 2000, sales: -2000 });
  const again = await store.ask('POST /refund-transaction', { transaction_id });
  assertRefused(again, 400, 'transaction_disputed');
  assert.equal((await store.validate(license_keys[0])).code, 'disabled');
  await shop.assertRight();
});

test('won: everything is as it was, and the payment can be refunded', async () => {
  const { transaction_id } = await buy(await store.product(), cards.disputed_won);
  await store.toldTypes();
  await store.advance('P3D');
  const payment = await find(transaction_id);
  assert.deepEqual([payment.status, payment.dispute.status], ['paid', 'won']);
  assert.deepEqual(await store.toldTypes(), ['transaction.disputed', 'transaction.dispute_won']);
  assert.deepEqual(await accounts(), { gateway: 2000, sales: -2000 });
  await shop.assertRight();
  await store.refund(transaction_id, { amount: 5 });
  assert.equal((await find(transaction_id)).status, 'partially_refunded');
  await shop.assertRight();
});

test('partly refunded, then disputed: the bank decides about its amount, and the refund stays', async () => {
  const { transaction_id } = await buy(await store.product(), cards.disputed_won);
  await store.refund(transaction_id, { amount: 5 });
  await store.advance('PT2H');
  assert.equal((await find(transaction_id)).status, 'disputed');
  await shop.assertRight();
  await store.advance('P3D');
  const payment = await find(transaction_id);
  assert.deepEqual([payment.status, payment.refunded], ['partially_refunded', 5]);
  await shop.assertRight();
});

test('on_dispute_lost cancel (the default): the subscription ends, without a refund', async () => {
  const { subscription_id, license_keys } = await buy(await store.licensedPlan());
  await store.toldTypes();
  await store.advance('P3D');
  const { status, cancellation_reason } = await store.get(subscription_id);
  assert.deepEqual([status, cancellation_reason], ['canceled', 'dispute_lost']);
  assert.equal((await store.validate(license_keys[0])).valid, false);
  assert.deepEqual(await store.toldTypes(), [
    'transaction.disputed',
    'transaction.dispute_lost',
    'subscription.canceled',
    'license.disabled',
  ]);
  assert.equal((await store.transactions(subscription_id)).length, 1);
  await shop.assertRight();
});

test('on_dispute_lost keep: subscription and license go on, of a purchase too', async () => {
  await store.must('POST /update-store-settings', { on_dispute_lost: 'keep' });
  const plan = await buy(await store.licensedPlan());
  const single = await buy(await store.sell());
  await store.advance('P3D');
  assert.equal((await store.get(plan.subscription_id)).status, 'active');
  for (const { license_keys } of [plan, single]) {
    assert.equal((await store.validate(license_keys[0])).valid, true);
  }
  assert.equal((await find(single.transaction_id)).status, 'charged_back');
  await shop.assertRight();
});

test('a change to something cheaper, then a dispute: the credit is taken back, and there again if it is won', async () => {
  const { subscription_id, transaction_id } = await buy(
    await store.plan({ price: 30, tier: 2 }),
    cards.disputed_won,
  );
  await store.update(subscription_id, { plan_id: await store.plan({ price: 10, tier: 1 }) });
  assert.deepEqual(await store.balances(), { EUR: 20 });
  await store.advance('PT2H');
  assert.deepEqual(await store.balances(), {});
  await shop.assertRight();
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), { EUR: 20 });
  await shop.assertRight();
  const refund = await store.refund(transaction_id);
  assert.deepEqual([refund.total, refund.balance_change], [30, -20]);
  assert.deepEqual(await store.balances(), {});
  await shop.assertRight();
});

test('a dispute, then a change to something cheaper, then a cancel with a refund: nothing is given twice', async () => {
  await store.must('POST /update-store-settings', { on_dispute_lost: 'keep' });
  const { subscription_id } = await buy(await store.plan({ price: 30, tier: 2 }));
  await store.advance('PT2H');
  await store.update(subscription_id, { plan_id: await store.plan({ price: 10, tier: 1 }) });
  assert.deepEqual(await store.balances(), {}, 'what is disputed is no credit');
  await store.cancel(subscription_id, { refund: 'full' });
  await store.advance('P3D');
  // The change itself was paid for, and that alone is given back. The bank took it as well.
  const [refund, change, start] = await store.transactions(subscription_id);
  assert.deepEqual([refund.type, change.type, start.type], ['refund', 'plan_change', SOLD]);
  assert.equal(refund.refunded_transaction_id, change.transaction_id);
  assert.equal(refund.total, change.total);
  assert.deepEqual(await store.balances(), { EUR: -change.total });
  await shop.assertRight();
});

test('a credit that was spent before the dispute is owed', async () => {
  await store.must('POST /update-store-settings', { on_dispute_lost: 'keep' });
  const { subscription_id } = await buy(await store.plan({ price: 30, tier: 2 }));
  await store.update(subscription_id, { plan_id: await store.plan({ price: 10, tier: 1 }) });
  await store.buy(await store.product({ price: 20 }));
  assert.deepEqual(await store.balances(), {});
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), { EUR: -20 });
  await shop.assertRight();
});

test('a refund that fails while the payment is disputed gives the customer nothing', async () => {
  const { subscription_id, transaction_id } = await buy(
    await store.plan({ price: 30, tier: 2 }),
    cards.fails_refunds_later,
  );
  await store.update(subscription_id, { plan_id: await store.plan({ price: 10, tier: 1 }) });
  await store.refund(transaction_id);
  assert.deepEqual(await store.balances(), {});
  await disputeAll();
  await shop.assertRight();
  await store.advance('P3D');
  const refund = (await store.transactions(subscription_id)).find(
    ({ type }: { type: string }) => type === 'refund',
  );
  assert.equal(refund.status, 'declined');
  assert.deepEqual(await store.balances(), {}, 'the dispute holds the money');
  await shop.assertRight();
});

/** The test gateway opens a dispute of every charge, now, and it is lost in two days. */
async function disputeAll(): Promise<void> {
  await shop.db.write(store, async (tx) => {
    await tx.run(`INSERT INTO test_gateway_disputes (store_id, reference, charge_reference,
        amount_minor, currency, reason, ends_as, opens_at, ends_at)
      SELECT store_id, 'du_' || reference, reference, amount_minor, currency, 'fraudulent', 'lost',
        created_at, created_at + 900000000 FROM test_gateway_charges WHERE store_id = :store_id`);
    await tx.run(`INSERT INTO test_gateway_messages (store_id, message_id, kind, reference, due_at)
      SELECT store_id, 'msg_' || reference, 'dispute', reference, opens_at
      FROM test_gateway_disputes WHERE store_id = :store_id`);
  });
  await shop.runJob('due');
}
