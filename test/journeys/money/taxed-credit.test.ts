import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CastStore, cards } from '../../harness/cast.ts';
import { billedLine } from '../../harness/sales/billed-line.ts';
import { sellTaxed } from '../../harness/sales/taxed-purchase.ts';
import { startShop } from '../../harness/shop.ts';

// What goes to the balance has given its tax back then, and gives none back again. A plan costs
// 119.00 a month, 19.00 of it tax.

const shop = await startShop();
let store: CastStore;
let plan: string;
beforeEach(async () => {
  store = await shop.openStore();
  await sellTaxed(store);
  await store.must('POST /create-customer', { customer_id: 'ada', country: 'DE' });
  plan = await store.plan({ price: 119 });
});

type Body = Awaited<ReturnType<CastStore['must']>>;

async function subscribe(payment_method = cards.pays): Promise<Body> {
  const { checkout_session_id } = await store.create({ product_id: plan });
  return store.must('POST /complete-checkout', { checkout_session_id, payment_method });
}

/** Type, tax, total and change of the balance of each transaction, the oldest first. */
const history = async (subscription_id: string) =>
  (await store.transactions(subscription_id))
    .toReversed()
    .map(({ type, status, tax, total, balance_change }: Body) => [
      ...[`${type} ${status}`, tax, total, balance_change],
    ]);

/** What is owed of taxes, in minor units, by the ledger. */
async function taxOwed(): Promise<number> {
  const sql = `SELECT CAST(COALESCE(SUM(CASE WHEN credit_account = 'tax' THEN amount_minor
      ELSE -amount_minor END), 0) AS bigint) AS tax FROM ledger_entries
    WHERE store_id = :store_id AND (credit_account = 'tax' OR debit_account = 'tax')`;
  return (await shop.db.reader(store).maybe<{ tax: number }>(sql))?.tax ?? 0;
}

test('a cheaper plan puts money on the balance with its tax; a refund takes it from there without', async () => {
  const { subscription_id, transaction_id } = await subscribe();
  const cheaper = await store.plan({ price: 23.8 });
  await store.update(subscription_id, { plan_id: cheaper });
  assert.equal(await taxOwed(), 380);
  const refund = await store.refund(transaction_id);
  assert.deepEqual(refund.lines, [
    { ...refund.lines[0], amount: 23.8, tax: 3.8 },
    billedLine('Taken from the balance', [1, 95.2, 0], 'taken_from_balance'),
  ]);
  assert.deepEqual(await history(subscription_id), [
    ['subscription_start refunded', 19, 119, 0],
    ['plan_change paid', -15.2, 0, 95.2],
    ['refund paid', 3.8, 119, -95.2],
  ]);
  assert.equal(await taxOwed(), 0);
  await shop.assertRight();
});

test('a cancel with a refund: what the card and the balance had paid goes back with all of the tax', async () => {
  const gift = { customer_id: 'ada', amount: 40, currency: 'EUR' };
  await store.must('POST /adjust-customer-balance', gift);
  const { subscription_id } = await subscribe();
  await store.cancel(subscription_id, { refund: 'full' });
  assert.deepEqual(await history(subscription_id), [
    ['subscription_start refunded', 19, 79, -40],
    ['refund paid', 12.61, 79, 0], // 79 x 19 / 119 = 12.6134
    ['plan_change paid', -6.39, 0, 40],
  ]);
  assert.deepEqual([await taxOwed(), await store.balances()], [0, { EUR: 40 }]);
  await shop.assertRight();
});

test('all of it was paid from the balance: all of it goes back there, with its tax', async () => {
  const gift = { customer_id: 'ada', amount: 200, currency: 'EUR' };
  await store.must('POST /adjust-customer-balance', gift);
  const { subscription_id } = await subscribe();
  assert.equal(await taxOwed(), 1900);
  await store.cancel(subscription_id, { refund: 'full' });
  assert.deepEqual(await history(subscription_id), [
    ['subscription_start paid', 19, 0, -119],
    ['plan_change paid', -19, 0, 119],
  ]);
  assert.deepEqual([await taxOwed(), await store.balances()], [0, { EUR: 200 }]);
  await shop.assertRight();
});

for (const [title, card, ended] of [
  ['is refused', cards.refuses_refunds, 'declined'],
  ['fails days later', cards.returns_refunds, 'failed'],
] as const) {
  test(`a refund of a cancel that ${title} goes to the balance, with its tax`, async () => {
    const { subscription_id } = await subscribe(card);
    await store.cancel(subscription_id, { refund: 'full' });
    await store.advance('P3D');
    assert.deepEqual(await history(subscription_id), [
      ['subscription_start paid', 19, 119, 0],
      [`refund ${ended}`, 19, 119, 0],
      ['plan_change paid', -19, 0, 119],
    ]);
    assert.deepEqual([await taxOwed(), await store.balances()], [0, { EUR: 119 }]);
    await shop.assertRight();
  });
}
