import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Stripe from 'stripe';
import { about, chargeLater, openSession, refusalOf, savedCard, stripeForTests } from './client.ts';

const at = await stripeForTests();
const { stand_in, stripe } = at;
const { control } = stand_in;

/** A payment of 10 EUR with this card. */
async function payment(number = '4242424242424242'): Promise<string> {
  const session = await openSession(stripe);
  await control.pay({ session: session.id, number });
  return String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent);
}

const chargeOf = async (payment_intent: string): Promise<Stripe.Charge> => {
  const [charge] = (await stripe.charges.list({ payment_intent })).data;
  assert(charge);
  return charge;
};

test('parts are refunded, never more than is left, and nothing after that', async () => {
  const payment_intent = await payment();
  const first = await stripe.refunds.create({
    ...{ payment_intent, amount: 300, reason: 'requested_by_customer', metadata: { refund: 'r1' } },
  });
  assert.deepEqual([first.status, first.amount, first.currency], ['succeeded', 300, 'eur']);
  const too_much = await refusalOf(stripe.refunds.create({ payment_intent, amount: 701 }));
  assert.equal(too_much.statusCode, 400);
  assert.equal(too_much.param, 'amount');
  assert.equal(
    too_much.message,
    'Refund amount (€7.01 eur) is greater than unrefunded amount on charge (€7.00 eur)',
  );
  await stripe.refunds.create({ payment_intent });
  const charge = await chargeOf(payment_intent);
  assert.deepEqual([charge.amount_refunded, charge.refunded], [1000, true]);
  const done = await refusalOf(stripe.refunds.create({ payment_intent }));
  assert.equal(done.code, 'charge_already_refunded');
  const listed = await stripe.refunds.list({ payment_intent });
  assert.deepEqual(
    listed.data.map(({ amount }) => amount),
    [700, 300],
  );
  assert.equal((await stripe.refunds.retrieve(first.id)).metadata?.refund, 'r1');
});

test('what was not paid cannot be refunded', async () => {
  const made = await stripe.paymentIntents.create({ amount: 1000, currency: 'eur' });
  const refusal = await refusalOf(stripe.refunds.create({ payment_intent: made.id }));
  assert.match(refusal.message, /does not have a successful charge to refund/);
  const nothing = await refusalOf(stripe.refunds.create({}));
  assert.match(nothing.message, /payment_intent or charge/);
});

test('a refund may wait: pending, then succeeded', async () => {
  const payment_intent = await payment('4000000000007726');
  const refund = await stripe.refunds.create({ payment_intent });
  assert.equal(refund.status, 'pending');
  await control.endRefund({ refund: refund.id, ends: 'succeeded' });
  assert.equal((await stripe.refunds.retrieve(refund.id)).status, 'succeeded');
});

test('a refund may fail days later: the charge is as if it had not been, and can be refunded', async () => {
  const payment_intent = await payment('4000000000005126');
  const refund = await stripe.refunds.create({ payment_intent });
  assert.equal(refund.status, 'succeeded');
  await control.advance({ seconds: 86_400 });
  const failed = await stripe.refunds.retrieve(refund.id, {
    expand: ['failure_balance_transaction', 'balance_transaction'],
  });
  assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'expired_or_canceled_card']);
  const moved = [failed.balance_transaction, failed.failure_balance_transaction].map(
    (each) => (each as Stripe.BalanceTransaction).net,
  );
  assert.deepEqual(moved, [-1111, 1111]);
  assert.equal((await chargeOf(payment_intent)).amount_refunded, 0);
  const types = (await stripe.events.list({ limit: 3 })).data.map(({ type }) => type);
  assert.deepEqual(types, ['refund.failed', 'charge.refund.updated', 'refund.updated']);
});

test('the seller refunds in the dashboard: by no request, but with the same events', async () => {
  const payment_intent = await payment();
  const refund = await control.refund({ payment_intent, amount: 400 });
  assert.equal((await stripe.refunds.retrieve(refund.id)).amount, 400);
  const [event] = (await stripe.events.list({ type: 'charge.refunded' })).data;
  assert.equal((event?.data.object as Stripe.Charge | undefined)?.amount_refunded, 400);
  assert.deepEqual({ ...event?.request }, { id: null, idempotency_key: null });
});

