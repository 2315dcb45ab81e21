import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';

const at = await gatewayForTests();
const { gateway, stand_in } = at;
const { control } = stand_in;

test('a buyer is sent to a page of Stripe, pays there, and the amount, card and fee are told', async () => {
  const started = await gateway.startCharge(chargeOf());
  assert(started.status === 'action_required');
  assert.match(started.reference ?? '', /^cs_test_/);
  assert.equal(new URL(started.action_url).origin, stand_in.url);
  await control.pay({ session: started.reference ?? '' });
  const paid = await gateway.lookUpCharge(named(started.reference));
  assert(paid.status === 'paid');
  assert.match(paid.payment_reference ?? '', /^pi_/);
  assert.deepEqual([paid.amount_minor, paid.currency], [2000, 'USD']);
  assert.deepEqual(paid.fee, { amount_minor: 88, currency: 'USD' });
  assert.equal(paid.card?.card_last_four, '4242');
});

test('a saved card is charged while nobody is there, and the same start again charges nothing', async () => {
  const charge = laterOf(await savedBy(at));
  const paid = await gateway.startCharge(charge);
  assert(paid.status === 'paid');
  assert.match(paid.reference ?? '', /^pi_/);
  assert.deepEqual((await gateway.startCharge(charge)).reference, paid.reference);
  const { payments } = await control.books();
  const made = payments.filter(({ metadata }) => metadata.transaction_id === charge.key);
  assert.equal(made.length, 1);
});

test('a purchase takes two calls to Stripe, a renewal one', async () => {
  const card = await savedBy(at);
  await control.forgetCalls();
  const { reference } = await gateway.startCharge(chargeOf());
  await control.pay({ session: reference ?? '' });
  await gateway.lookUpCharge(named(reference));
  await gateway.startCharge(laterOf(card));
  assert.deepEqual(
    (await control.calls()).map(({ call }) => call),
    ['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/:id', 'POST /v1/payment_intents'],
  );
});

test('nothing due today: the card is saved without a payment', async () => {
  const started = await gateway.startCharge(chargeOf({ amount_minor: 0, saves_card: true }));
  await control.pay({ session: started.reference ?? '' });
  const saved = await gateway.lookUpCharge(named(started.reference));
  assert(saved.status === 'paid' && saved.card);
  assert.equal(saved.amount_minor, 0);
  assert.equal((await gateway.startCharge(laterOf(saved.card))).status, 'paid');
});

test('a page that is given up cannot be paid; one that was paid meanwhile is paid', async () => {
  const charge = chargeOf();
  const { reference } = await gateway.startCharge(charge);
  const ended = await gateway.cancelCharge({ ...charge, reference });
  assert.deepEqual(ended, { status: 'declined', decline_code: 'confirmation_expired', reference });
  assert.equal((await control.pay({ session: reference ?? '' })).kind, 'closed');

  const other = chargeOf();
  const opened = await gateway.startCharge(other);
  await control.pay({ session: opened.reference ?? '' });
  const outcome = await gateway.cancelCharge({ ...other, reference: opened.reference });
  assert.equal(outcome.status, 'paid');
});

test('a start that is given up before it arrives moves nothing when it arrives', async () => {
  const card = await savedBy(at);
  for (const charge of [chargeOf(), laterOf(card)]) {
    assert.equal((await gateway.cancelCharge({ ...charge, reference: null })).status, 'declined');
    assert.equal((await gateway.startCharge(charge)).status, 'declined');
  }
});

test('on every page that is opened the seller sells, not Stripe: to pay, to save, and to be given up', async () => {
  await control.forgetCalls();
  const pages = [chargeOf(), chargeOf({ amount_minor: 0, saves_card: true })];
  for (const charge of pages) {
    assert.equal((await gateway.startCharge(charge)).status, 'action_required');
  }
  assert.equal((await gateway.cancelCharge({ ...chargeOf(), reference: null })).status, 'declined');
  const made = (await control.calls()).filter(({ call }) => call === 'POST /v1/checkout/sessions');
  const said = made.map(({ parameters }) => JSON.stringify(parameters));
  assert.equal(said.length, 3);
  for (const text of said) assert.match(text, /"managed_payments":\{"enabled":"?false"?\}/);
});

test('a name that is longer than Stripe takes is cut between two signs, also within emoji: a page opens, a card is charged', async () => {
  const card = await savedBy(at);
  for (const before of ['', 'a']) {
    const description = `${before}${'\u{1F5BC}'.repeat(700)}`;
    const lines = [{ description, quantity: 1, amount_minor: 2000 }];
    const { status } = await gateway.startCharge(chargeOf({ description, lines }));
    assert.equal(status, 'action_required');
    assert.equal((await gateway.startCharge(laterOf(card, { description }))).status, 'paid');
  }
});

test('Stripe fails after it has made a payment and before it has asked the bank: it is charged once, and not declined', async () => {
  const charge = laterOf(await savedBy(at));
  await control.fault({ call: 'POST /v1/payment_intents', kind: 'error_500_halfway' });
  for (let time = 0; time < 2; time++) {
    assert.equal((await gateway.startCharge(charge)).status, 'paid');
  }
  const { payments } = await control.books();
  const made = payments.filter(({ metadata }) => metadata.transaction_id === charge.key);
  assert.equal(made.length, 1);

  // Where the bank says no then, it is a decline; what was given up is not confirmed.
  const declines = laterOf(await savedBy(at));
  const payment_method = declines.card_token?.split('/').at(-1) ?? '';
  await control.changeHabit({ payment_method, number: '4000000000009995' });
  await control.fault({ call: 'POST /v1/payment_intents', kind: 'error_500_halfway' });
  const { status, ...answer } = await gateway.startCharge(declines);
  assert.deepEqual(
    [status, 'decline_code' in answer && answer.decline_code],
    ['declined', 'insufficient_funds'],
  );
  const ended = laterOf(await savedBy(at));
  assert.equal((await gateway.cancelCharge({ ...ended, reference: null })).status, 'declined');
  assert.equal((await gateway.startCharge(ended)).status, 'declined');
});
