import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buyer } from '../../../test/harness/sales/hosted-counter.ts';
import { startTillShop, type TillStore } from '../../../test/harness/sales/till-shop.ts';
import { assertRefused } from '../../../test/harness/shop.ts';
import type { Database } from '../../platform/db/database.ts';
import { openDatabase } from '../../platform/db/open.ts';

// A request that was let in while a provider was connected begins its charge just after somebody has
// disconnected it. What is pending there could not be asked about any more.

suite('POST /disconnect-provider, at the same instant', async () => {
  let before_write: { store_id: string; work(): Promise<unknown> } | undefined;
  const { shop, openStore } = await startTillShop('Stripe', {
    async openDatabase(place) {
      const db: Database = await openDatabase(place);
      const write: Database['write'] = async (scope, work) => {
        const first = before_write;
        if (first && first.store_id === scope?.store_id) {
          before_write = undefined;
          await first.work();
        }
        return db.write(scope, work);
      };
      return new Proxy(db, {
        get: (of, name, self) => (name === 'write' ? write : Reflect.get(of, name, self)),
      });
    },
  });
  const disconnectMeanwhile = ({ store_id, must }: TillStore) => {
    before_write = { store_id, work: () => must('POST /disconnect-provider') };
  };
  const assertNothingPending = async ({ must }: TillStore) => {
    assert.equal((await must('GET /get-provider')).provider, 'test');
    const { data } = await must('GET /get-transactions', { status: 'pending' });
    assert.deepEqual(data, []);
    await shop.assertRight();
  };
  const subscribe = async (store: TillStore): Promise<string> => {
    const { checkout_session_id } = await store.create({ product_id: await store.plan() });
    return (await store.till.pay(checkout_session_id)).body.subscription_id;
  };

  test('a purchase begins nothing: the session is open as before', async () => {
    const store = await openStore();
    const { checkout_session_id } = await store.create({ product_id: await store.product() });
    disconnectMeanwhile(store);
    const path = `/checkout/${checkout_session_id}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = new URLSearchParams(buyer()).toString();
    const answer = await shop.send({ method: 'POST', path: `${path}/pay`, headers }, form);
    assert.deepEqual([answer.status, answer.headers.location], [303, path]);
    assert.equal((await store.must('GET /get-checkout', { checkout_session_id })).status, 'open');
    await assertNothingPending(store);
  });

  test('500 payment_unresolved: a change that costs something is not made', async () => {
    const store = await openStore();
    const subscription_id = await subscribe(store);
    disconnectMeanwhile(store);
    const change = { subscription_id, quantity: 2 };
    const answer = await store.ask('POST /update-subscription', change);
    assertRefused(answer, 500, 'payment_unresolved');
    assert.equal((await store.get(subscription_id)).quantity, 1);
    await assertNothingPending(store);
  });

  test('a pause of one whose renewal is due is made at once, and does not try that for ever', async () => {
    const store = await openStore();
    const subscription_id = await subscribe(store);
    // As if another process had taken it: no job does what is due.
    const claim = 'UPDATE subscriptions SET claimed_until = :until WHERE store_id = :store_id';
    await shop.db.write(store, async (tx) => tx.run(claim, { until: Number.MAX_SAFE_INTEGER }));
    const { current_period_end } = await store.get(subscription_id);
    shop.now = Date.parse(current_period_end);
    disconnectMeanwhile(store);
    assert.equal((await store.pause(subscription_id)).status, 'paused');
    await assertNothingPending(store);
  });

  test('a cancel is made, and what is owed stays on the balance', async () => {
    const store = await openStore();
    const subscription_id = await subscribe(store);
    const owed = { customer_id: 'ada', amount: -5, currency: 'EUR' };
    await store.must('POST /adjust-customer-balance', owed);
    disconnectMeanwhile(store);
    assert.equal((await store.cancel(subscription_id)).status, 'canceled');
    assert.deepEqual(await store.balances(), { EUR: -5 });
    await assertNothingPending(store);
  });
});
