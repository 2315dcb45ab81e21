import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';
import { assertRefused } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';

// What is past due is paid at the link, and canceled or paused at the same time.

const NO_MONEY = '4000000000009995';
const EXPIRE = 'POST /v1/checkout/sessions/:id/expire';

const shop = await openSubscriptions();
const { control, store } = shop;

/** The customer is on the page of Stripe where what is past due is paid. */
async function paying() {
  const { subscription_id, customer_id } = await shop.subscribe();
  await shop.spoil(customer_id, NO_MONEY);
  await shop.passDays(31);
  const { path, session } = await shop.payNow(subscription_id);
  return { subscription_id, path, session };
}

/** A cancel waits for Stripe; meanwhile the customer goes back, and to another page of Stripe. */
async function payingAnew(more: object = {}) {
  const { subscription_id, path } = await paying();
  await control.fault({ call: EXPIRE, kind: 'slow_before', delay_ms: 60_000 });
  await control.forgetCalls();
  const canceling = store.cancel(subscription_id, more);
  const isWaiting = async () => (await control.calls()).some(({ fault }) => fault !== null);
  await until(isWaiting, 'the cancel waits for Stripe');
  await shop.post(`${path}/give-up`, {});
  const { session } = await shop.payNow(subscription_id);
  return { subscription_id, path, canceling, session };
}

test('a link that is opened anew while a cancel waits for Stripe: canceled, nothing is charged, and the records agree', async () => {
  const { subscription_id, canceling, session } = await payingAnew();
  await control.hurry();
  assert.equal((await canceling).status, 'canceled');
  assert.equal((await control.pay({ session })).kind, 'closed');
  assert.deepEqual(
    (await shop.renewals(subscription_id)).map((one) => one === 'paid'),
    [false, false, false],
  );
  await shop.shop.assertRight();
});

test('what is paid while a cancel with a full refund waits for Stripe is refunded by it', async () => {
  const { subscription_id, path, canceling, session } = await payingAnew({ refund: 'full' });
  await control.pay({ session });
  await shop.get(`${path}/return`);
  assert.equal((await store.get(subscription_id)).status, 'active');
  await control.hurry();
  assert.equal((await canceling).status, 'canceled');
  assert.equal((await shop.renewals(subscription_id))[0], 'refunded');
  await shop.shop.assertRight();
});

test('a pause that is refused leaves the page where the customer is paying', async () => {
  const { subscription_id, path, session } = await paying();
  assertRefused(
    await store.ask('POST /pause-subscription', { subscription_id }),
    400,
    'subscription_status',
  );
  await control.pay({ session });
  await shop.get(`${path}/return`);
  assert.equal((await store.get(subscription_id)).status, 'active');
  await shop.shop.assertRight();
});
