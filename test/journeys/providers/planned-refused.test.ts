import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';

// A smaller plan was to come with the renewal, and Stripe takes its time or refuses for a reason
// that is the seller's: that is no decline, so nothing is in force before it is paid.

const shop = await openSubscriptions();
const { control, store } = shop;
const small = await store.plan({ name: 'Small', price: 10 });

/** On Pro at 20 a month, with Small at 10 to come. */
async function subscribe(card: { iban?: string } = {}) {
  const { customer_id } = await shop.subscribe(card);
  await shop.passDays(6);
  const { data } = await store.must('GET /list-subscriptions', { customer_id });
  const subscription_id: string = data[0].subscription_id;
  await store.update(subscription_id, { plan_id: small, effective: 'period_end' });
  const is = async () => {
    const { status, plan, pending_change } = await store.get(subscription_id);
    return [status, plan.name, pending_change !== null];
  };
  return { subscription_id, customer_id, is };
}

test('what Stripe refuses because of the account puts nothing in force; a decline does', async () => {
  const { subscription_id, customer_id, is } = await subscribe();
  const message = 'Your account cannot currently make live charges.';
  await control.changeAccount({ refuses: { code: 'account_invalid', message } });
  await shop.passDays(26);
  for (let day = 0; day < 3; day++) await shop.passDays(1);
  assert.deepEqual(await is(), ['active', 'Pro', true]);
  await shop.spoil(customer_id, '4000000000009995');
  await control.changeAccount({ refuses: null });
  for (let day = 0; day < 2; day++) await shop.passDays(1);
  assert.deepEqual(await is(), ['past_due', 'Small', false]);
  const [latest] = await shop.renewals(subscription_id);
  assert.equal(latest, 'insufficient_funds');
  await shop.shop.assertRight();
});

test('a debit that is not decided puts nothing in force before it fails', async () => {
  const { subscription_id, is } = await subscribe({ iban: 'DE89370400440532013000' });
  await shop.passDays(31);
  assert.deepEqual(await shop.renewals(subscription_id), ['pending']);
  assert.deepEqual(await is(), ['active', 'Pro', true]);
  const sql = `SELECT provider_reference FROM transactions
    WHERE store_id = :store_id AND subscription_id = :subscription_id AND status = 'pending'`;
  const reader = shop.shop.db.reader({ store_id: store.store_id });
  const row = await reader.maybe<{ provider_reference: string }>(sql, { subscription_id });
  await control.settle({ payment_intent: row?.provider_reference ?? '', ends: 'failed' });
  await shop.passDays(1);
  assert.deepEqual(await shop.renewals(subscription_id), ['insufficient_funds']);
  assert.deepEqual(await is(), ['past_due', 'Small', false]);
  await shop.shop.assertRight();
});
