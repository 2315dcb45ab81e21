import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf } from '../../../../../test/stand-ins/stripe/client.ts';
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

const lookUp = (reference: string | null) => gateway.lookUpCharge(named(reference));
const EUR = { currency: 'EUR' };

async function open(more: Parameters<typeof chargeOf>[0] = {}): Promise<string> {
  const { reference } = await gateway.startCharge(chargeOf(more));
  return reference ?? '';
}

test('a buyer whose card is declined stays on the page and can try another', async () => {
  const session = await open();
  for (const number of ['4000000000000002', '4000000000009995', '4000000000000069']) {
    assert.equal((await control.pay({ session, number })).kind, 'declined');
    assert.equal((await lookUp(session)).status, 'action_required');
  }
  await control.pay({ session, number: '4000002500003155', authenticate: 'fail' });
  assert.equal((await lookUp(session)).status, 'action_required');
  await control.pay({ session, number: '5555555555554444' });
  const paid = await lookUp(session);
  assert(paid.status === 'paid');
  const { card_brand, card_last_four, exp_month, exp_year, card_country } = paid.card ?? {};
  assert.deepEqual([card_brand, card_last_four, card_country], ['mastercard', '4444', 'US']);
  assert.deepEqual([exp_month, exp_year], [12, 2034]);
});

test('Stripe tells where a card was issued, and where a debited account is', async () => {
  for (const [paying, country] of [
    [{ number: '4000002760000016' }, 'DE'],
    [{ number: '4000002500000003' }, 'FR'],
  ] as const) {
    const session = await open();
    await control.pay({ session, ...paying });
    const paid = await lookUp(session);
    assert(paid.status === 'paid');
    assert.equal(paid.card?.card_country, country);
  }
});

test('a page on which the buyer tried a card can be given up, also during 3-D Secure', async () => {
  const charge = chargeOf();
  const { reference } = await gateway.startCharge(charge);
  await control.pay({ session: reference ?? '', number: '4000002760003184' });
  const ended = await gateway.cancelCharge({ ...charge, reference });
  assert.equal(ended.status, 'declined');
  assert.equal((await control.books()).payments.length > 0, true);
  assert.equal((await lookUp(reference)).status, 'declined');
});

test('a page that nobody uses for a day is declined as expired', async () => {
  const session = await open();
  await control.advance({ seconds: 25 * 3600 });
  const expired = { status: 'declined', decline_code: 'confirmation_expired' };
  assert.deepEqual(await lookUp(session), expired);
});

test('a SEPA debit is pending for days, then paid with its fee; it cannot be given up', async () => {
  const charge = chargeOf(EUR);
  const { reference } = await gateway.startCharge(charge);
  await control.pay({ session: reference ?? '', iban: 'DE89370400440532013000' });
  assert.deepEqual(await lookUp(reference), { status: 'pending' });
  const kept = await gateway.cancelCharge({ ...charge, reference });
  assert.deepEqual(kept, { status: 'pending', reference });
  await control.advance({ seconds: 6 * 86_400 });
  const paid = await lookUp(reference);
  assert(paid.status === 'paid');
  assert.deepEqual([paid.amount_minor, paid.currency], [2000, 'EUR']);
  assert.deepEqual([paid.card?.card_brand, paid.card?.card_last_four], ['sepa_debit', '3000']);
  assert(paid.fee);
});

test('a SEPA debit that the bank sends back is declined with its reason', async () => {
  const session = await open(EUR);
  await control.pay({ session, iban: 'DE62370400440532013001' });
  await control.advance({ seconds: 6 * 86_400 });
  const declined = { status: 'declined', decline_code: 'insufficient_funds' };
  assert.deepEqual(await lookUp(session), declined);
});

