import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeLater, openSession, refusalOf, savedCard, stripeForTests } from './client.ts';

const at = await stripeForTests();
const { stand_in, stripe } = at;
const { control } = stand_in;

const now = { confirm: true, return_url: 'https://shop.example/back' } as const;
const tenEuros = { amount: 1000, currency: 'eur' };

test('an intent is made, confirmed with a card, and cannot be confirmed or canceled again', async () => {
  const made = await stripe.paymentIntents.create({ ...tenEuros, metadata: { txn: 'a' } });
  assert.equal(made.status, 'requires_payment_method');
  const paid = await stripe.paymentIntents.confirm(made.id, {
    payment_method: 'pm_card_visa',
    return_url: now.return_url,
  });
  assert.equal(paid.status, 'succeeded');
  assert.equal(paid.amount_received, 1000);
  const again = await refusalOf(stripe.paymentIntents.confirm(made.id, {}));
  assert.equal(again.code, 'payment_intent_unexpected_state');
  assert.match(again.message, /already succeeded/);
  assert.equal(again.payment_intent?.id, made.id);
  const cancel = await refusalOf(stripe.paymentIntents.cancel(made.id));
  assert.match(
    cancel.message,
    /You cannot cancel this PaymentIntent because it has a status of succeeded/,
  );
});

test('a canceled intent cannot be confirmed', async () => {
  const made = await stripe.paymentIntents.create(tenEuros);
  const canceled = await stripe.paymentIntents.cancel(made.id, {
    cancellation_reason: 'abandoned',
  });
  assert.deepEqual([canceled.status, canceled.cancellation_reason], ['canceled', 'abandoned']);
  const refusal = await refusalOf(
    stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' }),
  );
  assert.equal(refusal.code, 'payment_intent_unexpected_state');
  assert.match(refusal.message, /has a status of canceled/);
});

const DECLINES = [
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', undefined],
] as const;

for (const [payment_method, code, decline_code] of DECLINES) {
  test(`402 ${decline_code ?? code}: the intent waits for another method, the charge has failed`, async () => {
    const refusal = await refusalOf(
      stripe.paymentIntents.create({ ...tenEuros, ...now, payment_method }),
    );
    assert.equal(refusal.type, 'StripeCardError');
    assert.equal(refusal.statusCode, 402);
    assert.equal(refusal.code, code);
    assert.equal(refusal.decline_code || undefined, decline_code);
    const intent = await stripe.paymentIntents.retrieve(refusal.payment_intent?.id ?? '', {
      expand: ['latest_charge'],
    });
    assert.equal(intent.status, 'requires_payment_method');
    assert.equal(intent.last_payment_error?.code, code);
    assert(typeof intent.latest_charge === 'object');
    assert.deepEqual([intent.latest_charge?.status, intent.latest_charge?.paid], ['failed', false]);
  });
}

test('a card that is past its month is expired by the clock', async () => {
  const session = await openSession(stripe);
  const exp = { month: 1, year: 2020 };
  const paid = await control.pay({ session: session.id, exp });
  assert.deepEqual(paid, { kind: 'declined', message: 'Your card has expired.' });
});

test('3-D Secure: requires_action, then succeeded once the buyer has approved it', async () => {
  const asked = await stripe.paymentIntents.create({
    ...tenEuros,
    ...now,
    payment_method: 'pm_card_authenticationRequired',
  });
  assert.equal(asked.status, 'requires_action');
  assert.equal(asked.next_action?.type, 'redirect_to_url');
  const back = await control.authenticate({ intent: asked.id, approve: true });
  assert(back.kind === 'done');
  const url = new URL(back.url);
  assert.equal(url.searchParams.get('payment_intent'), asked.id);
  assert.equal(url.searchParams.get('redirect_status'), 'succeeded');
  assert.equal((await stripe.paymentIntents.retrieve(asked.id)).status, 'succeeded');
});

test('3-D Secure that fails leaves the intent waiting, and nothing was charged', async () => {
  const asked = await stripe.paymentIntents.create({
    ...tenEuros,
    ...now,
    payment_method: 'pm_card_authenticationRequired',
  });
  await control.authenticate({ intent: asked.id, approve: false });
  const intent = await stripe.paymentIntents.retrieve(asked.id);
  assert.equal(intent.status, 'requires_payment_method');
  assert.equal(intent.last_payment_error?.code, 'payment_intent_authentication_failure');
  assert.equal(intent.latest_charge, null);
});

test('a saved card is charged while the buyer is away', async () => {
  const card = await savedCard(at);
  const intent = await chargeLater(stripe, card, { metadata: { txn: 'renewal' } });
  assert.equal(intent.status, 'succeeded');
  const listed = await stripe.paymentIntents.list({ customer: card.customer });
  assert.deepEqual(
    listed.data.map(({ metadata }) => metadata.txn),
    ['renewal', undefined],
  );
});

test('a card set up with 3-D Secure needs none later; one that always asks is declined', async () => {
  const once = await chargeLater(stripe, await savedCard(at, '4000002500003155'));
  assert.equal(once.status, 'succeeded');
  const always = await savedCard(at, '4000002760003184');
  const refusal = await refusalOf(chargeLater(stripe, always));
  assert.equal(refusal.code, 'authentication_required');
  assert.equal(refusal.decline_code, 'authentication_required');
  assert.equal(refusal.payment_intent?.status, 'requires_payment_method');
});

