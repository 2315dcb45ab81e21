import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charged } from '../../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';

// Renewals, declines, confirmations and bank debits at the stand-in for Stripe.

const ALWAYS_CONFIRMS = '4000002760003184';
const LOST = '4000000000009987';
const NO_MONEY = '4000000000009995';
/** Without money, and never to be tried again. */
const NEVER_AGAIN = '4000000000020026';
const NEVER_AGAIN_SAYS_NETWORK = '5200000000000007';
const SEPA = 'DE89370400440532013000';

const shop = await openSubscriptions();

const taken = () => charged(shop.stand_in, 'eur');

test('renewals charge the saved card while nobody is there', async () => {
  const { subscription_id } = await shop.subscribe();
  const before = await taken();
  await shop.passDays(31);
  assert.deepEqual(await shop.renewals(subscription_id), ['paid']);
  assert.equal((await taken()) - before, 2000);
  await shop.store.cancel(subscription_id);
});

test('a card that was refused for good is not tried again, one without money is', async () => {
  const lost = await shop.subscribe();
  const poor = await shop.subscribe();
  await shop.spoil(lost.customer_id, LOST);
  await shop.spoil(poor.customer_id, NO_MONEY);
  await shop.passDays(31);
  await shop.passDays(4);
  assert.deepEqual(await shop.renewals(lost.subscription_id), ['lost_card']);
  assert.deepEqual(await shop.renewals(poor.subscription_id), [
    'insufficient_funds',
    'insufficient_funds',
  ]);
  for (const one of [lost, poor]) await shop.store.cancel(one.subscription_id);
});

test('a card for which the bank advises never to try again waits for another one, whatever the reason', async () => {
  for (const number of [NEVER_AGAIN, NEVER_AGAIN_SAYS_NETWORK]) {
    const { subscription_id, customer_id } = await shop.subscribe();
    await shop.spoil(customer_id, number);
    await shop.passDays(31);
    for (let days = 0; days < 9; days += 3) await shop.passDays(3);
    assert.deepEqual(await shop.renewals(subscription_id), ['card_blocked']);
    const { session, path } = await shop.payNow(subscription_id);
    await shop.control.pay({ session, number: '5555555555554444' });
    await shop.get(`${path}/return`);
    assert.equal((await shop.store.get(subscription_id)).status, 'active');
    await shop.store.cancel(subscription_id);
  }
});

test('a customer whom the seller deleted at Stripe has no card there: past due, and paid with a new one', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  await shop.deleteAtStripe(customer_id);
  await shop.passDays(31);
  assert.deepEqual(await shop.renewals(subscription_id), ['payment_method_missing']);
  assert.equal((await shop.store.get(subscription_id)).status, 'past_due');
  const before = await taken();
  const { session, path } = await shop.payNow(subscription_id);
  await shop.control.pay({ session, number: '5555555555554444' });
  await shop.get(`${path}/return`);
  assert.equal((await shop.store.get(subscription_id)).status, 'active');
  assert.equal((await taken()) - before, 2000);
  await shop.store.cancel(subscription_id);
});

test('a renewal that the bank wants confirmed is confirmed at the link, and settled by the return', async () => {
  const confirming = { number: ALWAYS_CONFIRMS, authenticate: 'approve' } as const;
  const { subscription_id } = await shop.subscribe(confirming);
  await shop.passDays(31);
  assert.deepEqual(await shop.renewals(subscription_id), ['authentication_required']);
  const before = await taken();
  const { path, session } = await shop.payNow(subscription_id);
  // Somebody who looks at the link meanwhile is sent to the same page.
  assert.match((await shop.get(path)).text, /Your payment is not complete/);
  await shop.control.pay({ session, ...confirming });
  const back = await shop.get(`${path}/return`);
  assert.deepEqual([back.status, back.headers.location], [303, path]);
  assert.equal((await shop.store.get(subscription_id)).status, 'active');
  assert.match((await shop.get(path)).text, /You are all set/);
  assert.equal((await taken()) - before, 2000);
  // By no other way a second time.
  await shop.control.release();
  await shop.control.webhooks({ held: true });
  await shop.pass(5);
  assert.equal((await taken()) - before, 2000);
  await shop.store.cancel(subscription_id);
});

test('paid at the link and never come back: the message or the job settles it, and the next card is the new one', async () => {
  for (const way of ['message', 'job']) {
    const { subscription_id, customer_id } = await shop.subscribe();
    await shop.spoil(customer_id, NO_MONEY);
    await shop.passDays(31);
    const { session } = await shop.payNow(subscription_id);
    const before = await shop.methodOf(customer_id);
    await shop.control.pay({ session, number: '5555555555554444' });
    if (way === 'message') await shop.control.release();
    await shop.control.webhooks({ held: true });
    if (way === 'message') await shop.shop.runJob('due');
    else await shop.pass(3);
    assert.equal((await shop.store.get(subscription_id)).status, 'active', way);
    assert.notEqual(await shop.methodOf(customer_id), before);
    await shop.store.cancel(subscription_id);
  }
});

test('left alone at Stripe the link is given up there, nobody can pay on it any more, and retries go on', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  await shop.spoil(customer_id, NO_MONEY);
  await shop.passDays(31);
  const { session } = await shop.payNow(subscription_id);
  await shop.pass(50);
  assert.deepEqual(await shop.renewals(subscription_id), [
    'payment_not_completed',
    'insufficient_funds',
  ]);
  const before = await taken();
  await shop.control.pay({ session });
  assert.equal(await taken(), before);
  await shop.passDays(4);
  assert.equal((await shop.renewals(subscription_id)).length, 3);
  await shop.store.cancel(subscription_id);
});

test('link, return, job, message and cancel at the same instant charge once at most, and what is canceled is given back', async () => {
  for (let round = 0; round < 3; round++) {
    const { subscription_id, customer_id } = await shop.subscribe();
    await shop.spoil(customer_id, NO_MONEY);
    await shop.passDays(31);
    const before = await taken();
    const { path, session } = await shop.payNow(subscription_id);
    await shop.control.pay({ session });
    await Promise.all([
      shop.get(`${path}/return`),
      shop.post(path, { attempt: `race${round}` }),
      shop.control.release(),
      shop.shop.runJob('due'),
      shop.store.cancel(subscription_id, { refund: 'full' }),
    ]);
    await shop.control.webhooks({ held: true });
    await shop.pass(60);
    assert.equal((await shop.store.get(subscription_id)).status, 'canceled');
    const all = await shop.store.transactions(subscription_id);
    assert.ok(all.every(({ status }: { status: string }) => status !== 'pending'));
    // The period before may go back as well, if that was the current one when it was canceled.
    const moved = (await taken()) - before;
    assert.ok(moved === 0 || moved === -2000, `${moved}`);
  }
  await shop.shop.assertRight();
});

test('a debit that is on its way when it is canceled is given up at Stripe, and nothing is taken', async () => {
  const { subscription_id } = await shop.subscribe({ iban: SEPA });
  assert.equal(subscription_id, null, 'nothing is delivered before');
  await shop.passDays(6);
  const { data } = await shop.store.must('GET /list-subscriptions', { status: 'active' });
  const [{ subscription_id: started }] = data;
  await shop.passDays(31);
  assert.deepEqual(await shop.renewals(started), ['pending']);
  const before = await taken();
  const { status } = await shop.store.cancel(started, { refund: 'full' });
  assert.equal(status, 'canceled');
  await shop.passDays(6);
  await shop.passDays(1);
  assert.deepEqual(await shop.renewals(started), ['charge_canceled']);
  assert.equal((await taken()) - before, 0);
  await shop.shop.assertRight();
});
