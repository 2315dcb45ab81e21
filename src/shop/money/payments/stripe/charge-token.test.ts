import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf } from '../../../../../test/stand-ins/stripe/client.ts';
import {
  chargeOf,
  gatewayForTests,
  typedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import { ProviderRefused, ProviderUnanswered } from '../../../../platform/core/errors.ts';
import type { Charge } from '../gateway.ts';

// Cards typed into Stripe's fields on our page: at the same instant, lost, given up, refused.

const at = await gatewayForTests();
const { gateway, stand_in } = at;
const { control } = stand_in;
const STORE = chargeOf().store_id;

const typed = async (number?: string, more: Partial<Charge> = {}): Promise<Charge> =>
  chargeOf({ card_token: await typedBy(at, number), ...more });
const paymentsOf = async ({ key }: Charge) =>
  (await control.books()).payments.filter(
    ({ metadata, status }) => metadata.transaction_id === key && status === 'succeeded',
  );
const PAYMENTS = 'POST /v1/payment_intents';
const DECLINED = { status: 'declined', reference: null };

test('one token for two payments at the same instant pays one of them', async () => {
  const token = await typedBy(at);
  const charges = [chargeOf({ card_token: token }), chargeOf({ card_token: token })];
  const ended = await Promise.all(charges.map((charge) => gateway.startCharge(charge)));
  assert.deepEqual(ended.map(({ status }) => status).sort(), ['declined', 'paid']);
  const made = await Promise.all(charges.map(paymentsOf));
  assert.equal(made.flat().length, 1);
});

test('two starts at the same instant, and a start after it was given up, make one charge and none', async () => {
  const charge = await typed(undefined, { saves_card: true });
  const both = await Promise.all([gateway.startCharge(charge), gateway.startCharge(charge)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['paid', 'paid'],
  );
  assert.equal((await paymentsOf(charge)).length, 1);
  for (const amount_minor of [2000, 0]) {
    const given_up = await typed(undefined, { amount_minor, saves_card: true });
    const ended = await gateway.cancelCharge({ ...given_up, reference: null });
    assert.equal(ended.status, 'declined');
    assert.equal((await gateway.startCharge(given_up)).status, 'declined');
    assert.deepEqual(await paymentsOf(given_up), []);
  }
});

test('Stripe fails before it has done anything, and says the same for a day: giving up ends it', async () => {
  const cases = [
    { call: 'POST /v1/payment_intents', amount_minor: 2000 },
    { call: 'POST /v1/setup_intents', amount_minor: 0 },
  ];
  for (const { call, amount_minor } of cases) {
    const charge = await typed(undefined, { amount_minor, saves_card: true });
    await control.fault({ call, kind: 'error_500_before' });
    for (let time = 0; time < 2; time++) await assert.rejects(gateway.startCharge(charge));
    const ended = await gateway.cancelCharge({ ...charge, reference: null });
    assert.deepEqual(ended, { ...DECLINED, decline_code: 'confirmation_expired' });
    assert.deepEqual(await paymentsOf(charge), []);
  }
});

test('Stripe fails after it has made a payment and before it has asked the bank: it is confirmed, once', async () => {
  const halfway = async (call: string, charge: Charge) => {
    await control.fault({ call, kind: 'error_500_halfway' });
    await assert.rejects(gateway.startCharge(charge), ProviderUnanswered);
    return charge;
  };
  const charge = await halfway(PAYMENTS, await typed());
  for (let time = 0; time < 2; time++) {
    assert.equal((await gateway.startCharge(charge)).status, 'paid');
  }
  assert.equal((await paymentsOf(charge)).length, 1);
  const declines = await halfway(PAYMENTS, await typed('4000000000009995'));
  assert.equal((await gateway.startCharge(declines)).status, 'declined');
  const nothing_due = { amount_minor: 0, saves_card: true };
  const trial = await halfway('POST /v1/setup_intents', await typed(undefined, nothing_due));
  assert.equal((await gateway.startCharge(trial)).status, 'paid');
});

test('what took the key when the buyer gave up is never charged, whatever was lost meanwhile', async () => {
  for (const [amount_minor, kind] of [
    [2000, 'payment_intents'],
    [0, 'setup_intents'],
  ] as const) {
    const charge = await typed(undefined, { amount_minor, saves_card: true });
    await control.fault({ call: `POST /v1/${kind}/:id/cancel`, kind: 'error_503', times: 9 });
    await assert.rejects(gateway.cancelCharge({ ...charge, reference: null }));
    await control.clearFaults();
    // Stripe fails once more, so that it cannot say whose request was first under the key.
    await control.fault({ call: `POST /v1/${kind}`, kind: 'error_503', times: 1 });
    await assert.rejects(gateway.startCharge(charge), ProviderUnanswered);
    await control.clearFaults();
    assert.equal((await gateway.startCharge(charge)).status, 'declined');
    assert.deepEqual(await paymentsOf(charge), []);
  }
});

test('a key that is refused when the charge is started again declines nothing: the card may be charged', async () => {
  const charge = await typed();
  const look = 'GET /v1/confirmation_tokens/:id';
  const refusal = { status: 401, message: 'Invalid API Key provided' };
  await control.fault({ call: PAYMENTS, kind: 'error_500_after' });
  await control.fault({ call: look, kind: 'refused', refusal, times: 9 });
  await assert.rejects(gateway.startCharge(charge), isUnanswered);
  await control.clearFaults();
  assert.equal((await gateway.startCharge(charge)).status, 'paid');
  assert.equal((await paymentsOf(charge)).length, 1);
  const unsent = await typed();
  await control.fault({ call: PAYMENTS, kind: 'refused', refusal, times: 9 });
  await assert.rejects(gateway.startCharge(unsent), ProviderRefused);
  const again = { ...(await typed()), created_at: unsent.created_at - 30_000 };
  await assert.rejects(gateway.startCharge(again), isUnanswered);
  await control.clearFaults();
});

/** And not refused, which would decline it. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ProviderUnanswered && !(error instanceof ProviderRefused);

test('when its key is forgotten, what was charged or saved is found, or never was', async () => {
  const [paid, none] = [await typed(), await typed()];
  const trial = await typed(undefined, { amount_minor: 0, saves_card: true });
  const { reference } = await gateway.startCharge(paid);
  const saved = await gateway.startCharge(trial);
  await control.advance({ seconds: 25 * 3600 });
  const later = { now: Date.now() + 25 * 3_600_000 };
  for (const [charge, name] of [
    [paid, reference],
    [trial, saved.reference],
  ] as const) {
    const found = await gateway.findCharge({ ...charge, ...later });
    assert(typeof found === 'object' && found.status === 'paid');
    assert.equal(found.reference, name);
  }
  assert.equal(await gateway.findCharge({ ...none, ...later }), 'none');
});

test('where Stripe has sold it itself, a person has to look', async () => {
  await control.changeAccount({ sells_by_itself: true });
  const paid = await gateway.startCharge(await typed());
  await control.changeAccount({ sells_by_itself: false });
  assert(paid.status === 'paid');
  assert.match(paid.unlike_request ?? '', /Managed Payments/);
});

test('what Stripe refuses for a reason of the seller’s is in its words, and no decline', async () => {
  const refuses = { message: 'Your account cannot currently make live charges.' };
  for (const leaves_intent of [false, true]) {
    await control.changeAccount({ refuses: { ...refuses, leaves_intent } });
    await assert.rejects(gateway.startCharge(await typed()), {
      name: 'ProviderRefused',
      message: /cannot currently make live charges/,
    });
  }
  await control.changeAccount({ refuses: null });
  const small = await typed(undefined, { amount_minor: 10 });
  const { status } = await gateway.startCharge(small);
  assert.equal(status, 'declined');
});

test('after a restore, a payment that waits at a bank is found among the open pages, and ended', async () => {
  const charge = await typed('4000002760003184');
  const { reference } = await gateway.startCharge(charge);
  const since = Date.now() - 3_600_000;
  const open = await gateway.listOpenPages?.({ store_id: STORE, since });
  const found = open?.filter(({ key }) => key === charge.key);
  assert.deepEqual(found, [{ reference, key: charge.key }]);
  await gateway.closePage?.({ store_id: STORE, reference: reference ?? '' });
  const { status } = await clientOf(stand_in).paymentIntents.retrieve(reference ?? '');
  assert.equal(status, 'canceled');
});

test('both sides have the same list of ways to pay, and Stripe’s script is not to ask for the bank', async () => {
  await control.forgetCalls();
  await gateway.startCharge(await typed());
  await gateway.startCharge(await typed(undefined, { amount_minor: 0, saves_card: true }));
  const made = (await control.calls()).filter(({ call }) => /_intents$/.test(call));
  assert.equal(made.length, 2);
  for (const { parameters } of made) {
    const said = JSON.stringify(parameters);
    assert.match(said, /"allowed_payment_method_types":\{"0":"card"\}/);
    assert.match(said, /"use_stripe_sdk":"false"/);
  }
});
