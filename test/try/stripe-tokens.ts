// Cards that are typed on our page, without a browser: the tokens are made by Stripe's helper for
// tests. What nobody knows without an account is asked and printed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import Stripe from 'stripe';
import type { Charge, Gateway, SavedCard } from '../../src/shop/money/payments/gateway.ts';
import { whyNotPublishableKey } from '../../src/shop/money/payments/stripe/check-publishable-key.ts';
import { createStripeGateway } from '../../src/shop/money/payments/stripe/stripe-gateway.ts';
import { findToken } from '../../src/shop/money/payments/stripe/tokens.ts';
import { clientOf, type Trial } from './stripe-port.ts';

const STORE = 'store_trial';
const run = randomBytes(6).toString('hex');
let keys = 0;

export function tryTokens({
  publishable_key,
  ...trial
}: Trial & { publishable_key: string | undefined }): void {
  const { key, api_address } = trial;
  const gateway = createStripeGateway({
    credentialsOf: async () => ({ key, account_id: null, webhook_secrets: [] }),
    api_address,
  });
  const stripe = clientOf(trial);
  const typed = async (ready: string, more: Partial<Charge> = {}): Promise<Charge> => {
    const helper = stripe.testHelpers.confirmationTokens;
    const { id } = await helper.create({ payment_method: ready });
    return chargeOf({ card_token: id, ...more });
  };

  test('both keys are of one account', { skip: publishable_key === undefined }, async () => {
    const asked = { key, publishable_key: publishable_key ?? '', api_address, currency: 'USD' };
    assert.equal(await whyNotPublishableKey(asked), undefined);
  });

  test('a card that was typed is looked at, charged once, and its token names the payment', async (t) => {
    const charge = await typed('pm_card_visa');
    const token = charge.card_token ?? '';
    const looked = await gateway.saveCard({ store_id: STORE, token });
    assert.deepEqual([looked.refused, looked.card_last_four], [undefined, '4242']);
    const paid = await gateway.startCharge(charge);
    assert.equal(paid.status, 'paid');
    assert.equal((await gateway.startCharge(charge)).reference, paid.reference);
    assert.equal((await findToken(stripe, token))?.payment_intent, paid.reference);
    assert.equal((await gateway.saveCard({ store_id: STORE, token })).refused, 'payment_not_made');
    const again = await gateway.startCharge(chargeOf({ card_token: token }));
    assert.deepEqual([again.status, again.reference], ['declined', null]);
    t.diagnostic(`used twice: ${await wordsAbout(stripe, token)}`);
  });

  test('a token that promises more than our page does: the buyer’s decline, not the seller’s', async (t) => {
    const helper = stripe.testHelpers.confirmationTokens;
    for (const setup_future_usage of ['off_session', 'on_session'] as const) {
      const given = { payment_method: 'pm_card_visa', setup_future_usage };
      const { id } = await helper.create(given);
      const ended = await gateway.startCharge(chargeOf({ card_token: id }));
      t.diagnostic(`${setup_future_usage}: ${ended.status}`);
      if (ended.status === 'declined') assert.equal(ended.decline_code, 'payment_not_made');
      const promised = await helper.create(given);
      const saved = await gateway.startCharge(
        chargeOf({ card_token: promised.id, saves_card: true }),
      );
      t.diagnostic(`${setup_future_usage}, and it is saved: ${saved.status}`);
    }
  });

  test('a payment that was not confirmed at the bank can be ended, and what is ended is not paid', async (t) => {
    const charge = await typed('pm_card_authenticationRequired');
    const asked = await gateway.startCharge(charge);
    const { reference } = asked;
    assert(reference !== null, asked.status);
    await gateway.cancelCharge({ ...charge, reference });
    const { status, last_payment_error, payment_method } =
      await stripe.paymentIntents.retrieve(reference);
    assert.equal(status, 'canceled');
    t.diagnostic(`error: ${last_payment_error?.code ?? 'none'}, method: ${typeof payment_method}`);
  });

  test('a typed card is declined with its code; the same key repeats it', async () => {
    const charge = await typed('pm_card_visa_chargeDeclined');
    const declined = await gateway.startCharge(charge);
    assert(declined.status === 'declined');
    assert.deepEqual(await gateway.startCharge(charge), declined);
  });

  test('a typed card is saved, with a payment and without, and charged when nobody is there', async () => {
    for (const amount_minor of [2000, 0]) {
      const started = await gateway.startCharge(await typed('pm_card_visa', saving(amount_minor)));
      assert(started.status === 'paid' && started.card);
      assert.equal((await later(gateway, started.card)).status, 'paid');
    }
  });

  test('the bank asks: the buyer is sent to an address, also where the token says otherwise', async (t) => {
    for (const amount_minor of [2000, 0]) {
      const charge = await typed('pm_card_authenticationRequired', saving(amount_minor));
      const asked = await gateway.startCharge(charge);
      assert(asked.status === 'action_required', asked.status);
      t.diagnostic(`${amount_minor}: ${new URL(asked.action_url).origin}`);
      const { reference } = asked;
      assert.equal((await gateway.cancelCharge({ ...charge, reference })).status, 'declined');
    }
  });

  test('a typed card that is given up before it is charged is not charged when that arrives', async () => {
    for (const amount_minor of [2000, 0]) {
      const charge = await typed('pm_card_visa', saving(amount_minor));
      const given_up = await gateway.cancelCharge({ ...charge, reference: null });
      assert.equal(given_up.status, 'declined');
      assert.equal((await gateway.startCharge(charge)).status, 'declined');
    }
  });
}

const saving = (amount_minor: number): Partial<Charge> => ({ amount_minor, saves_card: true });

const later = (gateway: Gateway, { card_token }: SavedCard) =>
  gateway.startCharge(chargeOf({ card_token, saves_card: true, buyer_present: false }));

/** How Stripe refuses a token that was used. */
async function wordsAbout(stripe: Stripe, confirmation_token: string): Promise<string> {
  const payment = { amount: 2000, currency: 'usd', confirm: true, confirmation_token };
  const return_url = 'https://example.com/return';
  const refused = await stripe.paymentIntents
    .create({ ...payment, return_url })
    .catch((error: unknown) => error);
  assert(refused instanceof Stripe.errors.StripeError, 'it is refused');
  const { statusCode, code, param, message } = refused;
  return `${statusCode} ${code ?? 'no code'} ${param ?? 'no parameter'}: ${message}`;
}

function chargeOf(more: Partial<Charge>): Charge {
  const key = `txn_try_token_${run}_${keys++}`;
  const amount_minor = more.amount_minor ?? 2000;
  const now = Date.now();
  return {
    ...{ store_id: STORE, key, card_token: null, amount_minor, currency: 'USD' },
    ...{ saves_card: false, buyer_present: true, description: 'Editor' },
    payer: {
      customer_id: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      saved_card: null,
      language: null,
    },
    lines: [{ description: 'Editor', quantity: 1, amount_minor }],
    metadata: { store_id: STORE, transaction_id: key },
    return_url: 'https://example.com/return',
    ...{ created_at: now, now, ...more },
  };
}