test('a saved bank account is charged later: pending, then paid under the same reference', async () => {
  const session = await open({ ...EUR, saves_card: true });
  await control.pay({ session, iban: 'DE89370400440532013000' });
  await control.advance({ seconds: 6 * 86_400 });
  const first = await lookUp(session);
  assert(first.status === 'paid' && first.card);
  const later = await gateway.startCharge(laterOf(first.card, EUR));
  assert.equal(later.status, 'pending');
  await control.advance({ seconds: 6 * 86_400 });
  const paid = await lookUp(later.reference);
  assert(paid.status === 'paid');
  assert.equal(paid.payment_reference, undefined);
});

test('charged while nobody is there: every decline has its code and a reference that says the same', async () => {
  const expected: [number: string, code: string][] = [
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000009987', 'lost_card'],
    ['4000000000009979', 'stolen_card'],
    ['4000000000006975', 'card_velocity_exceeded'],
    ['4100000000000019', 'fraudulent'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
    ['4000002760003184', 'authentication_required'],
  ];
  const card = await savedBy(at);
  const payment_method = card.card_token.split('/')[1] ?? '';
  for (const [number, decline_code] of expected) {
    await control.changeHabit({ payment_method, number });
    const { reference, ...answer } = await gateway.startCharge(laterOf(card));
    assert.deepEqual(answer, { status: 'declined', decline_code });
    assert.deepEqual(await lookUp(reference), answer);
  }
});

test('the fee is told as soon as Stripe has booked the payment, not before', async () => {
  await control.holdBalanceTransactions({ held: true });
  const paid = await gateway.startCharge(laterOf(await savedBy(at)));
  const before = await lookUp(paid.reference);
  assert(before.status === 'paid');
  assert.equal(before.fee, undefined);
  await control.holdBalanceTransactions({ held: false });
  const after = await lookUp(paid.reference);
  assert(after.status === 'paid');
  assert.deepEqual(after.fee, { amount_minor: 88, currency: 'USD' });
});

test('the buyer sees our lines where they add up, and one line with the total otherwise', async () => {
  const line = (description: string, quantity: number, amount_minor: number) => ({
    ...{ description, quantity, amount_minor },
  });
  const shown = async (lines: ReturnType<typeof line>[], amount_minor: number) => {
    const session = await open({ lines, amount_minor, description: 'Editor' });
    const { data } = await clientOf(stand_in).checkout.sessions.listLineItems(session);
    return data.map((item) => [item.description, item.quantity, item.amount_total]);
  };
  assert.deepEqual(await shown([line('Editor', 3, 6000), line('VAT', 1, 1140)], 7140), [
    ['Editor', 3, 6000],
    ['VAT', 1, 1140],
  ]);
  const uneven = [line('Editor', 3, 1000), line('Gift', 1, 0)];
  assert.deepEqual(await shown(uneven, 1000), [
    ['3 × Editor', 1, 1000],
    ['Gift', 1, 0],
  ]);
  const discounted = [line('Editor', 1, 2000), line('Coupon', 1, -500)];
  assert.deepEqual(await shown(discounted, 1500), [['Editor', 1, 1500]]);
  assert.deepEqual(await shown([line('Editor', 1, 2000)], 1500), [['Editor', 1, 1500]]);
  assert.deepEqual(await shown([], 1500), [['Editor', 1, 1500]]);
});

test('every object at Stripe leads back to our transaction', async () => {
  const stripe = clientOf(stand_in);
  const charge = chargeOf({ metadata: { transaction_id: 'txn_x', checkout_session_id: 'cks_1' } });
  const { reference } = await gateway.startCharge(charge);
  await control.pay({ session: reference ?? '' });
  const session = await stripe.checkout.sessions.retrieve(reference ?? '');
  const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent));
  assert.deepEqual(session.metadata, charge.metadata);
  assert.deepEqual(intent.metadata, charge.metadata);
  assert.equal(session.client_reference_id, charge.key);
  const saving = await gateway.startCharge(chargeOf({ amount_minor: 0, saves_card: true }));
  await control.pay({ session: saving.reference ?? '' });
  const { setup_intent } = await stripe.checkout.sessions.retrieve(saving.reference ?? '');
  const setup = await stripe.setupIntents.retrieve(String(setup_intent));
  assert.equal(typeof setup.metadata?.transaction_id, 'string');
});
