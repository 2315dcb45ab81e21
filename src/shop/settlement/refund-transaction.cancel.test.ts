import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /refund-transaction';

test('200: a refund leaves the subscription, unless it is to cancel it', async () => {
  for (const cancel_subscription of [undefined, false, true]) {
    const { plan, create, complete, must, transactions, get, eventCount, eventsSince } =
      await shop.openStore();
    const product_id = await plan({ license: { activation_limit: 1 } });
    const { checkout_session_id } = await create({ product_id });
    const { subscription_id, license_keys } = await complete(checkout_session_id);
    const [license_key] = license_keys;
    const [{ transaction_id }] = await transactions(subscription_id);
    const count = await eventCount();
    const refund = await must(OP, { transaction_id, cancel_subscription });
    assert.deepEqual([refund.type, refund.total], ['refund', 20]);
    const subscription = await get(subscription_id);
    const types = (await eventsSince(count)).map(({ type }) => type);
    const { valid } = await must('POST /validate-license', { license_key });
    if (cancel_subscription) {
      assert.deepEqual(
        [subscription.status, subscription.cancellation_reason, valid],
        ['canceled', 'refunded', false],
      );
      assert.deepEqual(types, [
        'transaction.refunded',
        'subscription.canceled',
        'license.disabled',
      ]);
    } else {
      assert.deepEqual([subscription.status, valid], ['active', true]);
      assert.deepEqual(types, ['transaction.refunded']);
    }
  }
});

test('200: with one Idempotency-Key, eight at once are one refund and one cancel', async () => {
  const { plan, subscribe, ask, transactions, get } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const [{ transaction_id }] = await transactions(subscription_id);
  const input = { transaction_id, cancel_subscription: true };
  const once = () => ask(OP, input, { 'idempotency-key': 'refund' });
  const answers = await Promise.all(Array.from({ length: 8 }, once));
  for (const { status, text } of answers) assert.equal(status, 200, text);
  const refunds = (await transactions(subscription_id)).filter(
    ({ type }: { type: string }) => type === 'refund',
  );
  assert.deepEqual([refunds.length, (await get(subscription_id)).status], [1, 'canceled']);
});

test('200: of one that has ended, or of a purchase, there is nothing to cancel', async () => {
  const { plan, subscribe, cancel, must, transactions, create, complete } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await cancel(subscription_id);
  const [{ transaction_id }] = await transactions(subscription_id);
  assert.equal((await must(OP, { transaction_id, cancel_subscription: true })).total, 20);
  const book = { name: 'Book', description: '', price: 7, currency: 'EUR' };
  const { product_id } = await must('POST /create-product', book);
  const { checkout_session_id } = await create({ product_id });
  const bought = await complete(checkout_session_id);
  const input = { transaction_id: bought.transaction_id, cancel_subscription: true };
  assert.equal((await must(OP, input)).total, 7);
});

test('200: what was owed before is collected once, though eight ask at once', async () => {
  const { plan, buy, update, ask, get, charges, balances } = await shop.openStore();
  const { subscription_id, transaction_id } = await buy(await plan());
  const plan_id = await plan({ price: 100 });
  await update(subscription_id, { plan_id, proration: 'next_renewal' });
  assert.equal((await balances()).EUR, -80);
  const input = { transaction_id, amount: 1, cancel_subscription: true };
  const once = () => ask(OP, input, { 'idempotency-key': 'refund' });
  const answers = await Promise.all(Array.from({ length: 8 }, once));
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.equal((await get(subscription_id)).status, 'canceled');
  assert.deepEqual(await charges(), ['2000 paid', '8000 paid']);
  assert.equal((await balances()).EUR ?? 0, 0);
  await shop.assertRight();
});

test('200: what is owed because of the refund is not collected: it would take the money again', async () => {
  const { plan, product, buy, update, must, get, charges, balances } = await shop.openStore();
  const { subscription_id, transaction_id } = await buy(await plan());
  await update(subscription_id, { plan_id: await plan({ price: 5 }) });
  await buy(await product({ price: 15 }));
  assert.equal((await balances()).EUR ?? 0, 0, 'the credit of the change is spent');
  await must('POST /adjust-customer-balance', { customer_id: 'ada', amount: -3, currency: 'EUR' });
  await must(OP, { transaction_id, cancel_subscription: true });
  assert.equal((await get(subscription_id)).status, 'canceled');
  assert.deepEqual(await charges(), ['2000 paid', '300 paid']);
  assert.equal((await balances()).EUR, -15);
  await shop.assertRight();
});
