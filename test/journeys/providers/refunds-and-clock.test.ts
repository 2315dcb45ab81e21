import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setGatewayFault } from '../../../src/shop/money/payments/test-gateway.sql.ts';
import { startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';

const SLOW_MS = 1_500;

test('the clock is moved by weeks while a cancel waits for the provider: its refund is made once', async () => {
  const shop = await startShop();
  const store = await shop.openStore();
  const { plan, subscribe, must, cancel, advance, transactions, balances } = store;
  const subscription_id = await subscribe(await plan());
  await must('POST /adjust-customer-balance', { customer_id: 'ada', amount: -5, currency: 'EUR' });

  /** The next call takes long, those after it do not. */
  const slowDown = () =>
    shop.db.write(store, async (tx) =>
      setGatewayFault(tx, { fault: 'slow_before', delay_ms: SLOW_MS }),
    );
  const isPending = async (type: string) =>
    (await transactions(subscription_id)).some(
      (one: { type: string; status: string }) => one.type === type && one.status === 'pending',
    );
  await slowDown();
  const canceling = cancel(subscription_id, { refund: 'full' });
  await until(() => isPending('plan_change'), 'the debt is asked for');
  await store.setFault(undefined);
  await advance('P20D');
  await slowDown();
  await until(() => isPending('refund'), 'the refund is asked for');
  await store.setFault(undefined);
  await advance('P1D');
  assert.equal((await canceling).status, 'canceled');
  const [refund] = await transactions(subscription_id);
  assert.deepEqual([refund.type, refund.status, refund.total], ['refund', 'paid', 20]);
  assert.deepEqual(await balances(), {}, 'the debt was paid, and there is no credit');
  await shop.assertRight();
});
