import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charged } from '../../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';

// Whoever pays by a bank's debit: for days nobody knows whether what they owe is paid.

const PAYS = 'DE89370400440532013000';
const GIVE_UP = 'POST /v1/payment_intents/:id/cancel';

const { shop, stand_in, store, ...counter } = await openSubscriptions();
const { control, passDays } = counter;
const dearer = await store.plan({ name: 'Max', price: 100, tier: 2 });

/** A customer who pays 20 a month by debit. */
async function subscribe() {
  const { customer_id } = await counter.subscribe({ iban: PAYS });
  await passDays(6);
  const { data } = await store.must('GET /list-subscriptions', { customer_id });
  const subscription_id: string = data[0].subscription_id;
  const balance = async () => (await store.balances(customer_id)).EUR ?? 0;
  return { customer_id, subscription_id, balance };
}

const debts = async (subscription_id: string): Promise<string[]> =>
  (await store.transactions(subscription_id))
    .filter((one: { type: string; total: number }) => one.type === 'plan_change' && one.total > 0)
    .map((one: { status: string; total: number }) => `${one.total} ${one.status}`);

test('a cancel with a refund does not wait for the debit of a debt, and gives credit for what it pays', async () => {
  const { subscription_id, balance } = await subscribe();
  const before = await charged(stand_in, 'eur');
  await store.update(subscription_id, { plan_id: dearer, proration: 'next_renewal' });
  const owed = -(await balance());
  assert.ok(owed > 0);
  assert.equal((await store.cancel(subscription_id, { refund: 'full' })).status, 'canceled');
  assert.deepEqual(await debts(subscription_id), [`${owed} pending`]);
  await passDays(6);
  assert.deepEqual(await debts(subscription_id), [`${owed} paid`]);
  // The debt had paid for the dearer plan: that goes back, and what was paid first to the bank.
  assert.equal(await balance(), owed);
  assert.equal((await charged(stand_in, 'eur')) - before, Math.round(owed * 100) - 2000);
  await shop.assertRight();
});

test('credit for a change that came to nothing keeps no debt from being collected', async () => {
  const { customer_id, subscription_id, balance } = await subscribe();
  await store.must('POST /adjust-customer-balance', { customer_id, amount: 5, currency: 'EUR' });
  const change = { subscription_id, plan_id: dearer };
  assert.equal((await store.ask('POST /update-subscription', change)).status, 400);
  // Stripe does not answer until the debit is made.
  await control.fault({ call: GIVE_UP, kind: 'error_503', times: 100 });
  await store.pause(subscription_id);
  await passDays(6);
  await control.clearFaults();
  await passDays(1);
  assert.equal(await balance(), 5, 'the credit that the change had used is there again');
  await store.resume(subscription_id);
  await store.update(subscription_id, { plan_id: dearer, proration: 'next_renewal' });
  const owed = -(await balance());
  assert.ok(owed > 0);
  await store.cancel(subscription_id);
  assert.deepEqual(await debts(subscription_id), [`${owed} pending`, '75 paid']);
  await passDays(6);
  assert.equal(await balance(), 0);
  await shop.assertRight();
});
