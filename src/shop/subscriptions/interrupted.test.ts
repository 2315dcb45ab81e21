import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { setGatewayFault } from '../money/payments/test-gateway.sql.ts';

// What happens to subscriptions when a provider does not answer, or nobody was there in time.

const card = (number: string) => ({ number, exp_month: 12, exp_year: 2099, cvc: '123' });
const PAYS = card('4242424242424242');

const shop = await startShop();

const DAY_MS = 86_400_000;

/** A store of its own with one subscription. */
async function subscribe(price = 20) {
  const { api_key: key, store_id } = await shop.makeStore('test');
  const ask = (operation: string, input: object) => shop.call(operation, input, { key });
  const post = async (operation: string, input: object) => {
    const answer = await ask(`POST /${operation}`, input);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const plan = { name: 'Plan', description: '', price, currency: 'USD', billing_type: 'recurring' };
  const { product_id } = await post('create-product', plan);
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = await post('create-checkout', session);
  const done = await post('complete-checkout', { checkout_session_id, payment_method: PAYS });
  const { subscription_id } = done;
  const setFault = (fault: 'unavailable' | 'answer_lost' | undefined) =>
    shop.db.write({ store_id }, async (tx) => setGatewayFault(tx, fault && { fault, delay_ms: 0 }));
  const get = async () => (await ask('GET /get-subscription', { subscription_id })).body;
  const renewals = async () =>
    (await ask('GET /get-transactions', { subscription_id, type: 'renewal', limit: 100 })).body
      .data;
  return { ask, post, setFault, get, renewals, subscription_id, plan };
}

test('a card that recovered a subscription is kept, also if the answer was lost', async () => {
  const { ask, post, setFault, get } = await subscribe();
  await post('update-payment-method', {
    customer_id: 'ada',
    payment_method: card('4000000000000341'),
  });
  await post('advance-clock', { by: 'P1M' });
  assert.equal((await get()).status, 'past_due');
  await setFault('answer_lost');
  const lost = await ask('POST /update-payment-method', {
    customer_id: 'ada',
    payment_method: PAYS,
  });
  assert.equal(lost.body.error.code, 'payment_unresolved');
  await setFault(undefined);
  await post('advance-clock', { by: 'PT2M' });
  assert.equal((await get()).status, 'active');
  await post('advance-clock', { by: 'P1M' });
  assert.equal((await get()).status, 'active');
});

test('a cancel makes no charge that the provider has not had', async () => {
  const { post, setFault, get, renewals, subscription_id } = await subscribe();
  await setFault('unavailable');
  await post('advance-clock', { by: 'P1M' });
  await post('cancel-subscription', { subscription_id });
  assert.equal((await get()).status, 'canceled');
  await setFault(undefined);
  await post('advance-clock', { by: 'PT1H' });
  const [{ status, decline_code }, ...others] = await renewals();
  assert.deepEqual([status, decline_code, others], ['declined', 'charge_canceled', []]);
});

test('what is overdue is charged before a change, a pause or a resume: no period is passed over', async () => {
  const { post, get, renewals, subscription_id } = await subscribe();
  shop.now += 95 * DAY_MS;
  await post('pause-subscription', { subscription_id });
  assert.equal((await renewals()).length, 3);
  await post('resume-subscription', { subscription_id });
  assert.deepEqual([(await renewals()).length, (await get()).status], [3, 'active']);
});

test('what would cost more than there are numbers for is refused, now and later', async () => {
  const { ask, post, subscription_id, plan } = await subscribe(1);
  const dear = { ...plan, name: 'Dear', price: 999_999_999.99 };
  const { product_id: plan_id } = await post('create-product', dear);
  for (const more of [{ proration: 'next_renewal' }, { quantity: 2 }]) {
    const input = { subscription_id, plan_id, ...more };
    const { body } = await ask('POST /update-subscription', input);
    assert.equal(body.error.code, 'plan_invalid');
  }
  assert.equal((await ask('GET /get-transactions', {})).status, 200);
});

test('one subscription in trouble ends advance-clock with an error, not never', async () => {
  const { ask, subscription_id } = await subscribe();
  await shop.db.write(null, async (tx) =>
    tx.run(
      `UPDATE subscriptions SET pending_change = '{' WHERE subscription_id = :subscription_id`,
      {
        subscription_id,
      },
    ),
  );
  const { status } = await ask('POST /advance-clock', { by: 'P2M' });
  assert.equal(status, 500);
  await shop.db.write(null, async (tx) =>
    tx.run(
      'UPDATE subscriptions SET pending_change = NULL WHERE subscription_id = :subscription_id',
      {
        subscription_id,
      },
    ),
  );
  assert.equal((await ask('POST /advance-clock', { by: 'P2M' })).status, 200);
  await shop.assertRight();
});
