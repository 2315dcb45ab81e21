import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, refusalOf, stripeForTests } from './client.ts';

const { stand_in, stripe } = await stripeForTests();
const { control, publishable_keys } = stand_in;
const return_url = 'https://shop.example/back';
const AMOUNT = { amount: 1000, currency: 'eur' };

const typed = async (more: object = {}) => {
  const helper = stripe.testHelpers.confirmationTokens;
  return (await helper.create({ payment_method: 'pm_card_visa', return_url, ...more })).id;
};
const pay = (confirmation_token: string, more: object = {}) =>
  stripe.paymentIntents.create({ ...AMOUNT, confirm: true, confirmation_token, ...more });

test('a token pays once, names what it was used for, and is not taken again', async () => {
  const token = await typed();
  assert.equal((await stripe.confirmationTokens.retrieve(token)).payment_intent, null);
  const paid = await pay(token);
  assert.equal(paid.status, 'succeeded');
  assert.equal((await stripe.confirmationTokens.retrieve(token)).payment_intent, paid.id);
  const again = await refusalOf(pay(token));
  assert.deepEqual([again.statusCode, again.param], [400, 'confirmation_token']);
  const declined = await typed({ payment_method: 'pm_card_visa_chargeDeclined' });
  assert.equal((await refusalOf(pay(declined))).code, 'card_declined');
  assert.match((await refusalOf(pay(declined))).message, /already used/);
});

test('a token that has expired, or is of another account, is refused, and nothing is made', async () => {
  const before = (await stripe.paymentIntents.list()).data.length;
  const { id: account } = await control.addAccount();
  const other = await control.typeCard({ account });
  assert.equal((await refusalOf(pay(other))).code, 'resource_missing');
  const old = await typed();
  await control.advance({ seconds: 13 * 3600 });
  assert.match((await refusalOf(pay(old))).message, /expired/);
  assert.equal((await stripe.paymentIntents.list()).data.length, before);
});

test('a token is for a confirmation, alone, and as the page has promised', async () => {
  const token = await typed({ setup_future_usage: 'off_session' });
  const refused: [more: object, message: RegExp][] = [
    [{ confirm: false }, /unless `confirm` is set to true/],
    [{ payment_method: 'pm_card_visa' }, /both/],
    [{}, /does not match the setup_future_usage/],
  ];
  for (const [more, message] of refused) {
    assert.match((await refusalOf(pay(token, more))).message, message);
  }
  assert.equal((await pay(token, { setup_future_usage: 'off_session' })).status, 'succeeded');
});

test('Stripe’s script goes on by itself, unless the server says that it is not to', async () => {
  const asked = { payment_method: 'pm_card_authenticationRequired' };
  const kinds = { true: 'use_stripe_sdk', false: 'redirect_to_url' };
  for (const [use_stripe_sdk, type] of Object.entries(kinds)) {
    const token = await typed(asked);
    const waits = await pay(token, use_stripe_sdk === 'false' ? { use_stripe_sdk: false } : {});
    assert.equal(waits.next_action?.type, type);
  }
});

test('with the publishable key a page makes tokens, and reads what it has the secret of', async () => {
  const page = clientOf(stand_in, { key: publishable_keys.test });
  const { id, client_secret } = await stripe.paymentIntents.create(AMOUNT);
  const secret = client_secret ?? '';
  assert.equal((await page.paymentIntents.retrieve(id, { client_secret: secret })).id, id);
  const wrong = await refusalOf(page.paymentIntents.retrieve(id, { client_secret: `${id}_x` }));
  assert.equal(wrong.code, 'payment_intent_invalid_parameter');
  assert.equal((await refusalOf(page.paymentIntents.create(AMOUNT))).code, 'secret_key_required');
  const { id: account } = await control.addAccount();
  const key = await control.addPublishableKey({ account });
  const elsewhere = clientOf(stand_in, { key });
  const missing = await refusalOf(elsewhere.paymentIntents.retrieve(id, { client_secret: secret }));
  assert.equal(missing.code, 'resource_missing');
});
