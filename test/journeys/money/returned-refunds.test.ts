import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CastStore, cards } from '../../harness/cast.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// A refund that was paid fails days later, because the bank does not take it: the books go back.

let shop: Shop;
let store: CastStore;
beforeEach(async () => {
  shop = await startShop();
  store = await shop.openStore();
});

async function buy(product_id: string, payment_method = cards.returns_refunds) {
  const { checkout_session_id } = await store.create({ product_id });
  return store.must('POST /complete-checkout', { checkout_session_id, payment_method });
}

const find = async (transaction_id: string) =>
  (await store.must('GET /get-transactions', { transaction_id })).data[0];

const balanceOf = async (account: string): Promise<number> => {
  const sql = `SELECT CAST(COALESCE(SUM(CASE WHEN debit_account = :account THEN amount_minor
      ELSE -amount_minor END), 0) AS bigint) AS sum FROM ledger_entries
    WHERE store_id = :store_id AND (debit_account = :account OR credit_account = :account)`;
  const found = await shop.db.reader(store).maybe<{ sum: number }>(sql, { account });
  return found?.sum ?? 0;
};

test('it is `failed`, the payment is as it was and can be refunded again, and the ledger has both ways', async () => {
  const { transaction_id } = await buy(await store.product());
  const refund = await store.refund(transaction_id, { amount: 5 });
  assert.equal(refund.status, 'paid');
  assert.deepEqual(await find(transaction_id).then(({ status, refunded }) => [status, refunded]), [
    'partially_refunded',
    5,
  ]);
  assert.deepEqual([await balanceOf('gateway'), await balanceOf('refunds')], [1500, 500]);
  await store.toldTypes();
  await store.advance('P3D');
  const [told] = await store.told();
  assert.equal(told?.type, 'transaction.refund_failed');
  const failed = await find(refund.transaction_id);
  assert.deepEqual(told?.data, failed);
  assert.deepEqual([failed.status, failed.decline_code], ['failed', 'refund_not_possible']);
  assert.equal(failed.settled_at, refund.settled_at);
  const payment = await find(transaction_id);
  assert.deepEqual([payment.status, payment.refunded], ['paid', 0]);
  assert.deepEqual([await balanceOf('gateway'), await balanceOf('refunds')], [2000, 0]);
  await shop.assertRight();
  const again = await store.refund(transaction_id);
  assert.deepEqual([again.status, again.total], ['paid', 20]);
  await shop.assertRight();
});

test('a full refund that fails leaves the license disabled: the seller enables it, if at all', async () => {
  const { transaction_id, license_keys } = await buy(await store.sell());
  await store.refund(transaction_id);
  await store.advance('P3D');
  assert.equal((await find(transaction_id)).status, 'paid');
  const { code, license } = await store.validate(license_keys[0]);
  assert.equal(code, 'disabled');
  await store.must('POST /enable-license', { license_id: license.license_id });
  assert.equal((await store.validate(license_keys[0])).valid, true);
  await shop.assertRight();
});

test('the credit that it had taken back is there again', async () => {
  const big = await store.plan({ price: 30, tier: 2 });
  const { transaction_id, subscription_id } = await buy(big);
  await store.update(subscription_id, { plan_id: await store.plan({ price: 10, tier: 1 }) });
  assert.deepEqual(await store.balances(), { EUR: 20 });
  const refund = await store.refund(transaction_id, { amount: 25 });
  assert.equal(refund.balance_change, -20);
  assert.deepEqual(await store.balances(), {});
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), { EUR: 20 });
  await shop.assertRight();
  assert.equal((await store.refund(transaction_id)).balance_change, -20);
  assert.deepEqual(await store.balances(), {});
  await shop.assertRight();
});

test('what a cancel had refunded goes to the balance, and a later refund takes it from there', async () => {
  const { transaction_id, subscription_id } = await buy(await store.plan());
  await store.cancel(subscription_id, { refund: 'full' });
  assert.deepEqual(await store.balances(), {});
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), { EUR: 20 });
  await shop.assertRight();
  assert.equal((await store.refund(transaction_id)).balance_change, -20);
  assert.deepEqual(await store.balances(), {});
  await shop.assertRight();
});

test('a provider that does not answer just then is asked again until it does', async () => {
  const { transaction_id } = await buy(await store.product());
  await store.refund(transaction_id);
  await store.setFault('unavailable');
  await store.advance('P3D');
  assert.equal((await find(transaction_id)).status, 'refunded');
  await store.setFault(undefined);
  await store.advance('PT2H');
  assert.equal((await find(transaction_id)).status, 'paid');
  await shop.assertRight();
});

test('the portal says in plain words that the money was not given back', async () => {
  const { transaction_id } = await buy(await store.product());
  await store.refund(transaction_id);
  await store.advance('P3D');
  const billing = { customer_id: 'ada' };
  const { portal_url } = await store.must('POST /create-customer-billing', billing);
  const { pathname } = new URL(portal_url);
  const first = await shop.send({ method: 'GET', path: pathname });
  const page = await follow(first.headers.location ?? pathname, first.headers['set-cookie']);
  assert.match(page.text, /Your bank did not accept the refund/);
  const [, receipt = ''] = /href="([^"]+)">Details/.exec(page.text) ?? [];
  const shown = await follow(receipt, first.headers['set-cookie']);
  assert.match(shown.text, /Not refunded/);
  assert.match(shown.text, /Your bank did not accept the refund/);
});

const follow = (path: string | string[], cookie: string | string[] | undefined) =>
  shop.send({
    method: 'GET',
    path: String(path),
    headers: { cookie: String(cookie ?? '').split(';')[0] ?? '' },
  });