test('4000000000000341 can be saved and is declined when it is charged', async () => {
  const { id: customer } = await stripe.customers.create();
  const setup = await stripe.setupIntents.create({
    ...{ customer, payment_method: 'pm_card_chargeCustomerFail', confirm: true },
  });
  const payment_method = String(setup.payment_method);
  const refusal = await refusalOf(chargeLater(stripe, { customer, payment_method }));
  assert.equal(refusal.decline_code, 'generic_decline');
});

test('a saved card that turns bad is declined from then on', async () => {
  const card = await savedCard(at);
  const { payment_method } = card;
  await control.changeHabit({ payment_method, number: '4000000000009987' });
  const refusal = await refusalOf(chargeLater(stripe, card));
  assert.equal(refusal.decline_code, 'lost_card');
});

test('a saved bank account is debited for days: processing, then succeeded or failed', async () => {
  const { id: customer } = await stripe.customers.create();
  const session = await openSession(stripe, {
    ...{ customer, payment_intent_data: { setup_future_usage: 'off_session' } },
  });
  await control.pay({ session: session.id, iban: 'DE89 3704 0044 0532 0130 00' });
  const [method] = (await stripe.paymentMethods.list({ customer })).data;
  assert.equal(method?.sepa_debit?.last4, '3000');
  const card = { customer, payment_method: method?.id ?? '' };
  const first = await chargeLater(stripe, card);
  const second = await chargeLater(stripe, card);
  assert.deepEqual([first.status, second.status], ['processing', 'processing']);
  await control.settle({ payment_intent: first.id, ends: 'failed' });
  const failed = await stripe.paymentIntents.retrieve(first.id);
  assert.equal(failed.status, 'requires_payment_method');
  await control.advance({ seconds: 5 * 86_400 });
  const paid = await stripe.paymentIntents.retrieve(second.id, { expand: ['latest_charge'] });
  assert.equal(paid.status, 'succeeded');
  assert(typeof paid.latest_charge === 'object' && paid.latest_charge?.paid);
});

test('a method belongs to its customer, and is used up when it has none', async () => {
  const { payment_method } = await savedCard(at);
  const { id: other } = await stripe.customers.create();
  const stolen = await refusalOf(chargeLater(stripe, { customer: other, payment_method }));
  assert.match(stolen.message, /does not have a payment method/);
  const alone = await refusalOf(
    stripe.paymentIntents.create({ ...tenEuros, ...now, payment_method }),
  );
  assert.match(alone.message, /belongs to the Customer/);
  const once = await stripe.paymentIntents.create({
    ...tenEuros,
    ...now,
    payment_method: 'pm_card_visa',
  });
  const twice = await refusalOf(
    stripe.paymentIntents.create({
      ...tenEuros,
      ...now,
      payment_method: String(once.payment_method),
    }),
  );
  assert.match(twice.message, /may not be used again/);
});

test('who may lead the buyer away must say where they come back to', async () => {
  const payment_method = 'pm_card_visa';
  const refusal = await refusalOf(
    stripe.paymentIntents.create({ ...tenEuros, payment_method, confirm: true }),
  );
  assert.match(refusal.message, /you must provide a `return_url`/);
  const never = await stripe.paymentIntents.create({
    ...{ ...tenEuros, payment_method, confirm: true },
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  assert.equal(never.status, 'succeeded');
});

test('off_session is refused without confirm, a confirmation without a method', async () => {
  const early = await refusalOf(stripe.paymentIntents.create({ ...tenEuros, off_session: true }));
  assert.match(early.message, /unless `confirm` is set to true/);
  const without = await refusalOf(stripe.paymentIntents.create({ ...tenEuros, ...now }));
  assert.equal(without.code, 'payment_intent_unexpected_state');
  assert.match(without.message, /missing a payment method/);
});

test('the fee is known a moment after the payment, in the currency of the account', async () => {
  await control.holdBalanceTransactions({ held: true });
  const paid = await chargeLater(stripe, await savedCard(at), { expand: ['latest_charge'] });
  assert(typeof paid.latest_charge === 'object');
  assert.equal(paid.latest_charge?.balance_transaction, null);
  await control.holdBalanceTransactions({ held: false });
  const charge = await stripe.charges.retrieve(paid.latest_charge?.id ?? '', {
    expand: ['balance_transaction'],
  });
  assert(typeof charge.balance_transaction === 'object' && charge.balance_transaction !== null);
  const { amount, fee, net, currency, exchange_rate, id } = charge.balance_transaction;
  assert.equal(currency, 'usd');
  assert.equal(exchange_rate, 1.111111);
  assert.deepEqual([amount, fee, net], [1111, 62, 1049]);
  assert.equal((await stripe.balanceTransactions.retrieve(id)).source, charge.id);
  const listed = await stripe.balanceTransactions.list({ source: charge.id });
  assert.deepEqual(
    listed.data.map((each) => each.id),
    [id],
  );
});
