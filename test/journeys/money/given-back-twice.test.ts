import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CastStore, cards } from '../../harness/cast.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// A part of a payment is refunded, and then the bank takes all of it: the customer has got back
// more than they paid, and owes the rest.

let shop: Shop;
let store: CastStore;
beforeEach(async () => {
  shop = await startShop();
  store = await shop.openStore();
});

/** Something for 20 EUR, which the buyer will dispute. Returns the transaction. */
async function buy(payment_method = cards.disputed_lost): Promise<string> {
  const { checkout_session_id } = await store.create({ product_id: await store.product() });
  const sale = { checkout_session_id, payment_method };
  return (await store.must('POST /complete-checkout', sale)).transaction_id;
}

/** The bank decides, once more. */
async function decide(ends_as: 'won' | 'lost'): Promise<void> {
  const due_at = Date.parse((await store.must('GET /get-clock')).now) + 60_000;
  await shop.db.write(store, async (tx) => {
    const set = `UPDATE test_gateway_disputes SET ends_as = :ends_as WHERE store_id = :store_id`;
    await tx.run(set, { ends_as });
    await tx.run(
      `INSERT INTO test_gateway_messages (store_id, message_id, kind, reference, due_at)
      SELECT store_id, 'again_' || reference, 'dispute', reference, :due_at
      FROM test_gateway_disputes WHERE store_id = :store_id`,
      { due_at },
    );
  });
  await store.advance('PT1H');
}

for (const amount of [5, 20]) {
  test(`a refund of ${amount} of 20, then a lost dispute of 20: ${amount} are owed, and collected with the next payment`, async () => {
    const transaction_id = await buy();
    await store.refund(transaction_id, { amount });
    await store.advance('PT2H');
    assert.deepEqual(await store.balances(), {}, 'the bank has not decided');
    await store.advance('P3D');
    assert.deepEqual(await store.balances(), { EUR: -amount });
    await shop.assertRight();
    const subscription_id = await store.subscribe(await store.plan({ price: 30 }));
    await store.advance('P1M');
    const [renewal] = await store.transactions(subscription_id);
    const [, start] = await store.transactions(subscription_id);
    assert.equal(renewal.total + start.total, 60 + amount);
    assert.deepEqual(await store.balances(), {});
    await shop.assertRight();
  });
}

test('won, nothing is owed; lost after all, it is; and once, however often it is told', async () => {
  const transaction_id = await buy(cards.disputed_won);
  await store.refund(transaction_id, { amount: 8 });
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), {});
  for (const [ends_as, owed] of [
    ['lost', { EUR: -8 }],
    ['lost', { EUR: -8 }],
    ['won', {}],
  ] as const) {
    await decide(ends_as);
    assert.deepEqual(await store.balances(), owed, ends_as);
    await shop.assertRight();
  }
});

test('of two refunds one fails after the dispute is lost: only the other one is owed', async () => {
  const { checkout_session_id } = await store.create({ product_id: await store.product() });
  const bought = { checkout_session_id, payment_method: cards.returns_refunds };
  const { transaction_id } = await store.must('POST /complete-checkout', bought);
  await store.refund(transaction_id, { amount: 5 });
  await store.advance('P1D');
  await store.refund(transaction_id, { amount: 7 });
  await shop.db.write(store, async (tx) => {
    await tx.run(`INSERT INTO test_gateway_disputes (store_id, reference, charge_reference,
        amount_minor, currency, reason, ends_as, opens_at, ends_at)
      SELECT store_id, 'du_one', reference, amount_minor, currency, 'fraudulent', 'lost',
        created_at, created_at FROM test_gateway_charges WHERE store_id = :store_id`);
    await tx.run(`INSERT INTO test_gateway_messages (store_id, message_id, kind, reference, due_at)
      SELECT store_id, 'msg_one', 'dispute', reference, opens_at
      FROM test_gateway_disputes WHERE store_id = :store_id`);
  });
  await shop.runJob('due');
  assert.deepEqual(await store.balances(), { EUR: -12 });
  await shop.assertRight();
  await store.advance('PT25H');
  assert.deepEqual(await store.balances(), { EUR: -7 });
  await shop.assertRight();
  await store.advance('P1D');
  assert.deepEqual(await store.balances(), {});
  await shop.assertRight();
});