test('a disputed card: the money is gone with a fee, and cannot be refunded as well', async () => {
  const payment_intent = await payment('4000000000000259');
  const [dispute] = (await stripe.disputes.list({ payment_intent })).data;
  assert(dispute);
  assert.deepEqual([dispute.status, dispute.reason], ['needs_response', 'fraudulent']);
  assert.deepEqual(
    dispute.balance_transactions.map(({ amount, fee, net }) => [amount, fee, net]),
    [[-1111, 1500, -2611]],
  );
  assert((await chargeOf(payment_intent)).disputed);
  const refusal = await refusalOf(stripe.refunds.create({ payment_intent }));
  assert.equal(refusal.code, 'charge_disputed');
  await control.decideDispute({ dispute: dispute.id, outcome: 'lost' });
  assert.equal((await stripe.disputes.retrieve(dispute.id)).status, 'lost');
  const types = (await stripe.events.list({ type: 'charge.dispute.*' })).data.map(
    (each) => each.type,
  );
  assert.deepEqual(types, [
    'charge.dispute.closed',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.created',
  ]);
});

test('a dispute that is won: the money and the fee come back', async () => {
  const payment_intent = await payment();
  const opened = await control.dispute({ payment_intent, reason: 'product_not_received' });
  await control.decideDispute({ dispute: opened.id, outcome: 'won' });
  const dispute = await stripe.disputes.retrieve(opened.id);
  assert.equal(dispute.status, 'won');
  assert.deepEqual(
    dispute.balance_transactions.map(({ net }) => net),
    [-2611, 2611],
  );
  const [event] = (await stripe.events.list({ type: 'charge.dispute.funds_reinstated' })).data;
  assert.equal(about(event), opened.id);
});

test('an inquiry takes nothing, may be refunded, and may become a dispute', async () => {
  const payment_intent = await payment('4000000000001976');
  const [inquiry] = (await stripe.disputes.list({ payment_intent })).data;
  assert.equal(inquiry?.status, 'warning_needs_response');
  assert.deepEqual(inquiry?.balance_transactions, []);
  await stripe.refunds.create({ payment_intent, amount: 1 });
  const grown = await control.decideDispute({ dispute: inquiry?.id ?? '', outcome: 'escalated' });
  assert.equal(grown.status, 'needs_response');
  assert.equal(grown.balance_transactions.length, 1);
});

test('a debit that its owner takes back is lost at once', async () => {
  const session = await openSession(stripe);
  await control.pay({ session: session.id, iban: 'AT591904300235473203' });
  await control.advance({ seconds: 5 * 86_400 });
  const payment_intent = String(
    (await stripe.checkout.sessions.retrieve(session.id)).payment_intent,
  );
  const [dispute] = (await stripe.disputes.list({ payment_intent })).data;
  assert.deepEqual([dispute?.status, dispute?.balance_transactions.length], ['lost', 1]);
  const refusal = await refusalOf(stripe.refunds.create({ payment_intent }));
  assert.equal(refusal.code, 'charge_disputed');
});

test('the books name every payment and refund, and their sums', async () => {
  const { account, keys } = stand_in;
  const before = (await control.books()).totals.eur;
  const card = await savedCard(at);
  const intent = await chargeLater(stripe, card, { amount: 5000, metadata: { txn: 'books' } });
  await refusalOf(chargeLater(stripe, card, { amount: 49 }));
  await stripe.refunds.create({ payment_intent: intent.id, amount: 20 });
  const books = await control.books({ account, livemode: false });
  const paid = books.payments.find(({ metadata }) => metadata.txn === 'books');
  assert.deepEqual([paid?.amount, paid?.refunded, paid?.status], [5000, 20, 'succeeded']);
  assert.equal(books.totals.eur?.charged, (before?.charged ?? 0) + 1000 + 5000);
  assert.equal(books.totals.eur?.refunded, (before?.refunded ?? 0) + 20);
  assert.deepEqual((await control.books({ livemode: true })).payments, []);
  assert(keys.live.startsWith('sk_live_'));
});
